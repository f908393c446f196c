# A program names the C++ standard of its own code to SystemC's library, and links only if the
# library was built for that standard. SC_CPLUSPLUS tells SystemC's headers the library's standard,
# so that programs of later standards link. A program that asks for an older one than C++17 is told
# so (language.h).
function(docsis_vp_fit_systemc)
  get_target_property(libraries PkgConfig::SystemC INTERFACE_LINK_LIBRARIES)
  foreach(library ${libraries})
    if(EXISTS ${library})
      file(STRINGS ${library} symbol REGEX "sc_api_version_[0-9_]+cxx[0-9]+L" LIMIT_COUNT 1)
      if(symbol MATCHES "sc_api_version_[0-9_]+cxx([0-9]+L)")
        target_compile_definitions(PkgConfig::SystemC INTERFACE SC_CPLUSPLUS=${CMAKE_MATCH_1})
        if(NOT CMAKE_MATCH_1 STREQUAL 201703L)
          target_compile_definitions(PkgConfig::SystemC INTERFACE
            DOCSIS_VP_SYSTEMC_STANDARD=${CMAKE_MATCH_1})
        endif()
      endif()
    endif()
  endforeach()
  # cxx_std_17 raises an older CXX_STANDARD silently.
  set(asked $<TARGET_PROPERTY:CXX_STANDARD>)
  set(is_old $<OR:$<STREQUAL:${asked},98>,$<STREQUAL:${asked},11>,$<STREQUAL:${asked},14>>)
  target_compile_definitions(PkgConfig::SystemC INTERFACE
    $<${is_old}:DOCSIS_VP_OLD_CXX_STANDARD>)
endfunction()
