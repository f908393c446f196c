"""The study as a whole."""

from docsis_vp.studies.cablelabs_2012.cases import paper_cases, sensitivity_cases
from docsis_vp.studies.cablelabs_2012.claims import CLAIMS
from docsis_vp.studies.cablelabs_2012.figures import FIGURES
from docsis_vp.studies.cablelabs_2012.numbers import ftp_kbytes, late, lost, measure, mos, page_median
from docsis_vp.studies.study import Cause, Gauge, Study

JUDGED = (
    "CoDel judges a packet here when the one before it leaves, as ns-2's queues do. Tested: judged when the buckets hold it (cases *-waits), short "
    "packets are rarely the ones that are due, and C04 loses 2.7 % of the voice packets instead of 7.5, C05 0.2 instead of 1.5, C07 0.3 instead of 2.0."
)
SYNS = (
    "A page opens 101 connections, and a SYN that is lost comes again after 3 s, as the paper says. So a page of C04, where a packet in 14 is lost, waits for "
    "several. Tested: after 1 s (cases *-syn-1s) pages take 2.96 s in C02, 3.44 in C04 and 5.3 in D02 with 21 packets, "
    "near what is printed but for D01 with 21 packets, 3.3 s instead of 4.2 and 4.0 printed."
)
BURSTS = (
    "Tested, what the call loses beside the bursty file: on one connection 0.06 % in D08, 0.22 in C08 and 0.35 in D08 with 21 packets; on a new connection "
    "each time 0.26 in D08 and 0.21 in C08; with NewReno, one seed, 0.08, 0.13 and 0.23 instead of 0.07, 0.19 and 0.46. So it is neither the restart nor the "
    "recovery; the rest is not explained."
)
CAUSES = (
    Cause(BURSTS, scenario="C08", metric="voip_[lt]o*"),
    Cause(BURSTS, scenario="D08", metric="voip_[lt]o*", scheme="DropTail-21"),
    Cause(BURSTS, scenario="D08", metric="voip_lost", scheme="DropTail-417"),
    Cause(SYNS, metric="page_load_time*", scheme="CoDel-417"),
    Cause(SYNS, metric="plt_*", scheme="CoDel-417 vs DropTail-417"),
    Cause(
        "Five CUBICs of 20 ms: C04's median is 12.9 ms, of the others none exceeds 7.5. Tested, of the whole run: 12.5 ms; judged when the buckets hold a packet "
        "10.9, with every segment acknowledged 11.2, with the re-entry of RFC 8289 17.3.",
        table="fig07", metric="queue_delay_typical_max",
    ),
    Cause(
        "How long CUBIC stays below the peak rate hangs on how it recovers from the losses of its slow start. Tested over 20 s: 16.0 Mbit/s from 3 s on; with "
        "HyStart 15.0, without fast convergence 18.1, without selective acknowledgments 14.6, every segment acknowledged 16.1; the fall at 1.6 to 1.9 s in all "
        "of them but 2.9 without proportional rate reduction.",
        table="fig06",
    ),
    Cause(
        "Losses come when the queue of a second overflows, a window's worth at a time. Tested over 300 s: 1.8 % of D04's voice packets are lost, 1.8 without fast "
        "convergence, 1.6 without proportional rate reduction, 2.0 without selective acknowledgments, 2.4 with every segment acknowledged; over 600 s 1.3.",
        table="table03",
        metric="voip_lost",
        scheme="DropTail-417",
        scenario="D04",
    ),
    Cause(
        "Losses come when the queue of a second overflows, a window's worth at a time. Tested over 300 s: 1.4 % of D02's voice packets are lost, 1.2 without fast "
        "convergence or without proportional rate reduction, 1.6 with every segment acknowledged, 1.5 without selective acknowledgments; of D05's 1.8, 2.0, "
        "2.0, 4.1, 2.4.",
        table="table03",
        metric="voip_lost",
        scheme="DropTail-417",
        scenario="D0[25]",
    ),
    Cause(JUDGED, metric="voip_lost", scheme="CoDel-417"),
    Cause(JUDGED, metric="voip_total_plr", scheme="CoDel-417"),
    Cause(JUDGED, metric="voip_mos*", scenario="*C0[457]"),
    Cause(
        "The bursty file, whose cycle is the printed one. Tested: 45 % of the voice packets are late, 43 on new connections, one seed 48 when a file begins every 30 s "
        "and 43 with NewReno instead of 46, with pages of 3.6 to 3.9 s. None of them gives 86 % late and pages of 6.9 s.",
        scenario="D08*",
        scheme="*DropTail-417",
    ),
    Cause(
        "With 21 packets losses hang on the phase in which equal flows send: a packet of TCP comes when an ACK says that another has left, so it finds a "
        "place, the call's do not. Tested: round trips up to 1.6 ms apart lower the call's loss of D04 from 4.8 to 3.2 % and of D05 from 2.1 to 1.5, with "
        "every segment acknowledged of D05 from 6.1 to 3.0 %, while TCP loses the same; receivers that acknowledge every segment raise D04's to 10 or 11 %.",
        scheme="*DropTail-21",
    ),
)
GAUGES = (
    Gauge("voice lost (%)", lost),
    Gauge("voice late (%)", late),
    Gauge("MOS", mos),
    Gauge("page, median (s)", page_median),
    Gauge("FTP (Mbit/s)", lambda run: 8e-3 * ftp_kbytes(run) / run.seconds),
)

STUDY = Study(
    name="cablelabs-2012",
    title="White, Padden 2012: CoDel in a DOCSIS 3.0 cable modem",
    cases=(*paper_cases(), *sensitivity_cases()),
    measure=measure,
    claims=CLAIMS,
    figures=FIGURES,
    causes=CAUSES,
    gauges=GAUGES,
    notes=(
        "Buffers are limited in packets, as in the paper: 417 or 21 before the shaper, 32 behind it; D04-bytes shows a limit in bytes.",
        "The paper has two sets of CoDel runs, in tables 3 and 5 and in tables 4 and 6; ours are the same in both.",
    ),
)
