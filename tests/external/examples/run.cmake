# cmake -D BUILD=<build folder of the tree> -D FOLDER=<scratch> -P run.cmake
# Installs the package, builds its examples that have tests, and runs these.
cmake_minimum_required(VERSION 3.25)

function(must_run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status STREQUAL "0")
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${FOLDER}/prefix)
must_run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/prefix)
set(examples ${FOLDER}/prefix/share/doc/docsis-vp/examples)
file(GLOB files ${examples}/*/CMakeLists.txt)
set(built 0)
foreach(file ${files})
  file(STRINGS ${file} suites REGEX "^docsis_vp_discover_tests")
  cmake_path(GET file PARENT_PATH source)
  cmake_path(GET source FILENAME name)
  if(NOT suites OR name STREQUAL "from-source")
    continue()
  endif()
  must_run(${CMAKE_COMMAND} -G Ninja -S ${source} -B ${FOLDER}/${name} -D CMAKE_BUILD_TYPE=Release
    -D CMAKE_PREFIX_PATH=${FOLDER}/prefix)
  must_run(${CMAKE_COMMAND} --build ${FOLDER}/${name})
  must_run(${CMAKE_CTEST_COMMAND} --test-dir ${FOLDER}/${name} --output-on-failure
    --no-tests=error)
  math(EXPR built "${built} + 1")
endforeach()
if(built LESS 5)
  message(FATAL_ERROR "${examples}: expected five examples with tests at least, got ${built}")
endif()
