# cmake -D SOURCE_DIR=... -D SUITE=<suite_with_sc_main> -D FOLDER=... -P discover.cmake
# A project of its own: a test that fails within its TIMEOUT has failed, though its recording does
# not fit. With docsis_vp_discover_tests(), and with gtest_discover_tests().
cmake_minimum_required(VERSION 3.25)
set(common DISCOVERY_MODE PRE_TEST TEST_PREFIX line. PROPERTIES ENVIRONMENT SUITE_FAILS=1)
list(JOIN common " " common)

# write_project(<call>): that adds the tests of an imported suite.
function(write_project call)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(discovered LANGUAGES NONE)
enable_testing()
include(GoogleTest)
include(${SOURCE_DIR}/cmake/DocsisVpSuite.cmake)
add_executable(suite IMPORTED)
set_target_properties(suite PROPERTIES IMPORTED_LOCATION ${SUITE})
${call}
")
endfunction()

foreach(discover "docsis_vp_discover_tests(suite TIMEOUT 4 ${common})"
                 "gtest_discover_tests(suite ${common} TIMEOUT 4)")
  write_project("${discover}")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${FOLDER} -B ${FOLDER}/build
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${FOLDER}/build --output-on-failure
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  foreach(part "line.Short.One [.]+ +Passed" "line.Short.Two [.]+ +Passed"
               "line.Short.FailsIfToldTo [.]+[*]+Failed" "the test's TIMEOUT leaves no more time")
    if(NOT output MATCHES "${part}")
      message(SEND_ERROR "expected ${part} in: ${output}")
    endif()
  endforeach()
  set(recording ${FOLDER}/build/failed-tests/Short.FailsIfToldTo)
  foreach(file capture.pcapng waves.vcd timeseries.csv results.json notes.txt)
    if(NOT EXISTS ${recording}/${file})
      message(SEND_ERROR "expected ${recording}/${file}")
    endif()
  endforeach()
endforeach()

# expect_refusal(<arguments> <line>): of the call, in CMake's message.
function(expect_refusal arguments line)
  write_project("docsis_vp_discover_tests(suite ${arguments})")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${FOLDER} -B ${FOLDER}/build
    OUTPUT_QUIET ERROR_VARIABLE output RESULT_VARIABLE status)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  string(FIND "${output}" "docsis_vp_discover_tests(suite): ${line} Call Stack" at)
  if(status STREQUAL "0" OR at EQUAL -1)
    message(SEND_ERROR "${arguments}: expected ${line}, got ${status}: ${output}")
  endif()
endfunction()

expect_refusal("PROPERTIES TIMEOUT 4 LABELS slow" "TIMEOUT stands before PROPERTIES")
expect_refusal("PROPERTIES LABELS slow TIMEOUT 4 COST 9" "TIMEOUT stands before PROPERTIES")
expect_refusal("LABELS slow PROPERTIES COST 9" "unknown: LABELS;slow")
foreach(seconds 5s 0 0.0 -1 1e3)
  expect_refusal("TIMEOUT ${seconds}" "expected TIMEOUT in seconds, above 0, got ${seconds}")
endforeach()
