# The CMake package: find_package(docsis_vp CONFIG), targets docsis_vp::<name>.
include(CMakePackageConfigHelpers)
get_property(libraries GLOBAL PROPERTY DOCSIS_VP_LIBRARIES)
install(TARGETS ${libraries} EXPORT docsis_vp-targets ARCHIVE DESTINATION lib)
install(EXPORT docsis_vp-targets NAMESPACE docsis_vp:: DESTINATION lib/cmake/docsis_vp)
configure_package_config_file(cmake/docsis_vp-config.cmake.in docsis_vp-config.cmake
  INSTALL_DESTINATION lib/cmake/docsis_vp)
write_basic_package_version_file(docsis_vp-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/docsis_vp-config.cmake
              ${PROJECT_BINARY_DIR}/docsis_vp-config-version.cmake
        DESTINATION lib/cmake/docsis_vp)
