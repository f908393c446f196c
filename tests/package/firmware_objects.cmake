# cmake -D SDK_DIR=... -D REPORT=<docsis-vp-firmware-report> -D GENERATOR=... -D FOLDER=<scratch>
#       -P firmware_objects.cmake
# A project that adds firmware in two folders compiles a source once for all images with its flags.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})

set(common "cmake_minimum_required(VERSION 3.25)
project(images LANGUAGES NONE)
include(${SDK_DIR}/cmake/DocsisVpFirmware.cmake)
")
file(WRITE ${FOLDER}/CMakeLists.txt "${common}add_subdirectory(one)\nadd_subdirectory(two)\n")
file(WRITE ${FOLDER}/one/CMakeLists.txt
  "docsis_vp_add_firmware(first NOT_INSTALLED SOURCES first.c ../shared.c)\n")
file(WRITE ${FOLDER}/two/CMakeLists.txt
  "docsis_vp_add_firmware(second NOT_INSTALLED SOURCES second.c ../shared.c)
docsis_vp_add_firmware(third NOT_INSTALLED OPTIONS -DRESULT=3 SOURCES second.c ../shared.c)\n")
file(WRITE ${FOLDER}/shared.h "#ifndef RESULT\n#define RESULT 0\n#endif\nint result(void);\n")
file(WRITE ${FOLDER}/shared.c "#include \"shared.h\"\nint result(void) { return RESULT; }\n")
set(main "#include \"../shared.h\"\nint main(void) { return result(); }\n")
file(WRITE ${FOLDER}/one/first.c "${main}")
file(WRITE ${FOLDER}/two/second.c "${main}")

function(must_run output)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE status)
  if(NOT status STREQUAL "0")
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${text}")
  endif()
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

# expect_steps(<step>... [TARGET <target>]): builds, and compares what the build does to images.
function(expect_steps)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET" "")
  set(expected ${arg_UNPARSED_ARGUMENTS})
  set(target all)
  if(arg_TARGET)
    set(target ${arg_TARGET})
  endif()
  must_run(text ${CMAKE_COMMAND} --build ${FOLDER}/build --parallel 8 --target ${target})
  string(REGEX MATCHALL "(Compiling|Linking|Reporting on) [^ \n]+" steps "${text}")
  list(TRANSFORM steps REPLACE " .*/" " ")
  list(SORT steps)
  list(SORT expected)
  if(NOT "${steps}" STREQUAL "${expected}")
    message(FATAL_ERROR "target ${target}: expected\n ${expected}\nbut it took\n ${steps}\n${text}")
  endif()
endfunction()

must_run(text ${CMAKE_COMMAND} -G ${GENERATOR} -S ${FOLDER} -B ${FOLDER}/build
  -D DOCSIS_VP_FIRMWARE_REPORT=${REPORT})

set(start_up "Compiling crt0.S" "Compiling memory.c" "Compiling trap.c" "Compiling console.c"
  "Compiling exit_device.c")
set(own "Compiling second.c" "Compiling shared.c")
foreach(image first second third)
  set(${image} "Linking ${image}.elf" "Reporting on ${image}.elf")
endforeach()
# An image builds without the sources that only other images have.
expect_steps(TARGET firmware_second ${start_up} ${own} ${second})
# Other options make other objects.
expect_steps("Compiling first.c" ${first} ${start_up} ${own} ${third})
expect_steps()
# Sources that include a changed header are compiled again, once for each set of options.
file(APPEND ${FOLDER}/shared.h "int other_result(void);\n")
expect_steps("Compiling first.c" ${own} ${own} ${first} ${second} ${third})
file(WRITE ${FOLDER}/shared.calls "calls result\n")
expect_steps("Reporting on first.elf" "Reporting on second.elf" "Reporting on third.elf")
