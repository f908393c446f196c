// The C++ standard of programs that include these headers. Headers that programs begin with include
// this one first, so that a wrong standard is one line and not hundreds.
#pragma once

// The standard that SystemC's library was built for. CMake's targets name another one, if it is,
// and they let programs of later standards link it (cmake/DocsisVpSystemC.cmake).
#ifndef DOCSIS_VP_SYSTEMC_STANDARD
#define DOCSIS_VP_SYSTEMC_STANDARD 201703L
#endif

// SC_CPLUSPLUS, if SystemC's headers have not been read yet, is theirs to choose: __cplusplus.
#if __cplusplus < 201703L || defined(DOCSIS_VP_OLD_CXX_STANDARD)
#define DOCSIS_VP_STANDARD_FITS 0
#elif defined(SC_CPLUSPLUS)
#define DOCSIS_VP_STANDARD_FITS (SC_CPLUSPLUS == DOCSIS_VP_SYSTEMC_STANDARD)
#else
#define DOCSIS_VP_STANDARD_FITS (__cplusplus == DOCSIS_VP_SYSTEMC_STANDARD)
#endif

#if !DOCSIS_VP_STANDARD_FITS
#error \
    "docsis-vp needs C++17, and SystemC's library is built for C++17: compile with -std=c++17 \
(CMake: CXX_STANDARD 17), or with a later standard and -DSC_CPLUSPLUS=201703L"
#endif
