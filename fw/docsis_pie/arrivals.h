/* DOCSIS-PIE's data path in firmware: a verdict for every packet in the ingress hold. */
#ifndef FW_DOCSIS_PIE_ARRIVALS_H
#define FW_DOCSIS_PIE_ARRIVALS_H

#include "models/aqm/docsis_pie/docsis_pie.h"

#ifdef __cplusplus
extern "C" {
#endif

/* states, params: by service flow; the law updates the same states. Not if hardware decides. */
void arrivals_start(docsis_pie_state* states, const docsis_pie_params* params);
/* Judges what waits now. */
void arrivals_serve(void);

#ifdef __cplusplus
}
#endif

#endif
