# Cross-compilation of firmware for the modem's control CPU, as custom commands of this project.
find_program(DOCSIS_VP_RISCV_GCC riscv64-unknown-elf-gcc)
if(NOT DOCSIS_VP_RISCV_GCC)
  message(FATAL_ERROR "riscv64-unknown-elf-gcc not found: firmware for the control CPU needs it. "
                      "Install the Debian package gcc-riscv64-unknown-elf.")
endif()

set(DOCSIS_VP_FIRMWARE_DIR ${PROJECT_BINARY_DIR}/firmware)
# No extension beyond these in -march: gcc 12 would silently link the rv64 libgcc. Sources that
# use CSRs say .option arch, +zicsr.
set(DOCSIS_VP_FIRMWARE_ARCH -march=rv32imc -mabi=ilp32)
set(DOCSIS_VP_FIRMWARE_FLAGS ${DOCSIS_VP_FIRMWARE_ARCH} -std=c11 -O2 -g -ffreestanding
    -ffunction-sections -fdata-sections -fno-common
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
    -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/fw/include)

# docsis_vp_add_firmware(<name> [NOT_INSTALLED] [STACK_BYTES <n>] SOURCES <file>...)
# makes ${PROJECT_BINARY_DIR}/firmware/<name>.elf, target firmware_<name>. Sources are paths from
# the project's root; start-up code and trap handler come with every image.
function(docsis_vp_add_firmware name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NOT_INSTALLED" "STACK_BYTES" "SOURCES")
  set(script ${PROJECT_SOURCE_DIR}/fw/common/firmware.ld)
  set(regions ${PROJECT_SOURCE_DIR}/fw/include/registers/soc.ld)
  set(image ${DOCSIS_VP_FIRMWARE_DIR}/${name}.elf)
  set(objects)
  set(stack)
  if(arg_STACK_BYTES)
    set(stack -Wl,--defsym=__stack_size=${arg_STACK_BYTES})
  endif()
  foreach(source fw/common/crt0.S fw/common/memory.c fw/common/trap.c fw/hal/console.c fw/hal/exit_device.c
                 ${arg_SOURCES})
    set(object ${DOCSIS_VP_FIRMWARE_DIR}/${name}/${source}.o)
    cmake_path(GET object PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${object}
      COMMAND ${DOCSIS_VP_RISCV_GCC} ${DOCSIS_VP_FIRMWARE_FLAGS} -MD -MF ${object}.d
              -c ${PROJECT_SOURCE_DIR}/${source} -o ${object}
      DEPENDS ${PROJECT_SOURCE_DIR}/${source} DEPFILE ${object}.d
      COMMENT "Compiling ${source} for ${name}.elf" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  add_custom_command(OUTPUT ${image}
    COMMAND ${DOCSIS_VP_RISCV_GCC} ${DOCSIS_VP_FIRMWARE_ARCH} -nostartfiles -nostdlib -static
            -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments
            -L${PROJECT_SOURCE_DIR}/fw/include -T ${script} ${stack} ${objects} -lgcc -o ${image}
    DEPENDS ${objects} ${script} ${regions}
    COMMENT "Linking ${name}.elf" VERBATIM)
  add_custom_target(firmware_${name} ALL DEPENDS ${image})
  if(NOT arg_NOT_INSTALLED)
    set_property(GLOBAL APPEND PROPERTY DOCSIS_VP_FIRMWARE firmware_${name})
    install(FILES ${image} DESTINATION share/docsis-vp/firmware)
  endif()
endfunction()
