// Declares the version of the platform that a program is compiled against, for its #if (Semantic
// Versioning 2.0; docs/stability.md lists the public interfaces). The build reads it here too.
#pragma once

#define DOCSIS_VP_VERSION_MAJOR 0
#define DOCSIS_VP_VERSION_MINOR 1
#define DOCSIS_VP_VERSION_PATCH 0
