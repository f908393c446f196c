# Everything the project links. tools/deps/*.txt names the Debian packages.
find_package(PkgConfig REQUIRED)
pkg_check_modules(SystemC REQUIRED IMPORTED_TARGET GLOBAL systemc)
pkg_check_modules(Libmd REQUIRED IMPORTED_TARGET GLOBAL libmd)
find_package(Boost 1.81 REQUIRED COMPONENTS json program_options)
if(DOCSIS_VP_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
