"""Tasks that need each other, run so that the processor and the GPU work side by side.

A task is done when its function returns; `FOLDER/done/NAME.json` then keeps what it found, and it is never run again. All
programs that tasks start can be killed at any time and resume when started again, so a folder of tasks can, too.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Callable


class TaskError(Exception):
    """A task that could not be done, with the reason."""


class OutOfTime(Exception):
    """The time is over; the tasks resume when started again."""


@dataclass
class Task:
    name: str
    needs: list[str]
    work: Callable[[], dict | None]
    device: str = "cpu"

    @property
    def step(self) -> str:
        """`play` of `play-cheap`."""
        return self.name.partition("-")[0]


def die_with_parent() -> None:
    """In a child: end when the parent does, even if that is killed. Only Linux can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


class Programs:
    """The programs that tasks have started."""

    def __init__(self, folder: Path, deadline: float | None):
        self.folder, self.deadline = folder, deadline
        self.running: set[subprocess.Popen] = set()
        self.guard, self.over = threading.Lock(), threading.Event()

    def run(self, name: str, command: list, accept: tuple[int, ...] = (0,)) -> tuple[int, str]:
        """Runs a program to its end and returns its exit status and output, which is also added to `logs/NAME.log`."""
        words = [str(word) for word in command]
        log = self.folder / "logs" / f"{name}.log"
        log.parent.mkdir(exist_ok=True)
        with open(log, "ab") as out:
            out.write(f"$ {' '.join(words)}\n".encode())
            out.flush()
            began = out.tell()
            with self.guard:
                if self.over.is_set():
                    raise OutOfTime
                child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, preexec_fn=die_with_parent)
                self.running.add(child)
            code = child.wait()
            with self.guard:
                self.running.discard(child)
        text = log.read_bytes()[began:].decode(errors="replace")
        if self.over.is_set():
            raise OutOfTime
        if code not in accept:
            last = "\n".join(text.strip().splitlines()[-5:])
            raise TaskError(f"{words[0]} ended with status {code}:\n{last}\n(all of it is in {log})")
        return code, text

    def end(self, patience: float = 10) -> None:
        """Asks all programs to end, then makes them."""
        with self.guard:
            self.over.set()
            children = list(self.running)
        for child in children:
            child.terminate()
        until = time.monotonic() + patience
        for child in children:
            try:
                child.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()


def done_path(folder: Path, name: str) -> Path:
    return folder / "done" / f"{name}.json"


def result(folder: Path, name: str) -> dict:
    """What a task found that is done."""
    return json.loads(done_path(folder, name).read_text())


def write_whole(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(text)
    os.replace(unfinished, path)


def perform(folder: Path, task: Task) -> None:
    began = time.monotonic()
    found = task.work() or {}
    write_whole(done_path(folder, task.name), json.dumps({**found, "seconds": round(time.monotonic() - began, 1)}) + "\n")


def run(folder: Path, tasks: list[Task], programs: Programs, say: Callable[[str], None]) -> None:
    """Runs all tasks that are not done, one at a time on each device. A need that is not among them must be done."""
    left = [task for task in tasks if not done_path(folder, task.name).exists()]
    coming = {task.name for task in left}
    for task in left:
        missing = [need for need in task.needs if need not in coming and not done_path(folder, need).exists()]
        if missing:
            raise TaskError(f"{task.name} needs {missing[0]}, which is not done")
    working: dict[Future, Task] = {}
    with ThreadPoolExecutor() as pool:
        try:
            while left or working:
                for task in list(left):
                    ready = all(done_path(folder, need).exists() for need in task.needs)
                    if ready and task.device not in {other.device for other in working.values()}:
                        say(f"{task.name} ...")
                        left.remove(task)
                        working[pool.submit(perform, folder, task)] = task
                finished, _ = wait(working, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in finished:
                    task = working.pop(future)
                    future.result()
                    say(f"{task.name} done: {done_path(folder, task.name).read_text().strip()}")
                if programs.deadline is not None and time.monotonic() > programs.deadline:
                    raise OutOfTime
        finally:
            programs.end()
