# cmake -D BUILD=<build folder of the tree> -D SUITE=<this folder> -D FOLDER=<scratch> -P run.cmake
# Installs the package, builds the suite against it and runs all tests.
cmake_minimum_required(VERSION 3.25)

function(must_run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status STREQUAL "0")
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${text}")
  endif()
endfunction()

must_run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/prefix)
must_run(${CMAKE_COMMAND} -G Ninja -S ${SUITE} -B ${FOLDER}/build -D CMAKE_BUILD_TYPE=Release
  -D CMAKE_PREFIX_PATH=${FOLDER}/prefix)
must_run(${CMAKE_COMMAND} --build ${FOLDER}/build)

must_run(${CMAKE_CTEST_COMMAND} --test-dir ${FOLDER}/build --output-on-failure)
