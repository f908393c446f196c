# Target docsis-vp: the command and everything a run of it needs, without tests and benches.
configure_file(app/docsis-vp ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/docsis-vp COPYONLY)
# As in an installation.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/docsis-vp)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/python ${PROJECT_BINARY_DIR}/share/docsis-vp/python SYMBOLIC)
get_property(firmware GLOBAL PROPERTY DOCSIS_VP_FIRMWARE)
add_custom_target(docsis-vp)
add_dependencies(docsis-vp docsis-vp-sim ${firmware})
