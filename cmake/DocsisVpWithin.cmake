# Gives an enclosing project, by add_subdirectory() or FetchContent, the parts of the CMake package
# other than targets.
include(DocsisVpSystemC)
docsis_vp_fit_systemc()
include(DocsisVpSuite)
set(DOCSIS_VP_SCENARIO_DIR ${PROJECT_SOURCE_DIR}/scenarios CACHE INTERNAL "As the package's")

# Programs in any folder find firmware by its name, and the firmware is built with them.
target_compile_definitions(docsis_vp_system INTERFACE
  DOCSIS_VP_INSTALLED_FIRMWARE="${PROJECT_BINARY_DIR}/firmware")
get_property(firmware GLOBAL PROPERTY DOCSIS_VP_FIRMWARE)
add_dependencies(docsis_vp_system ${firmware})
