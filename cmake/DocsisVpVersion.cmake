# At configuration: docsis_vp_version_source(<file>) makes a target that keeps <file> true.
# As a script, on every build: writes <file> from version.cpp.in; an unchanged file stays
# untouched, so that nothing is compiled or linked again.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(docsis_vp_version_source file)
    find_package(Git QUIET)
    add_custom_target(docsis_vp_version BYPRODUCTS ${file}
      COMMAND ${CMAKE_COMMAND} -D SOURCE_DIR=${PROJECT_SOURCE_DIR} -D GIT=${GIT_EXECUTABLE}
              -D PROJECT_VERSION=${PROJECT_VERSION} -D FILE=${file}
              -P ${PROJECT_SOURCE_DIR}/cmake/DocsisVpVersion.cmake
      COMMENT "Naming the version")
  endfunction()
  return()
endif()

function(git output)
  execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} ${ARGN}
    OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status STREQUAL "0")
    set(text "")
  endif()
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

set(version ${PROJECT_VERSION})
if(GIT AND EXISTS ${SOURCE_DIR}/.git)
  git(commit describe --always --exclude=* --abbrev=12 --dirty=.modified)
  if(commit)
    string(APPEND version "+g${commit}")
  endif()
endif()
configure_file(${SOURCE_DIR}/platform/base/version.cpp.in ${FILE} @ONLY)
