#include <iostream>

#include "app/options.h"
#include "system/results/law_table.h"

namespace docsis_vp::app {

int aqm_command(const Arguments& arguments) {
  boost::program_options::options_description options("options");
  boost::program_options::variables_map values;
  if (parse_options(arguments, "docsis-vp aqm", options, {}, values)) {
    return kDone;
  }
  system::write_law_table(std::cout);
  return kDone;
}

}  // namespace docsis_vp::app
