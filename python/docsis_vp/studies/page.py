"""The pages of studies: one file each that needs nothing beside it."""

from html import escape

from docsis_vp.charts.page import ChartPage
from docsis_vp.pages import page, table, text_of
from docsis_vp.studies.outcome import Outcomes
from docsis_vp.studies.study import Study

OF_NUMBERS = ("match", "trend", "differs", "not run")
OF_ANALYSIS = ("holds", "fails", "not decidable")
OF_CLAIMS = (*OF_ANALYSIS, "not run")
MOST_NAMES = 4  # of cases that did not run
VERDICTS = {"match": "good", "holds": "good", "trend": "fair", "differs": "bad", "fails": "bad"}


def badge(verdict: str) -> str:
    return f'<span class="verdict {VERDICTS.get(verdict, "none")}">{escape(verdict)}</span>'


def ours_text(ours: dict | None) -> str:
    if ours is None:
        return "–"
    interval = "" if ours["ci95"] is None else f' <small>± {text_of(ours["ci95"])}</small>'
    return text_of(ours["mean"]) + interval


def number_row(entry: dict) -> list[str]:
    bound = {"upper": "≤ ", "lower": "≥ ", None: ""}[entry["bound"]]
    remarks = [text for text in (entry["note"], entry["cause"]) if text]
    return [
        escape(entry["scenario"]), escape(entry["scheme"]), escape(entry["load"].replace(";", " ")),
        escape(entry["metric"]), escape(entry["unit"]), bound + text_of(entry["published"]),
        ours_text(entry["ours"]), escape(entry["tolerance"]), badge(entry["verdict"]),
        "<br>".join(map(escape, remarks)),
    ]


def numbers(document: dict) -> str:
    head = ["scenario", "scheme", "load", "metric", "unit", "published", "ours", "tolerance", "verdict", "remarks"]
    parts = []
    for name in dict.fromkeys(entry["table"] for entry in document["numbers"]):
        rows = [number_row(entry) for entry in document["numbers"] if entry["table"] == name]
        parts.append(f"<h3>{escape(name)}</h3>" + table(head, rows))
    return "".join(parts)


def figures(charts: ChartPage, study: Study, outcomes: Outcomes) -> str:
    parts = []
    for figure in study.figures:
        if outcomes.have(figure.cases):
            caption = f"<b>{escape(figure.name)}</b> {escape(figure.caption)}"
            parts.append(charts.figure(figure.panels(outcomes), figure.in_a_row, caption))
        else:
            parts.append(f"<p>{escape(figure.name)}: not run: {escape(some_of(figure.cases, outcomes))}</p>")
    return "\n".join(parts)


def some_of(cases: tuple[str, ...], outcomes: Outcomes) -> str:
    """The first that did not run, and how many more."""
    missing = [name for name in cases if not outcomes.runs.get(name)]
    more = f" and {len(missing) - MOST_NAMES} more" if len(missing) > MOST_NAMES else ""
    return ", ".join(missing[:MOST_NAMES]) + more


def counts(document: dict) -> str:
    found = document["counts"]

    def text(of: str, names: tuple[str, ...]) -> str:
        return ", ".join(f"{found[of].get(name, 0)} {name}" for name in names)

    by_analysis = any(found["claims_by_analysis"].values())
    return (f"Numbers: {text('numbers', OF_NUMBERS)}. Claims: {text('claims_by_runs', OF_CLAIMS)}."
            + (f" Claims that need no run: {text('claims_by_analysis', OF_ANALYSIS)}." if by_analysis else ""))


def worst(document: dict) -> str:
    head = ["where", "metric", "published", "ours", "tolerances away", "cause"]
    return table(head, [
        [escape(f"{entry['table']} {entry['scenario']} {entry['scheme']}"), escape(entry["metric"]),
         text_of(entry["published"]), ours_text(entry["ours"]), text_of(entry["tolerances_away"]),
         escape(entry["cause"] or "not explained")]
        for entry in document["worst"]
    ])


def sensitivity(study: Study, document: dict) -> str:
    """Before and after; the same once where nothing changed."""
    def cell(pair: list | None) -> str:
        if pair is None:
            return "–"
        before, after = map(text_of, pair)
        return before if before == after else f"{before} → <b>{after}</b>"

    head = ["case", "beside", "shows the effect of", *(gauge.name for gauge in study.gauges)]
    return table(head, [
        [escape(each["case"]), escape(each["beside"]), escape(each["effect_of"]),
         *(cell(each["values"].get(gauge.name)) for gauge in study.gauges)]
        for each in document["sensitivity"]
    ])


def build_page(study: Study, document: dict, outcomes: Outcomes) -> str:
    claims = table(["claim", "statement", "decided by", "verdict", "numbers"], [
        [escape(each["claim"]), escape(each["statement"]), escape(each["decided_by"]), badge(each["verdict"]),
         escape(each["evidence"])]
        for each in document["claims"]
    ])
    cases = table(["case", "scenario", "choices", "seeds", "seconds", "shows the effect of"], [
        [escape(each["name"]), escape(each["scenario"]), escape(" ".join(each["choices"])), str(each["seeds"]),
         text_of(each["simulated_s"]), escape(each["sensitivity"] or "")]
        for each in document["cases"]
    ])
    notes = "".join(f"<li>{escape(note)}</li>" for note in document["notes"])
    failures = "".join(f"<li>{escape(run)}: {escape(error)}</li>" for run, error in document["failures"].items())
    charts = ChartPage()
    drawn = figures(charts, study, outcomes)
    return charts.page(f"{study.name}: published and ours", f"""
<h1>{escape(study.title)}</h1>
<p>{escape(counts(document))} {escape(document["confidence"])}</p>
<p class="quiet">docsis-vp {escape(document["version"])}, {document["runs"]} runs. How to read it and what was chosen where the
paper leaves it open: docs/studies/{escape(study.name)}.md.</p>
<ul>{notes}</ul>{f"<h2>Runs that failed</h2><ul>{failures}</ul>" if failures else ""}
<h2>Claims</h2>{claims}
<h2>Figures</h2>{drawn}
<h2>The numbers farthest off</h2>{worst(document)}
<h2>All numbers</h2>{numbers(document)}
<h2>What the choices change</h2><p>The study's own units, order of gains and readings, and beside them what is changed.</p>
{sensitivity(study, document)}
<h2>Cases</h2>{cases}""")


def build_front_page(documents: list[dict]) -> str:
    head = ["study", *OF_NUMBERS, *(f"claims: {name}" for name in OF_CLAIMS),
            *(f"by analysis: {name}" for name in OF_ANALYSIS), "runs", "time", "CPU"]
    rows = []
    for each in documents:
        found = each["counts"]
        rows.append([f'<a href="{each["study"]}/index.html">{escape(each["title"])}</a>',
                     *(str(found["numbers"].get(name, 0)) for name in OF_NUMBERS),
                     *(str(found["claims_by_runs"].get(name, 0)) for name in OF_CLAIMS),
                     *(str(found["claims_by_analysis"].get(name, 0)) for name in OF_ANALYSIS),
                     str(each["runs"]), f'{each["took_s"]:.0f} s', f'{each["cpu_s"]:.0f} s'])
    confidence = documents[0]["confidence"] if documents else ""
    return page("Studies reproduced", f"""
<h1>Studies reproduced</h1>
<p>Numbers: within tolerance, in the right order, or neither. Claims: hold, fail, or cannot be decided by what was run; some need no run.</p>
<p>{escape(confidence)}</p>
{table(head, rows)}""")
