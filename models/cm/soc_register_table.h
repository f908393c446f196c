// Lists the registers on the control CPU's bus: names and access by block, as in soc.rdl.
#pragma once

#include "platform/bus/register_table.h"

namespace docsis_vp::cm {

const platform::RegisterTable& soc_register_table();

}  // namespace docsis_vp::cm
