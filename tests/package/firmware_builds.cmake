# cmake -D SDK_DIR=... -D REPORT=<docsis-vp-firmware-report> -D FOLDER=<scratch>
#       -P firmware_builds.cmake
# Builds a project's own firmware by docsis_vp_add_firmware(): languages, options, linker script,
# and one line for each call that cannot be meant.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})

set(head "cmake_minimum_required(VERSION 3.25)
project(images LANGUAGES NONE)
include(${SDK_DIR}/cmake/DocsisVpFirmware.cmake)
")
# A cache may name the SDK of another tree, which is not there any more.
set(configure -G Ninja -D DOCSIS_VP_SDK_DIR=${FOLDER}/gone -D DOCSIS_VP_FIRMWARE_REPORT=${REPORT})

function(fail text)
  message(FATAL_ERROR "${text}")
endfunction()

function(must_run output)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE status)
  if(NOT status STREQUAL "0")
    list(JOIN ARGN " " command)
    fail("${command}\n${text}")
  endif()
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

function(expect_text text pattern)
  if(NOT text MATCHES "${pattern}")
    fail("expected ${pattern} in\n${text}")
  endif()
endfunction()

function(expect_report image pattern)
  file(READ ${FOLDER}/build/firmware/${image}.report.json text)
  expect_text("${text}" "${pattern}")
endfunction()

file(WRITE ${FOLDER}/CMakeLists.txt "${head}
docsis_vp_add_firmware(plain SOURCES main.cpp value.c value.h)
docsis_vp_add_firmware(small OPTIONS -Os -std=c++20 -std=gnu11 SOURCES main.cpp value.c)
docsis_vp_add_firmware(linked OPTIONS -flto CXX_OPTIONS -DTWICE SOURCES main.cpp value.c)
docsis_vp_add_firmware(fast CXX_OPTIONS -O3 SOURCES main.cpp value.c)
docsis_vp_add_firmware(mixed OPTIONS -Os CXX_OPTIONS -Ofast -DTWICE SOURCES main.cpp value.c)
docsis_vp_add_firmware(placed NOT_INSTALLED LINKER_SCRIPT own.ld SOURCES main.cpp value.c)
docsis_vp_add_firmware(wide NOT_INSTALLED ROM_KIB 128 SOURCES main.cpp value.c)
add_custom_command(OUTPUT made.c COMMAND \${CMAKE_COMMAND} -E copy \${CMAKE_CURRENT_SOURCE_DIR}/value.c
  made.c DEPENDS value.c)
docsis_vp_add_firmware(generated NOT_INSTALLED OPTIONS -I\${CMAKE_CURRENT_SOURCE_DIR}
  SOURCES main.cpp made.c)
")
file(WRITE ${FOLDER}/value.h "#ifdef __cplusplus
extern \"C\"
#endif
unsigned value(void);
")
file(WRITE ${FOLDER}/value.c "#include \"value.h\"
unsigned value(void) { return 21; }
")
file(WRITE ${FOLDER}/main.cpp "#include \"fw/hal/console.h\"
#include \"value.h\"
struct Made { Made() : made(value()) {} unsigned made; };
static Made object;
__attribute__((section(\".special\"), used)) const unsigned special = 0x12345678;
int main() {
  console_print_decimal(object.made);
#ifdef TWICE
  console_print_decimal(object.made);
#endif
  return 0;
}
")
file(WRITE ${FOLDER}/own.ld "INCLUDE fw/common/firmware.ld
INCLUDE special.ld
")
file(WRITE ${FOLDER}/special.ld "SECTIONS { .special 0x8000 : { KEEP(*(.special)) } > rom }
")

must_run(text ${CMAKE_COMMAND} ${configure} -S ${FOLDER} -B ${FOLDER}/build)
must_run(text ${CMAKE_COMMAND} --build ${FOLDER}/build --parallel 2)

foreach(image plain small linked fast mixed)
  expect_report(${image}-debug "\"optimization\": \"-Og\"")
  file(SHA256 ${FOLDER}/build/firmware/${image}.elf one)
  file(SHA256 ${FOLDER}/build/firmware/${image}-debug.elf other)
  if(one STREQUAL other)
    fail("${image}-debug.elf is ${image}.elf")
  endif()
endforeach()
expect_report(plain "\"optimization\": \"-O2\",[^\"]*\"options\": \\[\\]")
expect_report(small "\"optimization\": \"-Os\"")
expect_report(linked "\"options\": \\[\"-flto\", \"-DTWICE\"\\]")
# C++ may have a level of its own, but not in the debug image.
expect_report(fast "\"optimization\": \"-O2\",[^\"]*\"options\": \\[\"-O3\"\\]")
expect_report(fast-debug "\"options\": \\[\\]")
expect_report(mixed "\"optimization\": \"-Os\",[^\"]*\"options\": \\[\"-Ofast\", \"-DTWICE\"\\]")
expect_report(mixed-debug "\"options\": \\[\"-DTWICE\"\\]")
file(SHA256 ${FOLDER}/build/firmware/plain-debug.elf one)
file(SHA256 ${FOLDER}/build/firmware/fast-debug.elf other)
if(NOT one STREQUAL other)
  fail("CXX_OPTIONS -O3 changes fast-debug.elf")
endif()
foreach(image plain linked)
  expect_report(${image} "\"bound_bytes\": [0-9]")
endforeach()

find_program(READELF riscv64-unknown-elf-readelf REQUIRED)
# Debuggers find sources of the SDK and of the project wherever they are started.
must_run(text ${READELF} --debug-dump=info ${FOLDER}/build/firmware/plain.elf)
foreach(source ${SDK_DIR}/fw/hal/console.c ${SDK_DIR}/fw/common/crt0.S ${FOLDER}/main.cpp
               ${FOLDER}/value.c)
  expect_text("${text}" "DW_AT_name[^\n]*: ${source}")
endforeach()
must_run(text ${READELF} -SsW ${FOLDER}/build/firmware/placed.elf)
expect_text("${text}" "[.]special +PROGBITS +00008000 ")
must_run(text ${READELF} -sW ${FOLDER}/build/firmware/wide.elf)
expect_text("${text}" "00020000 [^\n]*__rom_bytes")

# expect_refusal(<arguments> <pattern>): of the call, in one line of CMake's message.
function(expect_refusal arguments pattern)
  file(REMOVE_RECURSE ${FOLDER}/refused)
  file(WRITE ${FOLDER}/refused/CMakeLists.txt "${head}docsis_vp_add_firmware(image ${arguments})\n")
  file(WRITE ${FOLDER}/refused/main.c "int main(void) { return 0; }\n")
  file(WRITE ${FOLDER}/refused/insert.ld "SECTIONS { .x : { *(.x) } } INSERT AFTER .text;\n")
  execute_process(COMMAND ${CMAKE_COMMAND} ${configure} -S ${FOLDER}/refused
                          -B ${FOLDER}/refused/build
    OUTPUT_QUIET ERROR_VARIABLE text RESULT_VARIABLE status)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(status STREQUAL "0")
    fail("docsis_vp_add_firmware(image ${arguments}) was taken")
  endif()
  expect_text("${text}" "${pattern}")
endfunction()

expect_refusal("main.c" "expected SOURCES before \"main.c\"")
expect_refusal("NOT_INSTALLED" "expected SOURCES")
expect_refusal("SOURCES main.rs" "expected a source in C, C[+][+] or assembly")
expect_refusal("SOURCES gone.c" "there is no gone.c in ")
expect_refusal("PRINTF long SOURCES main.c" "expected PRINTF integer, float or double, got long")
expect_refusal("ROM_KIB 64k SOURCES main.c" "expected ROM_KIB as a whole number above 0, got 64k")
expect_refusal("STACK_BYTES 0 SOURCES main.c" "expected STACK_BYTES as a whole number above 0")
expect_refusal("LINKER_SCRIPT gone.ld SOURCES main.c" "there is no LINKER_SCRIPT ")
expect_refusal("LINKER_SCRIPT insert.ld SOURCES main.c" "expected a whole LINKER_SCRIPT")
