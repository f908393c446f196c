# cmake -D BUILD=<build folder of the tree> -D SUITE=<this folder> -D FOLDER=<scratch> -P run.cmake
# Installs the package, builds the suite against it and runs all tests with four quanta. Blocks and
# firmware must see the same with each.
cmake_minimum_required(VERSION 3.25)

function(must_run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status STREQUAL "0")
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${text}")
  endif()
endfunction()

must_run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/prefix)
# Building takes longer than running, so nothing is optimised.
must_run(${CMAKE_COMMAND} -G Ninja -S ${SUITE} -B ${FOLDER}/build
  -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_FLAGS_RELEASE=-O0
  -D CMAKE_PREFIX_PATH=${FOLDER}/prefix)
must_run(${CMAKE_COMMAND} --build ${FOLDER}/build)

file(REMOVE_RECURSE ${FOLDER}/seen)
foreach(quantum_us 0.001 1 10 1000)
  set(seen ${FOLDER}/seen/${quantum_us})
  file(MAKE_DIRECTORY ${seen})
  must_run(${CMAKE_COMMAND} -E env DOCSIS_VP_TLM_QUANTUM_US=${quantum_us} DOCSIS_VP_TLM_SEEN=${seen}
    ${CMAKE_CTEST_COMMAND} --test-dir ${FOLDER}/build --output-on-failure)
endforeach()
file(GLOB cases RELATIVE ${FOLDER}/seen/10 ${FOLDER}/seen/10/*)
list(LENGTH cases count)
if(count LESS 100)
  message(FATAL_ERROR "only ${count} cases have left what they saw in ${FOLDER}/seen")
endif()
foreach(case ${cases})
  foreach(quantum_us 0.001 1 1000)
    must_run(${CMAKE_COMMAND} -E compare_files ${FOLDER}/seen/10/${case}
      ${FOLDER}/seen/${quantum_us}/${case})
  endforeach()
endforeach()
