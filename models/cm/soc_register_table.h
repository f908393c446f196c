// Names and access of the registers on the control CPU's bus, by block, as soc.rdl has them.
#pragma once

#include "platform/bus/register_table.h"

namespace docsis_vp::cm {

const platform::RegisterTable& soc_register_table();

}  // namespace docsis_vp::cm
