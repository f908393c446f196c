// What a modem is told by the DOCSIS configuration file it boots from.
#pragma once

#include <optional>
#include <string>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/fields/modem.h"
#include "system/scenario/link_rates.h"

namespace docsis_vp::system {

// Reads and checks a file. secret: that of the CMTS, which checks its MIC if it has one.
// InputError: a file that cannot be read, is malformed (with offset), or has no MIC that matches.
std::vector<docsis::ConfigTlv> read_provisioned(const std::string& path,
                                                const std::optional<std::string>& secret);

// Service flows that the file makes active and classifiers that it makes active. A service flow is
// called by its service class name, by that and its reference (gold-us1) where several are of one
// class, or by its reference (us1, ds2). `modem` is left out, what the file does not say is left at
// its default, and what no table knows is skipped. Classifiers that no packet here could match are
// left out. `link` is what a service flow without a maximum rate may use. Throws
// docsis::ConfigFileError.
Provisioned provisioned_of(const std::vector<docsis::ConfigTlv>& tlvs, const LinkRates& link);

}  // namespace docsis_vp::system
