"""One generation of networks: games, a teacher, its labels, students, and the games that decide whether one is better.

    python trainer/generation.py FOLDER --plan plan.json [--minutes 25] [--from STEP] [--until STEP] [--only STEP...]

Everything lies in FOLDER. Started again with the same folder it resumes where it stopped; it may be killed at any time, and
ends by itself with status 75 when the minutes are over. Games are played beside the work of the GPU. The steps:

    play      games of the network so far against itself         rescore   their ends by endgame tables, if there are any
    expand    positions of all games                              deepen    a sample of them searched deeper
    teacher   a teacher learns from searched scores, last from    label     it judges all positions
              the deeper ones                                     student   networks of several widths learn from its labels
    golden    the engine computes what the trainer computes       match     every student against the network so far, equal nodes
    sprt      the best one against it at a time control           log       a row in docs/log/networks.md
    adopt     the new network becomes the default, if it was accepted; so does the teacher

With `visits` in the plan the tree search gets a generation of its policy, too: its games are played, a policy network
learns from their visits, and a match and a test decide about it in the same steps (policy is the training).

The plan is JSON; `--print-plan` shows all settings with their defaults. The plan of a folder is fixed by the first start.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import signal
import sys
import time
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from pathlib import Path

import tasks
from tasks import OutOfTime, Programs, Task, TaskError

HERE = Path(__file__).resolve().parent
STEPS = ["play", "rescore", "expand", "deepen", "teacher", "label", "student", "policy", "golden", "match", "sprt", "log", "adopt"]
# Names that files and tasks of a generation have anyway.
RESERVED = ["deep", "visits", "policy"]
SET = {"searched", "options", "games", "expand", "label", "teacher_share", "student_share"}


@dataclass
class Plan:
    """Everything that decides what comes out."""

    lab: str = "target/release/vernier-lab"
    engine: str = "target/release/vernier"
    baseline: str = "crates/engine/nets/default.nnue"
    tablebases: str | None = None
    # Sets of games: to be played ("options" of datagen with a goal) or already there ("games"). "searched" ones teach the
    # teacher; all are labelled for students. "expand" and "label" have options of those commands. Lists of words are used as they are.
    # "teacher_share" and "student_share" say how much of each batch a set gives, however large it is (nothing, if it is 0);
    # without them all positions count alike.
    sets: dict[str, dict] = field(
        default_factory=lambda: {
            "searched": {"searched": True, "options": ["--nodes", "300", "--hash", "1", "--minutes", "60"], "expand": []},
            "cheap": {"searched": False, "options": ["--nodes", "20", "--hash", "1", "--minutes", "30"], "expand": ["--tactics"]},
        }
    )
    # Options of `records deepen` for a sample of the searched sets, which ends the teacher's run and judges all networks; without
    # any there is no such sample.
    deepen: list[str] = field(default_factory=lambda: ["--nodes", "10000", "--positions", "500000", "--minutes", "30"])
    teacher: list[str] = field(default_factory=lambda: ["--epochs", "3"])
    label: list[str] = field(default_factory=list)
    # Without any, networks, teacher and sets stay as they are.
    widths: list[int] = field(default_factory=lambda: [768, 1024])
    student: list[str] = field(
        default_factory=lambda: ["--layers", "--buckets", "8", "--lambda", "0", "--epochs", "10", "--average", "0.9995"]
    )
    final_searched: bool = False
    match: list[str] = field(default_factory=lambda: ["--rounds", "300", "--each", "nodes=3000", "option.Hash=16"])
    sprt: list[str] = field(default_factory=lambda: ["--rounds", "5000", "--each", "tc=2+0.02", "option.Hash=16"])
    # Options of `datagen --search mcts` for games of the tree search, whose visits its policy learns from; without any the
    # policy stays as it is. Then the options of policy.py and of the policy's match and test.
    visits: list[str] = field(default_factory=list)
    policy: list[str] = field(default_factory=lambda: ["--init", "crates/engine/nets/policy.nnue", "--epochs", "5", "--lr", "0.0006"])
    policy_match: list[str] = field(default_factory=lambda: ["--rounds", "200", "--each", "nodes=800", "option.Hash=16"])
    policy_sprt: list[str] = field(default_factory=lambda: ["--rounds", "2000", "--each", "tc=2+0.02", "option.Hash=16"])
    concurrency: int = 1
    log: str = "docs/log/networks.md"
    default: str = "crates/engine/nets/default.nnue"
    teacher_default: str = "nets/teacher.safetensors"
    policy_default: str = "crates/engine/nets/policy.nnue"


def read_plan(path: Path) -> Plan:
    try:
        given = json.loads(path.read_text())
    except ValueError as error:
        raise TaskError(f"{path} is not JSON: {error}") from None
    names = {entry.name for entry in fields(Plan)}
    if not isinstance(given, dict) or set(given) - names:
        raise TaskError(f"{path} has unknown settings: {', '.join(sorted(set(given) - names))}")
    plan = Plan(**given)
    for name, made in plan.sets.items():
        if not re.fullmatch(r"\w+", name) or name in RESERVED or ("games" in made) == ("options" in made):
            raise TaskError(f"the set {name} has a name of letters, not {' or '.join(RESERVED)}, and either games or options")
        if set(made) - SET:
            raise TaskError(f"the set {name} has unknown settings: {', '.join(sorted(set(made) - SET))}")
    if not plan.widths and not plan.visits:
        raise TaskError("without widths and visits there is nothing to make")
    if plan.widths and not any(made.get("searched") for made in plan.sets.values()):
        raise TaskError("a teacher needs a set with searched scores")
    searched = [made for made in plan.sets.values() if made.get("searched")]
    for share, sets in [("teacher_share", searched), ("student_share", list(plan.sets.values()))]:
        if len({share in made for made in sets}) > 1:
            raise TaskError(f"either all sets have a {share} or none has")
        if sets and all(made.get(share) == 0 for made in sets):
            raise TaskError(f"at least one set has a {share} above zero")
    return plan


class Generation:
    """The tasks of a generation in its folder."""

    def __init__(self, folder: Path, plan: Plan, programs: Programs):
        self.folder, self.plan, self.programs = folder, plan, programs

    def tasks(self) -> list[Task]:
        made = self.tasks_of_networks() if self.plan.widths else []
        made += self.tasks_of_policy() if self.plan.visits else []
        tests = [name for name in ("sprt", "sprt-policy") if name in {task.name for task in made}]
        return [*made, Task("log", tests, self.log), Task("adopt", ["log"], self.adopt)]

    def tasks_of_networks(self) -> list[Task]:
        sets, widths = self.plan.sets, self.plan.widths
        made = [task for name in sets for task in self.tasks_of_set(name)]
        searched = [f"expand-{name}" for name in sets if sets[name].get("searched")]
        games = [f"rescore-{name}" for name in sets if sets[name].get("searched")]
        made.append(Task("deepen", games, self.deepen))
        made.append(Task("teacher", [*searched, "deepen"], self.teacher, "gpu"))
        taught = [name for name in sets if sets[name].get("student_share") != 0]
        made += [Task(f"label-{name}", ["teacher", f"expand-{name}"], lambda name=name: self.label(name), "gpu") for name in taught]
        labels = [f"label-{name}" for name in taught]
        for width in widths:
            made.append(Task(f"student-{width}", labels, lambda width=width: self.student(width), "gpu"))
            made.append(Task(f"golden-{width}", [f"student-{width}"], lambda width=width: self.golden(width)))
            made.append(Task(f"match-{width}", [f"golden-{width}"], lambda width=width: self.match(width)))
        made.append(Task("sprt", [f"match-{width}" for width in widths], self.sprt))
        return made

    def tasks_of_policy(self) -> list[Task]:
        return [
            Task("play-visits", [], self.play_visits),
            Task("expand-visits", ["play-visits"], self.expand_visits),
            Task("policy", ["expand-visits"], self.policy, "gpu"),
            Task("match-policy", ["policy"], self.match_policy),
            Task("sprt-policy", ["match-policy"], self.sprt_policy),
        ]

    def tasks_of_set(self, name: str) -> list[Task]:
        return [
            Task(f"play-{name}", [], lambda: self.play(name)),
            Task(f"rescore-{name}", [f"play-{name}"], lambda: self.rescore(name)),
            Task(f"expand-{name}", [f"rescore-{name}"], lambda: self.expand(name)),
        ]

    def python(self, program: str, *words) -> list:
        return [sys.executable, HERE / f"{program}.py", *words]

    def play(self, name: str) -> dict:
        made = self.plan.sets[name]
        if "games" in made:
            return {"games": made["games"]}
        out = self.folder / f"{name}.vgr"
        command = [self.plan.lab, "datagen", "--out", out, "--network", self.plan.baseline, "--quiet", *made["options"]]
        _, text = self.programs.run(f"play-{name}", command)
        return {"games": [str(out)], "said": text.strip().splitlines()[-1]}

    def rescore(self, name: str) -> dict:
        games = tasks.result(self.folder, f"play-{name}")["games"]
        if self.plan.tablebases is None:
            return {"games": games}
        out = self.folder / f"{name}.rescored.vgr"
        out.unlink(missing_ok=True)
        command = [self.plan.lab, "records", "rescore", *games, "--out", out, "--tablebases", self.plan.tablebases]
        self.programs.run(f"rescore-{name}", command)
        return {"games": [str(out)]}

    def expand(self, name: str) -> dict:
        games = tasks.result(self.folder, f"rescore-{name}")["games"]
        options = self.plan.sets[name].get("expand", [])
        # Damaged blocks are left out (status 1) and reported in the log.
        _, text = self.programs.run(f"expand-{name}", [self.plan.lab, "records", "expand", *games, "--out", self.folder / name, *options], (0, 1))
        return {"said": text.strip().splitlines()[-2:]}

    def sets(self, searched: bool = False) -> list[str]:
        return [name for name, made in self.plan.sets.items() if made.get("searched") or not searched]

    def positions(self, kind: str, searched: bool = False) -> list[Path]:
        return [self.folder / f"{name}.{kind}.bin" for name in self.sets(searched)]

    def learned(self, sets: list[str], share: str) -> list[str]:
        """What a network learns from: the sets, labelled for students, with their shares of a batch."""
        file = self.labelled if share == "student_share" else self.expanded
        found = {name: self.plan.sets[name].get(share) for name in sets}
        return [str(file(name)) + ("" if share is None else f":{share}") for name, share in found.items() if share != 0]

    def expanded(self, name: str) -> Path:
        return self.folder / f"{name}.train.bin"

    def labelled(self, name: str) -> Path:
        """In a folder for each set, because one folder holds labels of one kind."""
        return self.folder / "labelled" / name / f"{name}.train.bin"

    def deepen(self) -> dict:
        if not self.plan.deepen:
            return {}
        games = [path for name, made in self.plan.sets.items() if made.get("searched") for path in tasks.result(self.folder, f"rescore-{name}")["games"]]
        # What a search that was cut off has left is not added to.
        for kind in ("train", "valid"):
            (self.folder / f"deep.{kind}.bin").unlink(missing_ok=True)
        command = [self.plan.lab, "records", "deepen", *games, "--out", self.folder / "deep", "--network", self.plan.baseline, *self.plan.deepen]
        # Damaged blocks are left out (status 1) and reported in the log.
        _, text = self.programs.run("deepen", command, (0, 1))
        return {"said": text.strip().splitlines()[-2:]}

    def held_out(self) -> list[Path]:
        """What networks are judged by: deeper searches, if there are any."""
        return [self.folder / "deep.valid.bin"] if self.plan.deepen else self.positions("valid", True)

    def teacher(self) -> dict:
        words = ["--train", *self.learned(self.sets(True), "teacher_share"), "--valid", *self.held_out()]
        if self.plan.deepen:
            words += ["--final-train", self.folder / "deep.train.bin"]
        self.programs.run("teacher", self.python("teacher", *words, "--out", self.folder / "teacher", "--resume", *self.plan.teacher))
        return self.errors(self.folder / "teacher" / "teacher.safetensors", "judge-teacher")

    def errors(self, judge: Path, name: str) -> dict:
        _, text = self.programs.run(name, self.python("judge", judge, *self.held_out(), "--json"))
        rows = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        total = max(1, sum(row["positions"] for row in rows))
        return {name: sum(row[name] * row["positions"] for row in rows) / total for name in ["score", "result"]}

    def label(self, name: str) -> None:
        teacher = self.folder / "teacher" / "teacher.safetensors"
        options = [*self.plan.label, *self.plan.sets[name].get("label", [])]
        words = [teacher, self.expanded(name), "--out", self.labelled(name).parent, *options]
        self.programs.run(f"label-{name}", self.python("label", *words))

    def student(self, width: int) -> dict:
        words = ["--train", *self.learned(self.sets(), "student_share"), "--valid", *self.positions("valid", True), "--hidden", width, *self.plan.student]
        if self.plan.final_searched:
            words += ["--final-train", *self.positions("train", True)]
        out = self.folder / f"student-{width}"
        self.programs.run(f"student-{width}", self.python("train", *words, "--out", out, "--resume"))
        return self.errors(self.network(width), f"judge-{width}")

    def network(self, width: int) -> Path:
        """The averaged weights, if there are any."""
        out = self.folder / f"student-{width}"
        averaged = out / "average.nnue"
        return averaged if averaged.exists() else out / "network.nnue"

    def golden(self, width: int) -> None:
        network = self.network(width)
        vectors = network.with_suffix(".golden.tsv")
        self.programs.run(f"golden-{width}", [self.plan.engine, "net", "verify", network, "--golden", vectors])

    def engines(self, network: Path) -> list:
        engine = f"cmd={self.plan.engine}"
        return [
            *["--engine", "name=new", engine, f"option.EvalFile={network.resolve()}"],
            *["--engine", "name=base", engine, f"option.EvalFile={Path(self.plan.baseline).resolve()}"],
            *["--concurrency", self.plan.concurrency],
        ]

    def match(self, width: int) -> dict:
        out = self.folder / f"match-{width}"
        command = [self.plan.lab, "match", *self.engines(self.network(width)), "--out", out, *self.plan.match]
        return match_result(self.programs.run(f"match-{width}", command)[1])

    def sprt(self) -> dict:
        found = {width: tasks.result(self.folder, f"match-{width}")["elo"] for width in self.plan.widths}
        width = max(found, key=found.get)
        command = [self.plan.lab, "sprt", *self.engines(self.network(width)), "--out", self.folder / "sprt", *self.plan.sprt]
        # 0: better, 1: not shown to be better.
        return {"width": width, **test_result(self.programs.run("sprt", command, (0, 1))[1])}

    def play_visits(self) -> dict:
        out = self.folder / "visits.vgr"
        words = ["--search", "mcts", "--out", out, "--network", self.plan.baseline, "--quiet", *self.plan.visits]
        _, text = self.programs.run("play-visits", [self.plan.lab, "datagen", *words])
        return {"said": text.strip().splitlines()[-1]}

    def expand_visits(self) -> dict:
        words = [self.folder / "visits.vgr", "--policy", "--valid", "5", "--out", self.folder / "visits"]
        _, text = self.programs.run("expand-visits", [self.plan.lab, "records", "expand", *words], (0, 1))
        return {"said": text.strip().splitlines()[-2:]}

    def policy(self) -> dict:
        """The policy network learns from the visits. What it knows about held-out ones is the last row of its log."""
        samples = {kind: self.folder / f"visits.{kind}.policy" for kind in ("train", "valid")}
        words = ["--train", samples["train"], "--valid", samples["valid"], "--out", self.folder / "policy", "--resume", *self.plan.policy]
        self.programs.run("policy", self.python("policy", *words))
        last = (self.folder / "policy" / "log.jsonl").read_text().splitlines()[-1]
        return {name: value for name, value in json.loads(last).items() if name in ("valid", "top1", "top5")}

    def tree_engines(self) -> list:
        engine = [f"cmd={self.plan.engine}", "option.Search=MCTS", f"option.EvalFile={Path(self.plan.baseline).resolve()}"]
        new, base = self.folder / "policy" / "policy.nnue", Path(self.plan.policy_default)
        # Before there is any policy the engine plays with its own.
        old = [f"option.Policy File={base.resolve()}"] if base.exists() else []
        return [
            *["--engine", "name=new", *engine, f"option.Policy File={new.resolve()}"],
            *["--engine", "name=base", *engine, *old],
            *["--concurrency", self.plan.concurrency],
        ]

    def match_policy(self) -> dict:
        command = [self.plan.lab, "match", *self.tree_engines(), "--out", self.folder / "match-policy", *self.plan.policy_match]
        return match_result(self.programs.run("match-policy", command)[1])

    def sprt_policy(self) -> dict:
        command = [self.plan.lab, "sprt", *self.tree_engines(), "--out", self.folder / "sprt-policy", *self.plan.policy_sprt]
        return test_result(self.programs.run("sprt-policy", command, (0, 1))[1])

    def log(self) -> dict:
        """Adds the table of this generation to the log."""
        path, title = Path(self.plan.log), f"## Generation {self.folder.resolve().name}"
        text = path.read_text() if path.exists() else "# Networks\n"
        if title not in text.splitlines():
            tasks.write_whole(path, text.rstrip() + f"\n\n{title}\n\n{self.table()}\n")
        return {"log": str(path)}

    def table(self) -> str:
        lines = [str(date.today()) + ".", *(self.lines_of_networks() if self.plan.widths else []), *(self.lines_of_policy() if self.plan.visits else [])]
        return "\n".join(lines).replace(f"{self.folder}/", "")

    def lines_of_networks(self) -> list[str]:
        found = lambda name: tasks.result(self.folder, name)
        sprt, teacher = found("sprt"), found("teacher")
        rows = [f"| teacher | {teacher['score']:.6f} | {teacher['result']:.6f} | |"]
        for width in self.plan.widths:
            student, match = found(f"student-{width}"), found(f"match-{width}")
            rows.append(f"| student, {width} neurons | {student['score']:.6f} | {student['result']:.6f} | {match['said']} |")
        steps = {name: f"expand-{name}" for name in self.plan.sets} | ({"deep": "deepen"} if self.plan.deepen else {})
        sets = "; ".join(f"{name}: {' '.join(found(step)['said'])}" for name, step in steps.items())
        return [
            f"Sets: {sets}.",
            "",
            "| who | error against scores | against results | match at equal nodes against the network so far |",
            "|---|---|---|---|",
            *rows,
            "",
            f"{sprt['width']} neurons at a time control ({' '.join(self.plan.sprt)}): {sprt['said']}. **{sprt['verdict']}**.",
        ]

    def lines_of_policy(self) -> list[str]:
        found = lambda name: tasks.result(self.folder, name)
        policy, test = found("policy"), found("sprt-policy")
        learned = f"cross-entropy {policy['valid']:.4f}, first {100 * policy['top1']:.1f} %, among five {100 * policy['top5']:.1f} %"
        return [
            "",
            f"Policy: {' '.join(found('expand-visits')['said'])}; {learned}. At equal simulations: {found('match-policy')['said']}. "
            f"At a time control ({' '.join(self.plan.policy_sprt)}): {test['said']}. **{test['verdict']}**.",
        ]

    def adopt(self) -> dict:
        """What the tests accepted becomes the default: the network with its teacher, and the policy with its golden vectors."""
        network = {"default": self.adopt_network()} if self.plan.widths else {}
        return network | ({"policy": self.adopt_policy()} if self.plan.visits else {})

    def adopt_policy(self) -> str | None:
        if tasks.result(self.folder, "sprt-policy")["verdict"] != "accepted":
            return None
        target = Path(self.plan.policy_default)
        shutil.copyfile(self.folder / "policy" / "policy.nnue", target)
        shutil.copyfile(self.folder / "policy" / "policy.golden.tsv", target.with_suffix(".golden.tsv"))
        return str(target)

    def adopt_network(self) -> str | None:
        sprt = tasks.result(self.folder, "sprt")
        if sprt["verdict"] != "accepted":
            return None
        shutil.copyfile(self.network(sprt["width"]), self.plan.default)
        teacher = Path(self.plan.teacher_default)
        shutil.copyfile(self.folder / "teacher" / "teacher.safetensors", teacher)
        shutil.copyfile(self.folder / "teacher" / "teacher.json", teacher.with_suffix(".json"))
        return self.plan.default


def test_result(text: str) -> dict:
    """The result of a sequential test; its last line says whether it is decided."""
    tests = [line for line in text.splitlines() if line.startswith("SPRT ")]
    return {"verdict": tests[-1].rsplit(": ", 1)[1].strip(), **match_result(text)}


def match_result(text: str) -> dict:
    """The result of a match: its line and the difference in Elo."""
    lines = [line for line in text.splitlines() if re.search(r"\+\d+ =\d+ -\d+", line) and "Elo" in line]
    if not lines:
        raise TaskError(f"no result in what the match said: {text[-300:]}")
    number = re.search(r"Elo ([+-][\d.]+|[+-]?inf|nan)", lines[-1])
    elo = float(number.group(1)) if number else 0.0
    # Everything won or lost has no number of its own.
    return {"said": lines[-1].strip(), "elo": max(-9999.0, min(9999.0, 0.0 if elo != elo else elo))}


def selected(arguments: argparse.Namespace) -> list[str]:
    first = STEPS.index(arguments.first) if arguments.first else 0
    last = STEPS.index(arguments.until) if arguments.until else len(STEPS) - 1
    return [step for step in STEPS[first : last + 1] if not arguments.only or step in arguments.only]


def fixed_plan(folder: Path, given: str | None) -> Plan:
    """The folder's plan, which the first start writes there."""
    path = folder / "plan.json"
    if given:
        plan = read_plan(Path(given))
        if path.exists() and asdict(read_plan(path)) != asdict(plan):
            raise TaskError(f"{folder} has another plan: choose another folder")
        tasks.write_whole(path, json.dumps(asdict(plan), indent=2) + "\n")
    if not path.exists():
        raise TaskError(f"{folder} has no plan yet: give --plan FILE")
    return read_plan(path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("folder", nargs="?")
    add("--plan", metavar="FILE")
    add("--minutes", type=float, help="end after this many minutes, to be resumed later")
    add("--from", dest="first", choices=STEPS, metavar="STEP")
    add("--until", choices=STEPS, metavar="STEP")
    add("--only", nargs="+", choices=STEPS, metavar="STEP")
    add("--print-plan", action="store_true")
    arguments = parser.parse_args()
    if arguments.print_plan:
        print(json.dumps(asdict(Plan()), indent=2))
        return 0
    if arguments.folder is None:
        parser.error("which folder?")
    folder = Path(arguments.folder)
    programs = Programs(folder, time.monotonic() + 60 * arguments.minutes if arguments.minutes is not None else None)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: setattr(programs, "deadline", 0.0))
    say = lambda text: print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)
    try:
        plan = fixed_plan(folder, arguments.plan)
        steps = selected(arguments)
        chosen = [task for task in Generation(folder, plan, programs).tasks() if task.step in steps]
        tasks.run(folder, chosen, programs, say)
    except OutOfTime:
        say("to be continued")
        return 75
    except (TaskError, OSError) as error:
        print(f"generation: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
