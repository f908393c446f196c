// Rates a voice connection by its delay and loss (E-model).
#pragma once

namespace docsis_vp::hosts {

// Rating R by Cole and Rosenbluth 2001, "Voice over IP performance monitoring", for G.711 with
// concealment: 94.2 - 0.024 d - 0.11 max(0, d - 177.3) - 30 ln(1 + 15 e). White and Padden 2012
// print log; their tables follow from the natural logarithm. 70 and more is toll quality. delay_ms:
// mouth to ear, >= 0; loss: fraction of the packets lost or late, 0..1.
double r_value(double delay_ms, double loss);

// Mean opinion score 1..4.5 of a rating (ITU-T G.107 annex B). The cubic falls below 1 for ratings
// under 6.5; the result is at least 1.
double mean_opinion_score(double r_value);

}  // namespace docsis_vp::hosts
