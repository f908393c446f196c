# cmake -D COMPILER=... -D SOURCE_DIR=... -P language.cmake
# Headers that programs begin with name the C++ standard that they need before anything else fails, and
# take later standards where SC_CPLUSPLUS says which one SystemC's library has.
cmake_minimum_required(VERSION 3.25)

function(compile variable header)
  execute_process(
    COMMAND ${COMPILER} ${ARGN} -fsyntax-only -Wfatal-errors -I${SOURCE_DIR} -x c++ -include ${header} /dev/null
    OUTPUT_QUIET ERROR_VARIABLE errors RESULT_VARIABLE status)
  if(NOT status EQUAL 0 AND errors STREQUAL "")
    set(errors "status ${status}")
  endif()
  string(REGEX MATCH "[^\n]*error:[^\n]*" first "${errors}")
  set(${variable} "${first}" PARENT_SCOPE)
endfunction()

function(require_refusal header)
  compile(error ${header} ${ARGN})
  if(NOT error MATCHES "docsis-vp needs C[+][+]17, and SystemC's library is built for C[+][+]17")
    message(SEND_ERROR "${ARGN}: ${header}: the first error is: ${error}")
  endif()
endfunction()

foreach(header models/queue/law.h platform/bus/register_file.h system/assembly/system.h
               system/extension/extensions.h system/extension/hardware_block.h testing/matchers.h
               testing/system_test.h)
  require_refusal(${header} -std=c++14)
endforeach()
foreach(options -std=gnu++11 -std=c++20 "-std=c++20 -include systemc"
                "-std=c++17 -DDOCSIS_VP_OLD_CXX_STANDARD" "-std=c++17 -DSC_CPLUSPLUS=202002L")
  separate_arguments(options)
  require_refusal(models/queue/law.h ${options})
endforeach()

foreach(options -std=c++17 "-std=c++17 -DSC_CPLUSPLUS=201703L" "-std=c++20 -DSC_CPLUSPLUS=201703L"
                "-std=c++17 -DSC_CPLUSPLUS=201402L -DDOCSIS_VP_SYSTEMC_STANDARD=201402L")
  separate_arguments(options)
  compile(error models/queue/law.h ${options})
  if(error)
    message(SEND_ERROR "${options}: ${error}")
  endif()
endforeach()
compile(error system/assembly/system.h -std=c++20 -DSC_CPLUSPLUS=201703L)
if(error)
  message(SEND_ERROR "C++20: ${error}")
endif()
