# Builds a simulator for long studies twice (tools/build-trained): "record" counts executed code,
# "use" optimises for these counts, and across files.
set(DOCSIS_VP_TRAINING "" CACHE STRING "record or use: see tools/build-trained")
set(counts ${PROJECT_BINARY_DIR}/training)
if(DOCSIS_VP_TRAINING)
  # Precompiled headers are untested with these options.
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
if(DOCSIS_VP_TRAINING STREQUAL "record")
  add_compile_options(-fprofile-generate=${counts})
  add_link_options(-fprofile-generate=${counts})
elseif(DOCSIS_VP_TRAINING STREQUAL "use")
  # Code that training did not reach is compiled as without a profile.
  add_compile_options(-fprofile-use=${counts} -fprofile-partial-training -Wno-missing-profile)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
elseif(NOT DOCSIS_VP_TRAINING STREQUAL "")
  message(FATAL_ERROR "DOCSIS_VP_TRAINING is \"${DOCSIS_VP_TRAINING}\"; expected record or use")
endif()
