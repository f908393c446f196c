// Reads the DOCSIS configuration file from which a modem boots.
#pragma once

#include <optional>
#include <string>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/complete/link_rates.h"
#include "system/scenario/fields/modem.h"

namespace docsis_vp::system {

// Reads and checks a file. secret: of the CMTS, which checks its MIC if it has one. Throws
// InputError for a file that cannot be read, is malformed (with offset), or has no matching MIC.
std::vector<docsis::ConfigTlv> read_provisioned(const std::string& path,
                                                const std::optional<std::string>& secret);

// Returns the active service flows, their aggregates and the classifiers of a file. A service flow
// has the name of its service class. If several have one class, its reference is added (gold-us1);
// without a class the name is the reference (us1, ds2). `modem` is left out, absent encodings keep
// the defaults, and unknown encodings are skipped. Classifiers that no packet here can match are
// left out. An aggregate is named by its profile, or by its reference (asf-us1). link: rates for a
// service flow without a maximum rate. Throws docsis::ConfigFileError.
Provisioned provisioned_of(const std::vector<docsis::ConfigTlv>& tlvs, const LinkRates& link);

}  // namespace docsis_vp::system
