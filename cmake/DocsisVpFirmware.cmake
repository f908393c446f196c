# Cross-compilation of firmware for the modem's control CPU, as custom commands of any CMake
# project: this one, or one that has found the installed package.
find_program(DOCSIS_VP_RISCV_GCC riscv64-unknown-elf-gcc)
if(NOT DOCSIS_VP_RISCV_GCC)
  message(FATAL_ERROR "riscv64-unknown-elf-gcc not found: firmware for the control CPU needs it. "
                      "Install the Debian package gcc-riscv64-unknown-elf.")
endif()

# Where fw/ and models/aqm/ lie; the package says so beforehand.
if(NOT DOCSIS_VP_SDK_DIR)
  set(DOCSIS_VP_SDK_DIR ${PROJECT_SOURCE_DIR})
endif()
set(DOCSIS_VP_FIRMWARE_DIR ${PROJECT_BINARY_DIR}/firmware)
# No extension beyond these in -march: gcc 12 would silently link the rv64 libgcc. Sources that
# use CSRs say .option arch, +zicsr.
set(DOCSIS_VP_FIRMWARE_ARCH -march=rv32imc -mabi=ilp32)
set(DOCSIS_VP_FIRMWARE_FLAGS ${DOCSIS_VP_FIRMWARE_ARCH} -std=c11 -O2 -g -ffreestanding
    -ffunction-sections -fdata-sections -fno-common
    -ffile-prefix-map=${DOCSIS_VP_SDK_DIR}=. -Wa,--debug-prefix-map=${DOCSIS_VP_SDK_DIR}=.
    -fcallgraph-info=su
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
    -I${DOCSIS_VP_SDK_DIR} -I${DOCSIS_VP_SDK_DIR}/fw/include)

# What tells sizes and stack bounds: of this project, or installed with the package.
if(TARGET docsis-vp-firmware-report)
  set(DOCSIS_VP_FIRMWARE_REPORT docsis-vp-firmware-report)
else()
  find_program(DOCSIS_VP_FIRMWARE_REPORT docsis-vp-firmware-report
    HINTS ${DOCSIS_VP_SDK_DIR}/../../../bin REQUIRED)
endif()

# docsis_vp_add_firmware(<name> [NOT_INSTALLED] [LIBC] [STACK_BYTES <n>] [OPTIONS <option>...]
#                        SOURCES <file>...)
# makes ${PROJECT_BINARY_DIR}/firmware/<name>.elf and, for debuggers, <name>-debug.elf, the same
# with -Og instead of -O2; target firmware_<name>. A source is a path from the caller's folder, or
# from the root of the SDK: fw/hal/watchdog.c. Start-up code and trap handler come with every image.
# Beside each image, <image>.report.txt and .report.json: sizes, the largest functions, and how deep
# the stack can get, with what x.calls beside x.c says of calls by pointer: docs/firmware-guide.md.
# NOT_INSTALLED: without the second image, and nothing that is installed with this project.
# OPTIONS: for the compiler, behind DOCSIS_VP_FIRMWARE_FLAGS, so that they win: -Wno-error.
# LIBC: with picolibc, whose printf is for integers and whose standard streams are the console.
function(docsis_vp_add_firmware name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NOT_INSTALLED;LIBC" "STACK_BYTES" "OPTIONS;SOURCES")
  set(sources)
  set(libc)
  if(arg_LIBC)
    docsis_vp_require_libc()
    set(libc fw/libc/stdio.c)
  endif()
  foreach(source fw/common/crt0.S fw/common/memory.c fw/common/trap.c fw/hal/console.c
                 fw/hal/exit_device.c ${libc} ${arg_SOURCES})
    set(own ${source})
    cmake_path(ABSOLUTE_PATH own BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    if(NOT EXISTS ${own})
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${DOCSIS_VP_SDK_DIR} OUTPUT_VARIABLE own)
    endif()
    list(APPEND sources ${own})
  endforeach()
  docsis_vp_firmware_image(${name} "" "${arg_LIBC}" "${arg_STACK_BYTES}" "${arg_OPTIONS}" ${sources})
  set(names ${name})
  if(NOT arg_NOT_INSTALLED)
    docsis_vp_firmware_image(${name}-debug -Og "${arg_LIBC}" "${arg_STACK_BYTES}" "${arg_OPTIONS}"
      ${sources})
    list(APPEND names ${name}-debug)
  endif()
  set(images)
  foreach(image ${names})
    foreach(suffix elf report.txt report.json)
      list(APPEND images ${DOCSIS_VP_FIRMWARE_DIR}/${image}.${suffix})
    endforeach()
  endforeach()
  add_custom_target(firmware_${name} ALL DEPENDS ${images})
  set_target_properties(firmware_${name} PROPERTIES DOCSIS_VP_SOURCES "${sources}")
  if(NOT arg_NOT_INSTALLED AND DOCSIS_VP_SDK_DIR STREQUAL PROJECT_SOURCE_DIR)
    set_property(GLOBAL APPEND PROPERTY DOCSIS_VP_FIRMWARE firmware_${name})
    install(FILES ${images} DESTINATION share/docsis-vp/firmware)
  endif()
endfunction()

function(docsis_vp_require_libc)
  execute_process(COMMAND ${DOCSIS_VP_RISCV_GCC} -print-file-name=picolibc.specs
    OUTPUT_VARIABLE specs OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT IS_ABSOLUTE "${specs}")
    message(FATAL_ERROR "picolibc.specs not found: firmware with a C library needs it. "
                        "Install the Debian package picolibc-riscv64-unknown-elf.")
  endif()
endfunction()

# One image of absolute sources. optimization: in place of -O2 if not empty; with_libc: true or not;
# stack_bytes: empty for the linker script's default. options: for the compiler, a list.
function(docsis_vp_firmware_image name optimization with_libc stack_bytes options)
  set(script ${DOCSIS_VP_SDK_DIR}/fw/common/firmware.ld)
  set(regions ${DOCSIS_VP_SDK_DIR}/fw/include/registers/soc.ld)
  set(image ${DOCSIS_VP_FIRMWARE_DIR}/${name}.elf)
  set(objects)
  set(graphs)
  set(known_calls)
  set(compile_libc)
  set(link_libc)
  if(with_libc)
    set(specs --specs=picolibc.specs -DPICOLIBC_INTEGER_PRINTF_SCANF)
    set(compile_libc ${specs} -DFW_LIBC)
    set(link_libc ${specs} -lc)
  endif()
  set(stack)
  if(stack_bytes)
    set(stack -Wl,--defsym=__stack_size=${stack_bytes})
  endif()
  foreach(source ${ARGN})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${DOCSIS_VP_SDK_DIR} OUTPUT_VARIABLE place)
    string(REPLACE "../" "" place ${place})
    set(object ${DOCSIS_VP_FIRMWARE_DIR}/${name}/${place}.o)
    cmake_path(GET object PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    set(graph)
    cmake_path(GET source EXTENSION LAST_ONLY suffix)
    if(suffix STREQUAL ".c")
      string(REGEX REPLACE "[.]o$" ".ci" graph ${object})
    endif()
    cmake_path(GET source PARENT_PATH beside)
    file(GLOB known CONFIGURE_DEPENDS ${beside}/*.calls)
    list(APPEND known_calls ${known})
    add_custom_command(OUTPUT ${object} ${graph}
      COMMAND ${DOCSIS_VP_RISCV_GCC} ${DOCSIS_VP_FIRMWARE_FLAGS} ${optimization} ${compile_libc}
              ${options} -MD -MF ${object}.d -c ${source} -o ${object}
      DEPENDS ${source} DEPFILE ${object}.d
      COMMENT "Compiling ${place} for ${name}.elf" VERBATIM)
    list(APPEND objects ${object})
    list(APPEND graphs ${graph})
  endforeach()
  list(REMOVE_DUPLICATES known_calls)
  add_custom_command(OUTPUT ${image}
    COMMAND ${DOCSIS_VP_RISCV_GCC} ${DOCSIS_VP_FIRMWARE_ARCH} -nostartfiles -nostdlib -static
            -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments
            -L${DOCSIS_VP_SDK_DIR}/fw/include -T ${script} ${stack} ${objects} ${link_libc} -lgcc -o ${image}
    DEPENDS ${objects} ${script} ${regions}
    COMMENT "Linking ${name}.elf" VERBATIM)
  set(report ${DOCSIS_VP_FIRMWARE_DIR}/${name}.report)
  if(NOT optimization)
    set(optimization -O2)
  endif()
  add_custom_command(OUTPUT ${report}.txt ${report}.json
    COMMAND ${DOCSIS_VP_FIRMWARE_REPORT} ${image} ${report} --optimization ${optimization}
            --sources ${DOCSIS_VP_SDK_DIR} ${graphs} ${known_calls}
    DEPENDS ${image} ${graphs} ${known_calls} ${DOCSIS_VP_FIRMWARE_REPORT}
    COMMENT "Reporting on ${name}.elf" VERBATIM)
endfunction()
