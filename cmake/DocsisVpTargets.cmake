# One way to declare a library and a test, so that warnings, include paths and
# installation are the same everywhere.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

find_program(CCACHE ccache)
if(CCACHE)
  # By default ccache keeps no object compiled with precompiled headers: it cannot tell on which
  # macros and file times they depend. No source here uses __DATE__ or similar macros.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
  # Preprocessed sources name their precompiled header; precompiled headers contain no time.
  add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>"
    "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

add_library(docsis_vp_warnings INTERFACE)
target_compile_options(docsis_vp_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(PROJECT_IS_TOP_LEVEL)
  # Not inside another project, whose compiler may have more warnings.
  target_compile_options(docsis_vp_warnings INTERFACE -Werror)
endif()

# Presets release, asan and clang compile several sources as one (CMAKE_UNITY_BUILD): the sources of
# a folder include the same headers, and reading these takes longer than the rest. Presets debug and
# coverage and tools/tidy compile each source alone. So a file-local name is unique among the
# sources of a library, and a test has a namespace of its own. A batch takes about ten seconds: a
# change of one source compiles no more than that.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 48)
if(CMAKE_UNITY_BUILD)
  # KiB before GCC's first garbage collection: a batch ends soon, and then all of it is garbage. It
  # saves a sixth of the time of the largest batches, which take 1.9 GB instead of 1.6.
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1000000>)
endif()

# Binutils' second linker takes half of the time of the first. Programs of others link as they like.
find_program(DOCSIS_VP_GOLD ld.gold)
if(PROJECT_IS_TOP_LEVEL AND DOCSIS_VP_GOLD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_link_options(-fuse-ld=gold)
endif()

# Code that runs once per run, to read a scenario or write results, is not a hot path.
add_library(docsis_vp_runs_once INTERFACE)
target_compile_options(docsis_vp_runs_once INTERFACE $<$<CONFIG:Release>:-Og>)

include(DocsisVpPrecompiled)

# docsis_vp_library(<name> [FIRST <file>...] [ALSO <file>...] [EXCEPT <file>...] USES <target>...)
# makes docsis_vp_<name>, alias docsis_vp::<name>, of all sources and headers below this folder, but
# for those below a subfolder with a library of its own.
# FIRST: sources that come first, and so are compiled as one; ALSO: generated sources; EXCEPT:
# sources and folders that belong to no library, or to another.
# Headers are installed, and are included by their path from the project's root:
# "platform/base/clock.h".
function(docsis_vp_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FIRST;ALSO;EXCEPT;USES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.c *.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.h)
  foreach(except ${arg_EXCEPT})
    list(FILTER sources EXCLUDE REGEX "^${except}")
    list(FILTER headers EXCLUDE REGEX "^${except}")
  endforeach()
  if(arg_FIRST)
    list(REMOVE_ITEM sources ${arg_FIRST})
  endif()
  set(sources ${arg_FIRST} ${sources} ${arg_ALSO})
  set(target docsis_vp_${name})
  add_library(${target} STATIC ${sources})
  add_library(docsis_vp::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/docsis_vp>)
  # A library of C only has no requirements on C++.
  list(FILTER sources EXCLUDE REGEX "[.]c$")
  if(sources)
    target_compile_features(${target} PUBLIC cxx_std_17)
  endif()
  target_link_libraries(${target} PUBLIC ${arg_USES} PRIVATE $<BUILD_INTERFACE:docsis_vp_warnings>)
  # A shared library may contain it, but no program replaces its functions: calls within a file may
  # be inlined. This makes a register access a third faster.
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  foreach(header ${headers})
    cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    cmake_path(GET header PARENT_PATH folder)
    install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION include/docsis_vp/${folder})
    set_property(GLOBAL APPEND PROPERTY DOCSIS_VP_HEADERS ${header})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY DOCSIS_VP_LIBRARIES ${target})
endfunction()

# Common sources of all programs.
set(DOCSIS_VP_PROGRAM_SOURCES
  $<$<BOOL:${DOCSIS_VP_SANITIZED}>:${PROJECT_SOURCE_DIR}/testing/sanitized_stacks.cpp>)

# Test code is not a hot path, and optimising it takes a third of its build time.
add_library(docsis_vp_test_options INTERFACE)
target_compile_options(docsis_vp_test_options INTERFACE
  $<$<OR:$<CONFIG:Release>,$<BOOL:${DOCSIS_VP_SANITIZED}>>:-O0> $<$<CONFIG:Release>:-g0>)

# A program of tests, or one that tests start, is compiled with the options and precompiled headers of
# tests.
function(docsis_vp_compile_as_tests target)
  target_link_libraries(${target} PRIVATE
    docsis_vp_warnings docsis_vp_test_options GTest::gmock PkgConfig::SystemC)
  target_precompile_headers(${target} REUSE_FROM docsis_vp_test_main)
endfunction()

# Programs and libraries for tests outside the default suite and for people: not for ./vp test.
function(docsis_vp_beside_the_default_suite)
  if(NOT DOCSIS_VP_BENCHES)
    set_target_properties(${ARGN} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# Arguments of docsis_vp_test() for programs whose build takes long beside what they test. They have
# the label external. Sanitized builds run them with their default suite, as they have no other.
if(DOCSIS_VP_SANITIZED)
  set(DOCSIS_VP_LONG_TO_BUILD)
else()
  set(DOCSIS_VP_LONG_TO_BUILD LABELS external)
endif()

# docsis_vp_test(<name> SOURCES <file>... USES <target>... [LABELS <label>...] [ENVIRONMENT ...]
#   [EXTERNAL_TESTS <pattern>])
# One CTest entry per GoogleTest, because SystemC allows one elaboration per process. A test with
# labels is not in the default suite. Tests whose GoogleTest name matches <pattern> have the label
# external; the others of the program stay in the default suite.
function(docsis_vp_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXTERNAL_TESTS" "SOURCES;USES;LABELS;ENVIRONMENT")
  add_executable(${name} ${arg_SOURCES} $<TARGET_OBJECTS:docsis_vp_test_main>
    ${DOCSIS_VP_PROGRAM_SOURCES})
  # Without optimisation a batch takes less time, so it may be larger.
  set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 60)
  set(c_sources ${arg_SOURCES})
  list(FILTER c_sources INCLUDE REGEX "\\.c$")
  set_source_files_properties(${c_sources} PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${arg_USES})
  docsis_vp_compile_as_tests(${name})
  if(arg_LABELS)
    docsis_vp_beside_the_default_suite(${name})
    if(NOT DOCSIS_VP_BENCHES)
      return()
    endif()
  endif()
  set(properties TIMEOUT 600)
  if(arg_LABELS)
    list(APPEND properties LABELS "${arg_LABELS}")
  endif()
  list(APPEND properties ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;${arg_ENVIRONMENT}")
  set(discovery TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  if(arg_EXTERNAL_TESTS)
    gtest_discover_tests(${name} ${discovery} TEST_LIST ${name}_external
      TEST_FILTER ${arg_EXTERNAL_TESTS} PROPERTIES ${properties} LABELS external)
    list(APPEND discovery TEST_FILTER -${arg_EXTERNAL_TESTS})
  endif()
  gtest_discover_tests(${name} ${discovery} PROPERTIES ${properties})
endfunction()
