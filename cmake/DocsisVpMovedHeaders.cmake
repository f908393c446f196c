# Public headers under the names that they had in earlier versions: programs that include those go
# on compiling. A folder of files that include the new ones is installed beside the headers.
set(moved_headers
  system/assembly/control_cpu.h=system/assembly/cpu/control_cpu.h
  system/assembly/cpu_recordings.h=system/assembly/instruments/cpu_recordings.h
  system/assembly/events.h=system/assembly/modem/events.h
  system/assembly/fault_injector.h=system/assembly/faults/fault_injector.h
  system/assembly/find_cpu.h=system/assembly/modem/find_cpu.h
  system/assembly/firmware_view.h=system/assembly/cpu/firmware_view.h
  system/assembly/modem_unit.h=system/assembly/modem/modem_unit.h
  system/scenario/load.h=system/scenario/read/load.h
  system/scenario/parameters.h=system/scenario/schema/parameters.h
  system/scenario/scenario.h=system/scenario/fields/scenario.h)
set(moved_folder ${PROJECT_BINARY_DIR}/moved-headers)
file(REMOVE_RECURSE ${moved_folder})
foreach(moved ${moved_headers})
  string(REPLACE "=" ";" names ${moved})
  list(GET names 0 earlier)
  list(GET names 1 present)
  file(CONFIGURE OUTPUT ${moved_folder}/${earlier}
    CONTENT "// Moved.\n#pragma once\n\n#include \"${present}\"\n" @ONLY)
endforeach()
if(DOCSIS_VP_INSTALL)
  install(DIRECTORY ${moved_folder}/ DESTINATION include/docsis_vp)
endif()
if(NOT PROJECT_IS_TOP_LEVEL)
  target_include_directories(docsis_vp_system INTERFACE $<BUILD_INTERFACE:${moved_folder}>)
endif()
