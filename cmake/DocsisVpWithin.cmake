# Gives a project that builds the platform within itself, by add_subdirectory() or FetchContent,
# what the CMake package has beside targets.
include(DocsisVpSystemC)
docsis_vp_fit_systemc()
include(DocsisVpSuite)
set(DOCSIS_VP_SCENARIO_DIR ${PROJECT_SOURCE_DIR}/scenarios CACHE INTERNAL "As the package's")

# Programs find firmware by its name, wherever they lie, and it is built when they are.
target_compile_definitions(docsis_vp_system INTERFACE
  DOCSIS_VP_INSTALLED_FIRMWARE="${PROJECT_BINARY_DIR}/firmware")
get_property(firmware GLOBAL PROPERTY DOCSIS_VP_FIRMWARE)
add_dependencies(docsis_vp_system ${firmware})
