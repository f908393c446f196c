# Tests whether the laws' C also compiles as C++, for counting operations: only GCC accepts C's
# void* and designators (-fpermissive).
string(COMPARE EQUAL "${CMAKE_CXX_COMPILER_ID}" GNU DOCSIS_VP_LAWS_ARE_CXX)

# docsis_vp_laws_of(<variable> <source>): the laws that a source of models/aqm, a path from the
# project's root, puts into the registry: those of its `const aqm_algorithm <name>_algorithm`.
function(docsis_vp_laws_of variable source)
  set(pattern "^const aqm_algorithm ([a-z0-9_]+)_algorithm.*")
  file(STRINGS ${PROJECT_SOURCE_DIR}/${source} laws REGEX ${pattern})
  list(TRANSFORM laws REPLACE ${pattern} "\\1")
  if(laws)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${source})
  endif()
  set(${variable} ${laws} PARENT_SCOPE)
endfunction()
