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
set(DOCSIS_VP_FIRMWARE_LIBC --specs=picolibc.specs -DPICOLIBC_INTEGER_PRINTF_SCANF)

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
# Images share the objects of sources that they have in common.
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
    cmake_path(ABSOLUTE_PATH own BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    if(NOT EXISTS ${own})
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${DOCSIS_VP_SDK_DIR} NORMALIZE
        OUTPUT_VARIABLE own)
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

# Compiles absolute sources, each once for all images of the project with the same flags, into
# firmware/objects/<optimization>-<hash of the flags>/<path>.o; C gets a call graph <path>.ci too.
# Sets <variable> to the objects, <variable>_graphs to the call graphs, <variable>_targets to the
# targets that make them. A command that reads the files depends on the files and on the targets.
# optimization: in place of -O2 if not empty; with_libc: true or not; options: a list for the
# compiler.
function(docsis_vp_firmware_objects variable optimization with_libc options)
  set(libc)
  set(label -O2)
  if(optimization)
    set(label ${optimization})
  endif()
  if(with_libc)
    set(libc ${DOCSIS_VP_FIRMWARE_LIBC} -DFW_LIBC)
    string(APPEND label -libc)
  endif()
  set(compile ${DOCSIS_VP_RISCV_GCC} ${DOCSIS_VP_FIRMWARE_FLAGS} ${optimization} ${libc} ${options})
  set(key ${compile})
  if(options)
    list(APPEND key ${CMAKE_CURRENT_BINARY_DIR})  # relative paths in options start there
  endif()
  string(MD5 key "${key}")
  string(SUBSTRING ${key} 0 8 key)
  string(SUBSTRING ${label}-${key} 1 -1 folder)  # without the dash
  set(objects)
  set(graphs)
  set(targets)
  foreach(source ${ARGN})
    docsis_vp_firmware_object(object ${source} ${folder} ${label} ${compile})
    list(APPEND objects ${object})
    list(APPEND graphs ${object_graph})
    list(APPEND targets ${object_target})
  endforeach()
  set(${variable} ${objects} PARENT_SCOPE)
  set(${variable}_graphs ${graphs} PARENT_SCOPE)
  set(${variable}_targets ${targets} PARENT_SCOPE)
endfunction()

# Compiles one source by the command in the remaining arguments. The rule belongs to the folder that
# asks first; the others depend on its target, so that parallel builds do not make the object twice.
function(docsis_vp_firmware_object variable source folder label)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${DOCSIS_VP_SDK_DIR} OUTPUT_VARIABLE place)
  string(REPLACE "../" "__/" path ${place})
  set(object ${DOCSIS_VP_FIRMWARE_DIR}/objects/${folder}/${path}.o)
  set(graph ${object})
  list(FILTER graph INCLUDE REGEX "[.]c[.]o$")
  list(TRANSFORM graph REPLACE "[.]o$" ".ci")
  cmake_path(GET source FILENAME name)
  string(MAKE_C_IDENTIFIER ${name} name)
  string(MD5 key ${object})
  string(SUBSTRING ${key} 0 12 key)
  set(target firmware_object_${name}_${key})
  if(NOT TARGET ${target})
    cmake_path(GET object PARENT_PATH beside)
    file(MAKE_DIRECTORY ${beside})
    if(place MATCHES "^[.][.]/")
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE place)
    endif()
    add_custom_command(OUTPUT ${object} ${graph}
      COMMAND ${ARGN} -MD -MF ${object}.d -c ${source} -o ${object}
      DEPENDS ${source} DEPFILE ${object}.d
      COMMENT "Compiling ${place} for firmware, ${label}" VERBATIM)
    add_custom_target(${target} DEPENDS ${object} ${graph})
  endif()
  set(${variable} ${object} PARENT_SCOPE)
  set(${variable}_graph ${graph} PARENT_SCOPE)
  set(${variable}_target ${target} PARENT_SCOPE)
endfunction()

# One image of absolute sources; stack_bytes: empty for the linker script's default, the rest as
# above.
function(docsis_vp_firmware_image name optimization with_libc stack_bytes options)
  set(script ${DOCSIS_VP_SDK_DIR}/fw/common/firmware.ld)
  set(regions ${DOCSIS_VP_SDK_DIR}/fw/include/registers/soc.ld)
  set(image ${DOCSIS_VP_FIRMWARE_DIR}/${name}.elf)
  docsis_vp_firmware_objects(objects "${optimization}" "${with_libc}" "${options}" ${ARGN})
  set(known_calls)
  foreach(source ${ARGN})
    cmake_path(GET source PARENT_PATH beside)
    file(GLOB known CONFIGURE_DEPENDS ${beside}/*.calls)
    list(APPEND known_calls ${known})
  endforeach()
  list(REMOVE_DUPLICATES known_calls)
  set(libc)
  if(with_libc)
    set(libc ${DOCSIS_VP_FIRMWARE_LIBC} -lc)
  endif()
  set(stack)
  if(stack_bytes)
    set(stack -Wl,--defsym=__stack_size=${stack_bytes})
  endif()
  add_custom_command(OUTPUT ${image}
    COMMAND ${DOCSIS_VP_RISCV_GCC} ${DOCSIS_VP_FIRMWARE_ARCH} -nostartfiles -nostdlib -static
            -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments
            -L${DOCSIS_VP_SDK_DIR}/fw/include -T ${script} ${stack} ${objects} ${libc} -lgcc -o ${image}
    DEPENDS ${objects} ${objects_targets} ${script} ${regions}
    COMMENT "Linking ${name}.elf" VERBATIM)
  set(report ${DOCSIS_VP_FIRMWARE_DIR}/${name}.report)
  if(NOT optimization)
    set(optimization -O2)
  endif()
  add_custom_command(OUTPUT ${report}.txt ${report}.json
    COMMAND ${DOCSIS_VP_FIRMWARE_REPORT} ${image} ${report} --optimization ${optimization}
            --sources ${DOCSIS_VP_SDK_DIR} ${objects_graphs} ${known_calls}
    DEPENDS ${image} ${objects_graphs} ${known_calls} ${DOCSIS_VP_FIRMWARE_REPORT}
    COMMENT "Reporting on ${name}.elf" VERBATIM)
endfunction()
