# Cross-compilation of firmware for the modem's control CPU, as custom commands of any CMake
# project: this one, or one that has found the installed package.
find_program(DOCSIS_VP_RISCV_GCC riscv64-unknown-elf-gcc)
find_program(DOCSIS_VP_RISCV_GXX riscv64-unknown-elf-g++)
if(NOT DOCSIS_VP_RISCV_GCC)
  message(FATAL_ERROR "riscv64-unknown-elf-gcc not found: firmware for the control CPU needs it. "
                      "Install the Debian package gcc-riscv64-unknown-elf.")
endif()

# DOCSIS_VP_SDK_DIR holds fw/ and models/aqm/. In a source tree it is the folder above this file's,
# even if a cache has another value. The package installs this file elsewhere and sets it before.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH docsis_vp_tree)
if(EXISTS ${docsis_vp_tree}/fw/common/firmware.ld)
  set(DOCSIS_VP_SDK_DIR ${docsis_vp_tree})
endif()
set(DOCSIS_VP_FIRMWARE_DIR ${PROJECT_BINARY_DIR}/firmware)
# No extension beyond these in -march: gcc 12 would silently link the rv64 libgcc. Sources that
# use CSRs say .option arch, +zicsr.
set(DOCSIS_VP_FIRMWARE_ARCH -march=rv32imc -mabi=ilp32)
# Debug information of the SDK's own images has paths relative to the root of the tree, so that an
# image is the same wherever it is built. Other projects keep absolute paths: debuggers and genhtml
# then find the SDK's sources from any folder.
if(DOCSIS_VP_SDK_DIR STREQUAL PROJECT_SOURCE_DIR)
  set(DOCSIS_VP_FIRMWARE_PATHS
    -ffile-prefix-map=${DOCSIS_VP_SDK_DIR}=. -Wa,--debug-prefix-map=${DOCSIS_VP_SDK_DIR}=.)
else()
  set(DOCSIS_VP_FIRMWARE_PATHS -fmacro-prefix-map=${DOCSIS_VP_SDK_DIR}=.)
endif()
# Functions start at words. A jump to a 32-bit instruction that crosses a word costs a cycle more,
# so without the alignment a change of one function would move the cycles of those behind it.
set(DOCSIS_VP_FIRMWARE_FLAGS ${DOCSIS_VP_FIRMWARE_ARCH} -std=c11 -O2 -g -ffreestanding
    -ffunction-sections -fdata-sections -falign-functions=4 -fno-common
    ${DOCSIS_VP_FIRMWARE_PATHS}
    -fcallgraph-info=su
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
    -I${DOCSIS_VP_SDK_DIR} -I${DOCSIS_VP_SDK_DIR}/fw/include)
# Options for C++ instead of -std=c11: no feature that needs a runtime library beyond
# fw/common/cxx.cpp. The SDK's headers write {0} for all members 0, as in C.
set(DOCSIS_VP_FIRMWARE_CXX -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics
    -Wno-missing-field-initializers)
set(DOCSIS_VP_FIRMWARE_LIBC --specs=picolibc.specs)
# Regular expressions: names of sources in C++, of headers, and options of the optimization level.
set(DOCSIS_VP_FIRMWARE_CXX_SOURCE "[.](cpp|cc|cxx|c[+][+]|C)$")
set(DOCSIS_VP_FIRMWARE_HEADER "[.](h|hh|hpp|hxx|inc|inl|ipp|calls)$")
set(DOCSIS_VP_FIRMWARE_LEVEL "^-O([0-9]+|[sgz]|fast)?$")

# Program that computes sizes and stack bounds: built here, or installed with the package.
if(TARGET docsis-vp-firmware-report)
  set(DOCSIS_VP_FIRMWARE_REPORT docsis-vp-firmware-report)
else()
  find_program(DOCSIS_VP_FIRMWARE_REPORT docsis-vp-firmware-report
    HINTS ${DOCSIS_VP_SDK_DIR}/../../../bin REQUIRED)
endif()

# docsis_vp_add_firmware(<name> [NOT_INSTALLED] [LIBC] [PRINTF integer|float|double]
#                        [STACK_BYTES <n>] [ROM_KIB <n>] [RAM_KIB <n>] [LINKER_SCRIPT <file>]
#                        [OPTIONS <option>...] [CXX_OPTIONS <option>...] SOURCES <file>...)
# makes ${PROJECT_BINARY_DIR}/firmware/<name>.elf and, for debuggers, <name>-debug.elf, the same
# with -Og; target firmware_<name>. A source is a path from the caller's folder, or from the root of
# the SDK: fw/hal/watchdog.c. It is C11, C++17 or assembly by its suffix; headers are ignored.
# Every image contains start-up code and trap handler.
# Beside each image are <image>.report.txt and .report.json: sizes, the largest functions, and a
# bound of the stack. x.calls beside x.c declares calls by pointer: docs/firmware-guide.md.
# Images share the objects of common sources.
# NOT_INSTALLED: neither the debug image nor an installation with this project.
# OPTIONS: for the compilers and, with -flto, the linker. They follow DOCSIS_VP_FIRMWARE_FLAGS and
# override them: -Wno-error, -Os.
# CXX_OPTIONS: for C++ only, after OPTIONS. An -O here is reported as an option of the image.
# The debug image keeps -Og in any case.
# LIBC: links picolibc, whose standard streams are the console.
# PRINTF: as LIBC, and selects the numbers of its printf and scanf: integer by default.
# ROM_KIB, RAM_KIB: sizes of the memories for which the image is linked, if they differ from
# models/cm/soc.rdl. The modem that runs it needs cpu.rom_kib and cpu.ram_kib.
# LINKER_SCRIPT: replaces fw/common/firmware.ld, a path from the caller's folder. Its includes are
# searched there, in fw/include and from the root of the SDK.
function(docsis_vp_add_firmware name)
  if(NOT DEFINED DOCSIS_VP_FIRMWARE_FLAGS)
    # The project builds the platform with itself: the variables above are the subproject's.
    include(${CMAKE_CURRENT_FUNCTION_LIST_FILE})
  endif()
  set(values PRINTF STACK_BYTES ROM_KIB RAM_KIB LINKER_SCRIPT)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NOT_INSTALLED;LIBC" "${values}"
    "OPTIONS;CXX_OPTIONS;SOURCES")
  docsis_vp_check_firmware_arguments(${name})
  if(arg_PRINTF)
    set(arg_LIBC ON)
  elseif(arg_LIBC)
    set(arg_PRINTF integer)
  endif()
  set(start_up fw/common/crt0.S fw/common/memory.c fw/common/trap.c fw/hal/console.c
    fw/hal/exit_device.c)
  if(arg_LIBC)
    docsis_vp_require_libc()
    list(APPEND start_up fw/libc/stdio.c)
  endif()
  set(cxx_sources ${arg_SOURCES})
  list(FILTER cxx_sources INCLUDE REGEX ${DOCSIS_VP_FIRMWARE_CXX_SOURCE})
  if(cxx_sources)
    list(APPEND start_up fw/common/cxx.cpp)
  endif()
  set(sources)
  foreach(source ${start_up} ${arg_SOURCES})
    docsis_vp_firmware_source(own ${name} ${source})
    list(APPEND sources ${own})
  endforeach()
  if(arg_LINKER_SCRIPT)
    cmake_path(ABSOLUTE_PATH arg_LINKER_SCRIPT BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    if(NOT EXISTS ${arg_LINKER_SCRIPT})
      message(FATAL_ERROR "docsis_vp_add_firmware(${name}): there is no LINKER_SCRIPT "
                          "${arg_LINKER_SCRIPT}")
    endif()
    file(STRINGS ${arg_LINKER_SCRIPT} inserts REGEX "INSERT +(AFTER|BEFORE)")
    if(inserts)
      message(FATAL_ERROR "docsis_vp_add_firmware(${name}): expected a whole LINKER_SCRIPT; with "
                          "INSERT, ld takes the rest from its own: ${arg_LINKER_SCRIPT}")
    endif()
  endif()
  set(symbols)
  if(arg_STACK_BYTES)
    list(APPEND symbols __stack_size=${arg_STACK_BYTES})
  endif()
  # The model's register description has the sizes of the default map; soc.h gets other sizes here.
  foreach(memory ROM RAM)
    if(arg_${memory}_KIB)
      math(EXPR bytes "${arg_${memory}_KIB} * 1024")
      list(APPEND arg_OPTIONS -DSOC_${memory}_BYTES=${bytes}u)
      string(TOLOWER ${memory} lower)
      list(APPEND symbols __${lower}_size=${bytes})
    endif()
  endforeach()
  set(image PRINTF "${arg_PRINTF}" LINKER_SCRIPT "${arg_LINKER_SCRIPT}" SYMBOLS ${symbols}
    SOURCES ${sources})
  docsis_vp_firmware_image(${name} ${image}
    OPTIONS ${arg_OPTIONS} CXX_OPTIONS ${arg_CXX_OPTIONS})
  set(names ${name})
  if(NOT arg_NOT_INSTALLED)
    list(FILTER arg_OPTIONS EXCLUDE REGEX ${DOCSIS_VP_FIRMWARE_LEVEL})
    list(FILTER arg_CXX_OPTIONS EXCLUDE REGEX ${DOCSIS_VP_FIRMWARE_LEVEL})
    docsis_vp_firmware_image(${name}-debug ${image}
      OPTIMIZATION -Og OPTIONS ${arg_OPTIONS} CXX_OPTIONS ${arg_CXX_OPTIONS})
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

# Checks the arguments of docsis_vp_add_firmware(), with one line per error. It reads the caller's
# arg_... variables and has no arguments.
function(docsis_vp_check_firmware_arguments name)
  set(call "docsis_vp_add_firmware(${name})")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${call}: expected SOURCES before \"${arg_UNPARSED_ARGUMENTS}\"")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${call}: expected a value behind ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "${call}: expected SOURCES")
  endif()
  if(arg_PRINTF AND NOT arg_PRINTF MATCHES "^(integer|float|double)$")
    message(FATAL_ERROR "${call}: expected PRINTF integer, float or double, got ${arg_PRINTF}")
  endif()
  foreach(number STACK_BYTES ROM_KIB RAM_KIB)
    if(DEFINED arg_${number} AND NOT arg_${number} MATCHES "^[1-9][0-9]*$")
      message(FATAL_ERROR "${call}: expected ${number} as a whole number above 0, "
                          "got ${arg_${number}}")
    endif()
  endforeach()
endfunction()

# Sets <variable> to the absolute path of a source, or to nothing for a header.
function(docsis_vp_firmware_source variable name source)
  set(${variable} "" PARENT_SCOPE)
  if(source MATCHES ${DOCSIS_VP_FIRMWARE_HEADER})
    return()
  endif()
  set(is_cxx OFF)
  if(source MATCHES ${DOCSIS_VP_FIRMWARE_CXX_SOURCE})
    set(is_cxx ON)
  endif()
  if(NOT is_cxx AND NOT source MATCHES "[.](c|S|s)$")
    message(FATAL_ERROR "docsis_vp_add_firmware(${name}): expected a source in C, C++ or assembly "
                        "(.c, .cpp, .cc, .cxx, .S, .s), got ${source}")
  endif()
  if(is_cxx AND NOT DOCSIS_VP_RISCV_GXX)
    message(FATAL_ERROR "riscv64-unknown-elf-g++ not found: firmware in C++ (${source}) needs it. "
                        "Install the Debian package gcc-riscv64-unknown-elf.")
  endif()
  # A generated source does not exist yet, but a rule makes it.
  foreach(folder ${CMAKE_CURRENT_SOURCE_DIR} ${DOCSIS_VP_SDK_DIR} ${CMAKE_CURRENT_BINARY_DIR})
    set(own ${source})
    cmake_path(ABSOLUTE_PATH own BASE_DIRECTORY ${folder} NORMALIZE)
    get_source_file_property(is_generated ${own} GENERATED)
    if(EXISTS ${own} OR is_generated)
      set(${variable} ${own} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "docsis_vp_add_firmware(${name}): there is no ${source} in "
                      "${CMAKE_CURRENT_SOURCE_DIR} or in ${DOCSIS_VP_SDK_DIR}")
endfunction()

function(docsis_vp_require_libc)
  execute_process(COMMAND ${DOCSIS_VP_RISCV_GCC} -print-file-name=picolibc.specs
    OUTPUT_VARIABLE specs OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT IS_ABSOLUTE "${specs}")
    message(FATAL_ERROR "picolibc.specs not found: firmware with a C library needs it. "
                        "Install the Debian package picolibc-riscv64-unknown-elf.")
  endif()
endfunction()

# Sets <variable> to the optimization level of the last matching option, else to -O2.
function(docsis_vp_firmware_optimization variable)
  set(last -O2)
  foreach(option ${ARGN})
    if(option MATCHES ${DOCSIS_VP_FIRMWARE_LEVEL})
      set(last ${option})
    endif()
  endforeach()
  set(${variable} ${last} PARENT_SCOPE)
endfunction()

# Tells whether options enable link-time optimization; the last one wins.
function(docsis_vp_firmware_lto variable)
  set(lto OFF)
  foreach(option ${ARGN})
    if(option MATCHES "^-flto(=|$)")
      set(lto ON)
    elseif(option STREQUAL "-fno-lto")
      set(lto OFF)
    endif()
  endforeach()
  set(${variable} ${lto} PARENT_SCOPE)
endfunction()

# Compiles absolute sources, each once for all images of the project with the same flags, into
# firmware/objects/<optimization>-<hash of the flags>/<path>.o; C and C++ get a call graph <path>.ci
# too, unless the linker optimizes them.
# Sets <variable> to the objects, <variable>_graphs to the call graphs, <variable>_targets to the
# targets that make them. A command that reads the files depends on the files and on the targets.
# optimization: in place of -O2 if not empty; printf: of picolibc, empty without it; options, and
# cxx_options for C++ alone: lists for the compiler.
function(docsis_vp_firmware_objects variable optimization printf options cxx_options)
  set(libc)
  set(label)
  if(printf)
    set(libc ${DOCSIS_VP_FIRMWARE_LIBC} -DFW_LIBC)
    string(TOUPPER ${printf} upper)
    list(APPEND libc -DPICOLIBC_${upper}_PRINTF_SCANF)
    set(label -libc)
  endif()
  # A standard is for C or for C++.
  set(c_options "${options}")
  list(FILTER c_options EXCLUDE REGEX "^-std=(c|gnu)[+][+]")
  list(FILTER options EXCLUDE REGEX "^-std=(c|gnu|iso)[0-9]")
  set(cxx_flags ${DOCSIS_VP_FIRMWARE_FLAGS})
  list(FILTER cxx_flags EXCLUDE REGEX "^-std=")
  set(compile ${DOCSIS_VP_RISCV_GCC} ${DOCSIS_VP_FIRMWARE_FLAGS} ${optimization} ${libc}
    ${c_options})
  set(compile_cxx ${DOCSIS_VP_RISCV_GXX} ${cxx_flags} ${DOCSIS_VP_FIRMWARE_CXX} ${optimization}
    ${libc} ${options} ${cxx_options})
  docsis_vp_firmware_lto(lto ${options})
  set(objects)
  set(graphs)
  set(targets)
  foreach(source ${ARGN})
    set(command ${compile})
    set(own_options ${c_options})
    if(source MATCHES ${DOCSIS_VP_FIRMWARE_CXX_SOURCE})
      set(command ${compile_cxx})
      set(own_options ${options} ${cxx_options})
    endif()
    docsis_vp_firmware_optimization(level ${optimization} ${own_options})
    string(SUBSTRING ${level} 1 -1 folder)  # without the dash
    set(key ${command})
    if(own_options)
      list(APPEND key ${CMAKE_CURRENT_BINARY_DIR})  # relative paths in options start there
    endif()
    string(MD5 key "${key}")
    string(SUBSTRING ${key} 0 8 key)
    # The optimization itself inserts calls of the four functions in it.
    if(lto AND source MATCHES "/fw/common/memory[.]c$")
      list(APPEND command -fno-lto)
    endif()
    docsis_vp_firmware_object(object ${source} ${folder}${label}-${key} ${level} ${command})
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
  docsis_vp_firmware_lto(lto ${ARGN})
  set(graph)
  if(NOT lto AND NOT source MATCHES "[.][sS]$")
    string(REGEX REPLACE "[.]o$" ".ci" graph ${object})
  endif()
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

# docsis_vp_firmware_image(<name> [OPTIMIZATION <option>] [PRINTF <numbers>]
#                          [LINKER_SCRIPT <file>] [SYMBOLS <name>=<value>...]
#                          [OPTIONS <option>...] [CXX_OPTIONS <option>...] SOURCES <file>...)
# makes one image of absolute sources. OPTIMIZATION: in place of -O2. PRINTF: of picolibc, which is
# not linked without it. SYMBOLS: of the linker script.
function(docsis_vp_firmware_image name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OPTIMIZATION;PRINTF;LINKER_SCRIPT"
    "SYMBOLS;OPTIONS;CXX_OPTIONS;SOURCES")
  set(script ${DOCSIS_VP_SDK_DIR}/fw/common/firmware.ld)
  if(arg_LINKER_SCRIPT)
    set(script ${arg_LINKER_SCRIPT})
  endif()
  cmake_path(GET script PARENT_PATH beside_script)
  set(image ${DOCSIS_VP_FIRMWARE_DIR}/${name}.elf)
  docsis_vp_firmware_objects(objects "${arg_OPTIMIZATION}" "${arg_PRINTF}" "${arg_OPTIONS}"
    "${arg_CXX_OPTIONS}" ${arg_SOURCES})
  set(known_calls)
  foreach(source ${arg_SOURCES})
    cmake_path(GET source PARENT_PATH beside)
    file(GLOB known CONFIGURE_DEPENDS ${beside}/*.calls)
    list(APPEND known_calls ${known})
  endforeach()
  list(REMOVE_DUPLICATES known_calls)
  set(link ${DOCSIS_VP_RISCV_GCC} ${DOCSIS_VP_FIRMWARE_ARCH})
  set(linked_graph)
  docsis_vp_firmware_lto(lto ${arg_OPTIONS})
  docsis_vp_firmware_optimization(level ${arg_OPTIMIZATION} ${arg_OPTIONS})
  if(lto)
    # The linker makes the code and its call graph in one piece.
    set(link ${DOCSIS_VP_RISCV_GCC} ${DOCSIS_VP_FIRMWARE_FLAGS} ${arg_OPTIMIZATION} ${arg_OPTIONS}
      -flto-partition=one)
    list(FILTER link EXCLUDE REGEX "^-std=")
    set(linked_graph ${image}.ltrans0.ltrans.ci)
  endif()
  set(libc)
  if(arg_PRINTF)
    string(TOUPPER ${arg_PRINTF} upper)
    set(libc ${DOCSIS_VP_FIRMWARE_LIBC} -DPICOLIBC_${upper}_PRINTF_SCANF -lc)
  endif()
  list(TRANSFORM arg_SYMBOLS PREPEND -Wl,--defsym=)
  add_custom_command(OUTPUT ${image} ${linked_graph}
    COMMAND ${link} -nostartfiles -nostdlib -static
            -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments
            -L${beside_script} -L${DOCSIS_VP_SDK_DIR}/fw/include -L${DOCSIS_VP_SDK_DIR}
            ${arg_SYMBOLS} -T ${script} ${objects} ${libc} -lgcc -o ${image}
    DEPENDS ${objects} ${objects_targets} ${script} ${DOCSIS_VP_SDK_DIR}/fw/common/firmware.ld
            ${DOCSIS_VP_SDK_DIR}/fw/include/registers/soc.ld
    COMMENT "Linking ${name}.elf" VERBATIM)
  set(report ${DOCSIS_VP_FIRMWARE_DIR}/${name}.report)
  set(graphs ${objects_graphs} ${linked_graph})
  # --optimization is the level of OPTIONS; C++ may have another level.
  set(told ${arg_OPTIONS})
  list(FILTER told EXCLUDE REGEX ${DOCSIS_VP_FIRMWARE_LEVEL})
  list(APPEND told ${arg_CXX_OPTIONS})
  list(TRANSFORM told PREPEND --option=)
  add_custom_command(OUTPUT ${report}.txt ${report}.json
    COMMAND ${DOCSIS_VP_FIRMWARE_REPORT} ${image} ${report} --optimization ${level} ${told}
            --sources ${DOCSIS_VP_SDK_DIR} ${graphs} ${known_calls}
    DEPENDS ${image} ${graphs} ${known_calls} ${DOCSIS_VP_FIRMWARE_REPORT}
    COMMENT "Reporting on ${name}.elf" VERBATIM)
endfunction()
