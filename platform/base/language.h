// Checks the C++ standard of programs that include the platform. Public headers include this one
// first, so that a wrong standard gives one error line instead of hundreds.
#pragma once

// SystemC's library is built for this standard. CMake's targets define another value if it differs.
// They also let programs of later standards link the library (cmake/DocsisVpSystemC.cmake).
#ifndef DOCSIS_VP_SYSTEMC_STANDARD
#define DOCSIS_VP_SYSTEMC_STANDARD 201703L
#endif

// SystemC's headers, if not read yet, set SC_CPLUSPLUS to __cplusplus.
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
