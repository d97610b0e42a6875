"""What a training run keeps in its folder so that it can be continued: checkpoint.pt and log.jsonl."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import torch


def save(run, module: torch.nn.Module) -> None:
    """Keeps a run and what it trains. A run that is killed meanwhile still has the checkpoint before."""
    state = {
        "settings": asdict(run.settings),
        "network": module.state_dict(),
        "average": run.average,
        "optimizer": run.optimizer.state_dict(),
        "step": run.step,
        "elapsed": run.elapsed,
        "log": run.log,
    }
    unfinished = run.folder / "checkpoint.unfinished"
    torch.save(state, unfinished)
    unfinished.replace(path(run.folder))
    (run.folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in run.log))


def resume(run, module: torch.nn.Module) -> None:
    """Brings a run to where it was kept last."""
    state = torch.load(path(run.folder), map_location=run.device, weights_only=True)
    now = asdict(run.settings)
    different = [name for name, value in state["settings"].items() if now.get(name) != value]
    if different:
        sys.exit(f"the run in {run.folder} had other settings: {', '.join(different)}")
    module.load_state_dict(state["network"])
    run.average = state["average"]
    run.optimizer.load_state_dict(state["optimizer"])
    run.step, run.elapsed, run.log = state["step"], state["elapsed"], state["log"]


def path(folder: Path) -> Path:
    """Where the checkpoint of a run lies."""
    return folder / "checkpoint.pt"
