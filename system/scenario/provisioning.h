// What a modem is told by the DOCSIS configuration file it boots from.
#pragma once

#include <optional>
#include <string>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/fields/modem.h"

namespace docsis_vp::system {

// Reads and checks a file. secret: that of the CMTS, which checks its MIC if it has one.
// InputError: a file that cannot be read, is malformed (with offset), or has no MIC that matches.
std::vector<docsis::ConfigTlv> read_provisioned(const std::string& path,
                                                const std::optional<std::string>& secret);

// Service flows that the file makes active and classifiers that it makes active. A service flow is
// called by its service class name, or us<reference> and ds<reference>. `modem` is left out, what
// the file does not say is left at its default, and what no table knows is skipped. Classifiers by
// VLAN or IPv6 flow label are left out: no packet here has one. Throws docsis::ConfigFileError.
Provisioned provisioned_of(const std::vector<docsis::ConfigTlv>& tlvs);

}  // namespace docsis_vp::system
