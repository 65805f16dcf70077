"""Studies: games under several conditions from the same initial states, played, audited and scored in one go."""

from quack.experiment.plan import Plan, read_plan
from quack.experiment.run import StudyRun, run_study
from quack.experiment.states import GameState, states_of

__all__ = ["GameState", "Plan", "StudyRun", "read_plan", "run_study", "states_of"]
