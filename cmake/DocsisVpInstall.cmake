# Installs the command, its input files, and the CMake package find_package(docsis_vp CONFIG) with
# targets docsis_vp::<name>. Headers: docsis_vp_library().
include(CMakePackageConfigHelpers)

install(PROGRAMS app/docsis-vp DESTINATION bin)
foreach(folder scenarios traces python third_party)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder} DESTINATION share/docsis-vp PATTERN __pycache__ EXCLUDE)
  endif()
endforeach()
# `pip install PREFIX/share/docsis-vp`; and `import docsis_vp` in Debian's Python, with the prefix /usr.
install(FILES pyproject.toml DESTINATION share/docsis-vp)
set(link ${PROJECT_BINARY_DIR}/dist-packages/docsis_vp)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/dist-packages)
file(CREATE_LINK ../../../share/docsis-vp/python/docsis_vp ${link} SYMBOLIC)
install(FILES ${link} DESTINATION lib/python3/dist-packages)
# Pages, with modem.gtkw for GTKWave, and the examples that they point to.
install(FILES README.md LICENSE DESTINATION share/doc/docsis-vp)
install(DIRECTORY docs examples DESTINATION share/doc/docsis-vp)

# The program holds this library.
install(FILES third_party/uplot/LICENSE DESTINATION share/doc/docsis-vp/uplot)

# Libraries with GoogleTest are exported separately, for users who have it.
get_property(libraries GLOBAL PROPERTY DOCSIS_VP_LIBRARIES)
if(TARGET docsis_vp_testing)
  list(REMOVE_ITEM libraries docsis_vp_testing)
  # Target docsis-vp does not build it.
  install(CODE "if(NOT EXISTS \"$<TARGET_FILE:docsis_vp_testing>\")
    execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\"
      --target docsis_vp_testing COMMAND_ERROR_IS_FATAL ANY)
  endif()")
  install(TARGETS docsis_vp_testing EXPORT docsis_vp-testing-targets ARCHIVE DESTINATION lib)
  install(EXPORT docsis_vp-testing-targets NAMESPACE docsis_vp::
    DESTINATION lib/cmake/docsis_vp)
endif()
install(TARGETS ${libraries} EXPORT docsis_vp-targets ARCHIVE DESTINATION lib)
install(EXPORT docsis_vp-targets NAMESPACE docsis_vp:: DESTINATION lib/cmake/docsis_vp)
configure_package_config_file(cmake/docsis_vp-config.cmake.in docsis_vp-config.cmake
  INSTALL_DESTINATION lib/cmake/docsis_vp)
# Firmware SDK: the files that docsis_vp_add_firmware() compiles beside a project's own sources.
foreach(folder fw/common fw/hal fw/include fw/kernel fw/libc models/aqm)
  install(DIRECTORY ${folder}/ DESTINATION share/docsis-vp/sdk/${folder}
    FILES_MATCHING PATTERN *.h PATTERN *.c PATTERN *.cpp PATTERN *.S PATTERN *.ld PATTERN *.calls)
endforeach()
install(FILES cmake/DocsisVpFirmware.cmake cmake/DocsisVpSuite.cmake cmake/DocsisVpSystemC.cmake
  DESTINATION lib/cmake/docsis_vp)
# Before 1.0 a minor version may be incompatible.
write_basic_package_version_file(docsis_vp-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/docsis_vp-config.cmake
              ${PROJECT_BINARY_DIR}/docsis_vp-config-version.cmake
        DESTINATION lib/cmake/docsis_vp)
