# Target docsis-vp: the command and everything a run of it needs, without tests and benches.
configure_file(app/docsis-vp ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/docsis-vp COPYONLY)
get_property(firmware GLOBAL PROPERTY DOCSIS_VP_FIRMWARE)
add_custom_target(docsis-vp)
add_dependencies(docsis-vp docsis-vp-sim ${firmware})
