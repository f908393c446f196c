# cmake -D CONFIG=<docsis_vp-config.cmake of a build> -D SOURCE_DIR=... -D FOLDER=<scratch>
#       -P components.cmake
# A package that was built without docsis_vp::testing: find_package() says so, in the examples too.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${CONFIG} DESTINATION ${FOLDER}/prefix/lib/cmake/docsis_vp)

# expect(<project> <pattern>): configures CMakeLists.txt in the folder of that name.
function(expect folder pattern)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -G Ninja -S ${folder} -B ${FOLDER}/build
            -D CMAKE_PREFIX_PATH=${FOLDER}/prefix
    OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE status)
  file(REMOVE_RECURSE ${FOLDER}/build)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(NOT text MATCHES "${pattern}")
    message(SEND_ERROR "${folder}: expected ${pattern} in\n${text}")
  endif()
endfunction()

function(expect_of call pattern)
  file(WRITE ${FOLDER}/project/CMakeLists.txt
    "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES NONE)\n${call}\n")
  expect(${FOLDER}/project "${pattern}")
endfunction()

set(without "was built without docsis_vp::testing[.] It needs GoogleTest [(]Debian: libgmock-dev[)]")
expect_of("find_package(docsis_vp CONFIG REQUIRED COMPONENTS testing)" "${without}")
expect_of("find_package(docsis_vp CONFIG REQUIRED COMPONENTS testing firmware)" "${without}")
expect_of("find_package(docsis_vp CONFIG REQUIRED COMPONENTS tests)"
  "there is no component tests: expected system, testing or firmware")
expect_of("find_package(docsis_vp CONFIG COMPONENTS testing)\nmessage(\"found <\${docsis_vp_FOUND}>\")"
  "${without}.* found <(0|FALSE)>")
foreach(example custom-aqm custom-block custom-dma custom-host regression-suite)
  expect(${SOURCE_DIR}/examples/${example} "${without}")
endforeach()
