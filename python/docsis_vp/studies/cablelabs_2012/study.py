"""The study as a whole."""

from docsis_vp.studies.cablelabs_2012.cases import paper_cases, sensitivity_cases
from docsis_vp.studies.cablelabs_2012.claims import CLAIMS
from docsis_vp.studies.cablelabs_2012.figures import FIGURES
from docsis_vp.studies.cablelabs_2012.numbers import ftp_kbytes, late, lost, measure, mos, page_median
from docsis_vp.studies.study import Cause, Gauge, Study

JUDGED = (
    "A packet is judged here when the buckets hold it, so that short packets are rarely the ones that are due to be dropped. Tested: judged "
    "when the packet before it leaves, C04 loses 7.6 % of the voice packets, C05 1.6, C07 2.3, with MOS 3.59, 4.14 and 4.10; C02 1.6 %."
)
CAUSES = (
    Cause(JUDGED, metric="voip_lost", scheme="CoDel-417"),
    Cause(JUDGED, metric="voip_total_plr", scheme="CoDel-417"),
    Cause(JUDGED, metric="voip_mos*", scenario="*C0[457]"),
    Cause(
        "The bursty file. Tested: with a file due every 30 s instead of 16 s after the last, 90 % of the voice packets are late and MOS is 1.1, "
        "but a page takes 16 s and 31 pages are loaded.",
        scenario="D08*",
        scheme="*DropTail-417",
    ),
    Cause(
        "24 SYNs at one instant pass the peak-rate bucket here. Tested: a limit of 21 over both queues loses some, and a page takes 5.8 s.",
        metric="p*l*",
        scenario="D01*",
        scheme="*DropTail-21",
    ),
    Cause(
        "Tested: bulk receivers that acknowledge every segment raise the loss of D04 from 4.8 to 11.1 % and that of D05 from 2.2 to 6.0 %; a few "
        "SYNs more or less decide whether a page takes seconds or minutes.",
        scheme="*DropTail-21",
    ),
)
GAUGES = (
    Gauge("voice lost (%)", lost),
    Gauge("voice late (%)", late),
    Gauge("MOS", mos),
    Gauge("page, median (s)", page_median),
    Gauge("FTP (kB)", ftp_kbytes),
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
