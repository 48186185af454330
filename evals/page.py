"""docs/accuracy.md, written from the figures just measured."""

from collections.abc import Sequence
from pathlib import Path

from evals.outcome import Outcome, shown, spoken
from evals.report import machine, percent, table, today

PAGE = Path(__file__).parent.parent / "docs" / "accuracy.md"

_OPENING = """\
# Accuracy

Written by `python -m evals all` (`make eval`) on {date}: {machine}, {reasoner} reasoner.

**Read the figures marked dev as development figures.** They come from the sets in `evals/data`:
English, one annotator, classes about equally frequent, which real traffic is not. Nothing is
trained on these files, but they were looked at while the product was made, so the figures are
optimistic for words nobody has seen; the intervals (95 %, Wilson) cover chance only, not that. The
figures marked test are of words that others said or wrote, who knew nothing of how they are
understood. Judge other files of the same form, or a model, with

```sh
python -m evals actions FILE
python -m evals replies FILE
python -m evals routing DIR [--examples N] [--agents 20 --seed S]
python -m evals decisions FILE --tenants FILE
python -m evals crowd [DIR]
python -m evals reading [FILE] [--model DIR]
python -m evals everyday FILE [--limit N] [--base-url URL --model NAME --patience S --results KEPT]
```

and `--reasoner openai` or `--reasoner cascade`. Runs of a scripted model test the plumbing; they
never count as accuracy. What runs is the product's own code: agents are saved, discovered and
decided on as a turn does it, with tables in memory.

{overview}

- *Lenient* accuracy also accepts a line's other defensible labels. *Hard* lines are those marked as
  difficult by their author.
- *Revisions*: replies to something shown that want it different, by two writers the network has not
  learnt from; *followed* where the arguments say what was wanted and no more.
- A reply is *silently wrong* when it is taken for something it does not mean, be it another
  option, "none of these" or a new request. Not understanding it is no such error: the question is
  put again.
- Replies to 100 questions that two authors invented knowing nothing of this project were right in
  77.8 % when they were read for the first time (311/400; 73.4-81.6 %) and silently wrong in 2.2 %
  (1.2-4.2 %), on 2026-12-01 ([evals/data](../evals/data/README.md#first-runs)).
- *Wrong agent*: an agent runs that no label of the line names, of all lines. *Missed*: a task for
  an agent ends in an offer, an answer, a build or a sentence, of the lines with such a task.
  *Clarification*: the person is asked what they meant (an offer is no such question), of all lines.
  *Accuracy when routed*: the right agent, of the lines with a task for an agent where one ran.
- *Routing*: agents have the names and descriptions of the public sets, and the examples stated.
  Figures in organisations of {size} agents are means over random ones, drawn with a fixed seed.
- *Crowd*: one message each of three public collections, in an untouched sandbox. *Right agent*:
  the service's own and no other, or a reminder that would do. *Right call or question*: that agent
  calls what was expected, plans it after a look-up that found nothing, shows a card for it, or
  asks. *Foreign declined*: of what nothing here does, nothing was called, shown or reminded of.
- *Reading*: the reader alone, on marked sentences. *Exact spans*: all of a sentence, and no others.
- *Must not act*: of the conversations that may change nothing, those that changed nothing. *No
  unwanted effect*: of all, those that changed nothing besides what was expected.
- *No-agent AUROC*: how often a message for one of the agents scores above one for none of them.
- *Calibration error*: ten equal bins of confidence. On a set this small it is mostly chance; the
  error on our own text held back from training, with its interval, is printed by
  `python -m training calibration`.
"""


_EVERYDAY = """\
## Everyday requests

48 conversations (the examples of specs 002 and 003, and 40 more) are had over HTTP with the dev
host and judged by the state they leave in the sandbox, not by wording;
`tests/e2e/test_everyday_requests.py` holds the product to every one of them. Each has three
paraphrases, written before anything that recognises requests was looked at:

| Paraphrases                                            | Share that works (count; 95 % interval) |
| ------------------------------------------------------ | --------------------------------------- |
| first run (2026-11-22), nothing adapted to them        | 36.1 % (52/144; 28.7-44.2 %)            |
| after the causes were improved on (2026-11-22)         | 86.8 % (125/144; 80.3-91.4 %)           |

The first run cannot be repeated; it is the figure to go by for words nobody has seen. The second
is a development figure. `python -m evals everyday` measures it anew, on a dev host of its own.

What the newest sets came to when each was run for the first time (2026-11-27 and 28), by
authors who saw the list of services and the demo organisation only; all sets and dates are in
[evals/data](../evals/data/README.md#first-runs):

| Sets of 60 conversations      | Works                         | Must not act | No unwanted |
| ----------------------------- | ----------------------------- | ------------ | ----------- |
| x, y, aa, ab, ad, ae          | 84.2 % (303/360; 80.0-87.6 %) | 167/167      | 349/360     |
| af, ag: freer and terser      | 60.0 % (72/120; 51.1-68.3 %)  | 35/35        | 104/120     |
| ah, ai: by two more           | 60.0 % (72/120; 51.1-68.3 %)  | 39/39        | 102/120     |
| aj, ak: after ag, ah and ai   | 65.8 % (79/120; 57.0-73.7 %)  | 39/39        | 105/120     |
| al, am: after aj and ak, too  | 64.2 % (77/120; 55.3-72.2 %)  | 41/41        | 107/120     |
| an, ao: by two more           | 62.5 % (75/120; 53.6-70.6 %)  | 38/39        | 103/120     |
| ap, aq: by two more           | 57.5 % (69/120; 48.6-66.0 %)  | 38/39        | 102/120     |
| ar, as: by two more           | 63.3 % (76/120; 54.4-71.4 %)  | 40/41        | 97/120      |
| at, au: by two more           | 70.0 % (84/120; 61.3-77.5 %)  | 38/39        | 110/120     |
| av, aw: by two more, freer    | 56.7 % (68/120; 47.7-65.2 %)  | 39/39        | 103/120     |
| be, bf, bg: by three more     | 57.2 % (103/180; 49.9-64.2 %) | 57/58        | 159/180     |
| bh, bi, bj: by three more     | 62.8 % (113/180; 55.5-69.5 %) | 57/57        | 156/180     |
| bo, bp, bq: by three more     | 67.2 % (121/180; 60.1-73.7 %) | 58/58        | 150/180     |
| bz, ca, cb: by three more     | 65.6 % (118/180; 58.4-72.1 %) | 57/58        | 160/180     |
| ce, cf, cg: by three more     | 58.9 % (106/180; 51.6-65.8 %) | 56/56        | 160/180     |
| ci, cj, ck: by three more     | 61.1 % (110/180; 53.8-67.9 %) | 55/55        | 150/180     |
| cl, cm, cn: by three more     | 69.4 % (125/180; 62.4-75.7 %) | 55/55        | 159/180     |
| co, cp, cq: by three more     | 60.0 % (108/180; 52.7-66.9 %) | 56/56        | 156/180     |
| cr, cs, ct: by three more     | 62.8 % (113/180; 55.5-69.5 %) | 54/54        | 153/180     |
| cx, cy: by two more           | 67.5 % (81/120; 58.7-75.2 %)  | 40/40        | 102/120     |
| cz, da: by two more           | 66.7 % (80/120; 57.8-74.5 %)  | 37/37        | 103/120     |
| db, dc, dd, de: by four more  | 60.0 % (144/240; 53.7-66.0 %) | 78/78        | 206/240     |
| df, dg, dh, di: by four more  | 63.3 % (152/240; 57.1-69.2 %) | 79/79        | 200/240     |
| dp, dq: by two more           | 60.0 % (72/120; 51.1-68.3 %)  | 40/40        | 94/120      |
| dr, ds: no voices asked for   | 84.2 % (101/120; 76.6-89.6 %) | 39/39        | 113/120     |
| dt, du: no voices asked for   | 90.8 % (109/120; 84.3-94.8 %) | 40/40        | 117/120     |
| z, ac: three or four messages | 52.5 % (63/120; 43.6-61.2 %)  | 53/54        | 103/120     |

A model of 1.5 billion weights by itself (Qwen2.5-Coder, llama.cpp on two cores) did 30.0 % (9/30;
16.7-47.9 %) of the first 30 conversations of set t on 2026-11-26, and 60.0 % (18/30;
42.3-75.4 %) on 2026-11-27, shown a first reading; the cascade, which asked it ten times, did
83.3 % (25/30; 66.4-92.7 %) and the embedded reasoner 80.0 % (24/30; 62.7-90.5 %).
"""


def render(outcomes: Sequence[Outcome], reasoner: str, size: int) -> str:
    """Return the page; `size` is how many agents the random organisations have."""
    rows = [
        (outcome.name, f"{outcome.part}, {name}", figure)
        for outcome in outcomes
        for name, figure in _figures(outcome)
    ]
    overview = table(("Set", "Figure", "Share (count; 95 % interval) or value"), rows)
    opening = _OPENING.format(
        date=today(), machine=machine(), reasoner=reasoner, overview=overview, size=size
    )
    titles = (f"{one.name[0].upper()}{one.name[1:]} ({one.part})" for one in outcomes)
    parts = [
        f"## {title}\n\n{outcome.render()}\n"
        for title, outcome in zip(titles, outcomes, strict=True)
    ]
    return "\n".join([opening, _EVERYDAY, *parts])


def _figures(outcome: Outcome) -> Sequence[tuple[str, str]]:
    """Return what the overview says of a set; how long it took depends on the machine."""
    return [
        *((spoken(name), percent(share)) for name, share in outcome.shares.items()),
        *(
            (spoken(name), shown(name, value))
            for name, value in outcome.values.items()
            if not name.endswith("_ms")
        ),
    ]
