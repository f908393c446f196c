/* Judges the packets in the ingress hold: the data path of DOCSIS-PIE in firmware. */
#ifndef FW_DOCSIS_PIE_ARRIVALS_H
#define FW_DOCSIS_PIE_ARRIVALS_H

#include "models/aqm/docsis_pie/docsis_pie.h"

#ifdef __cplusplus
extern "C" {
#endif

/* states, params: by service flow, shared with the law. Do not call it if hardware judges. */
void arrivals_start(docsis_pie_state* states, const docsis_pie_params* params);
/* Judges the packets that wait now. */
void arrivals_serve(void);

#ifdef __cplusplus
}
#endif

#endif
