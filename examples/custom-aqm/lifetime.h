/* An algorithm in C: what has waited too long is dropped at the head of the queue. */
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
