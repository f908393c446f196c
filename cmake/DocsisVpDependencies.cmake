# Finds the libraries that the project links; tools/deps/*.txt names their Debian packages. An
# enclosing project links the targets of this one, so it needs these libraries as well.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
find_package(PkgConfig REQUIRED)
pkg_check_modules(SystemC REQUIRED IMPORTED_TARGET GLOBAL systemc)
pkg_check_modules(Libmd REQUIRED IMPORTED_TARGET GLOBAL libmd)
pkg_check_modules(Libdw REQUIRED IMPORTED_TARGET GLOBAL libdw)
find_package(Boost 1.81 REQUIRED COMPONENTS json program_options)
if(DOCSIS_VP_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
elseif(DOCSIS_VP_TESTING AND NOT TARGET GTest::gmock)
  find_package(GTest QUIET)
endif()
