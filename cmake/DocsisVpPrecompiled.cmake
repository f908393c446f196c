# Precompiles the external headers that most sources of the platform include: reading them is a
# quarter of their compile time. It contains no header of this project. A source still includes what
# it uses, because tools/tidy and the presets debug and coverage do not precompile.
set(DOCSIS_VP_PRECOMPILED
  <algorithm> <array> <cmath> <cstdint> <cstdio> <cstring> <deque> <filesystem> <fstream>
  <functional> <iostream> <map> <memory> <optional> <sstream> <stdexcept> <string> <string_view>
  <tuple> <utility> <variant> <vector> <systemc> <tlm>)

# The options of a library (docsis_vp_library): precompiled functions too lose calls that could be
# inlined without the last of them, and runs took up to 9 % more instructions.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
add_library(docsis_vp_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
target_compile_options(docsis_vp_precompiled PRIVATE -fPIC -fno-semantic-interposition)
target_link_libraries(docsis_vp_precompiled PRIVATE docsis_vp_warnings PkgConfig::SystemC)
target_precompile_headers(docsis_vp_precompiled PRIVATE ${DOCSIS_VP_PRECOMPILED})

# docsis_vp_precompile(<target>): for C++ that may use SystemC and has exactly a library's options,
# because precompiled headers fit no other options.
function(docsis_vp_precompile target)
  target_precompile_headers(${target} REUSE_FROM docsis_vp_precompiled)
endfunction()
