/* Implements an algorithm in C: drops packets at the head that have waited too long. */
#ifndef LIFETIME_H
#define LIFETIME_H

#include "models/aqm/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const aqm_algorithm lifetime_algorithm;

#ifdef __cplusplus
}
#endif

#endif
