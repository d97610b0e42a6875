//! Simultaneous perturbation: all parameters of the search at once, by games.
//!
//! Each iteration moves every parameter up or down at random by its reach, plays the two resulting searches against
//! each other, and takes a small step towards the winner. After Spall (1992), with the step sizes in the form that
//! engine testers use: what the reach and the rate are at the last iteration.

use crate::study::trial_games::{Conditions, Settings, Trials};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use vernier_engine::{Kind, Parameter, Rng};

/// One parameter on its way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TunedParameter {
    /// Its name in the engine's table.
    pub name: String,
    /// Where it is now, between whole numbers.
    pub value: f64,
    /// Where it began.
    pub origin: i32,
    /// The least it may be.
    pub min: i32,
    /// The most it may be.
    pub max: i32,
    /// How far it is moved at the last iteration.
    pub reach: f64,
}

impl TunedParameter {
    /// The parameter with its range, as the table has it; none for a switch.
    pub fn of(parameter: &Parameter) -> Option<Self> {
        match &parameter.kind {
            Kind::Switch { .. } => None,
            Kind::Number { default, range, step } => Some(Self {
                name: parameter.name.to_owned(),
                value: f64::from(*default),
                origin: *default,
                min: *range.start(),
                max: *range.end(),
                reach: f64::from(*step),
            }),
        }
    }

    /// The line that OpenBench takes for it.
    pub fn openbench(&self) -> String {
        format!("{}, int, {}, {}, {}, {}, 0.002", self.name, self.origin, self.min, self.max, self.reach)
    }

    /// The whole number it stands for.
    pub fn whole(&self) -> i32 {
        self.clamp(self.value)
    }

    fn clamp(&self, value: f64) -> i32 {
        (value.round() as i32).clamp(self.min, self.max)
    }
}

/// The state of a run; all that is needed to resume it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// The parameters.
    pub parameters: Vec<TunedParameter>,
    /// Iterations there shall be.
    pub iterations: u32,
    /// Iterations begun.
    pub begun: u32,
    /// Iterations whose result is in.
    pub done: u32,
    /// How much of its reach a won pair is worth to a parameter at the last iteration.
    pub rate: f64,
    /// How the games are played.
    pub conditions: Conditions,
    seed: u64,
}

/// One iteration: which way each parameter was moved, and how far.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Its number, from zero.
    pub number: u32,
    signs: Vec<f64>,
    /// The parameters of one search.
    pub plus: Vec<i32>,
    /// The parameters of the other.
    pub minus: Vec<i32>,
}

/// How fast steps shrink, and how fast reaches do.
const STEP_DECAY: f64 = 0.602;
const REACH_DECAY: f64 = 0.101;

/// Right for tens of thousands of pairs.
const USUAL_RATE: f64 = 0.002;

impl Spsa {
    /// A run from the beginning.
    pub const fn new(
        parameters: Vec<TunedParameter>,
        iterations: u32,
        seed: u64,
        conditions: Conditions,
    ) -> Self {
        Self { parameters, iterations, begun: 0, done: 0, rate: USUAL_RATE, conditions, seed }
    }

    /// Why the other run cannot go on from this one: what differs, by the name of its option. None if it is the same run,
    /// however far it is.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let parameters = |spsa: &Self| {
            let identity = |of: &TunedParameter| (of.name.clone(), of.origin, of.min, of.max, of.reach);
            spsa.parameters.iter().map(identity).collect::<Vec<_>>()
        };
        let was =
            |name: &str, old: &dyn Display, new: &dyn Display| Some(format!("{name} was {old}, is {new}"));
        if parameters(self) != parameters(other) {
            return Some("the parameters differ".to_owned());
        }
        if self.iterations != other.iterations {
            return was("--iterations", &self.iterations, &other.iterations);
        }
        if self.rate != other.rate {
            return was("--rate", &self.rate, &other.rate);
        }
        if self.seed != other.seed {
            return was("--seed", &self.seed, &other.seed);
        }
        self.conditions.difference(&other.conditions)
    }

    /// Trials that were begun and never finished are played again.
    pub const fn resume(&mut self) {
        self.begun = self.done;
    }

    /// At least a half, so that whole numbers differ.
    fn reach(&self, parameter: &TunedParameter, number: u32) -> f64 {
        let left = f64::from(self.iterations) / f64::from(number + 1);
        (parameter.reach * left.powf(REACH_DECAY)).max(0.5)
    }

    /// How much of the reach one won pair is worth.
    fn rate_at(&self, number: u32) -> f64 {
        let (all, now) = (f64::from(self.iterations), f64::from(number + 1));
        let calm = 0.1 * all;
        // The step falls from iteration to iteration, and so does the square of the reach that divides it.
        let step = ((calm + all) / (calm + now)).powf(STEP_DECAY);
        self.rate * step / (all / now).powf(2.0 * REACH_DECAY)
    }
}

impl Trials for Spsa {
    type Trial = Trial;

    fn begin(&mut self) -> Option<Trial> {
        if self.begun >= self.iterations {
            return None;
        }
        let number = self.begun;
        self.begun += 1;
        let mut random = Rng::new(self.seed ^ Rng::new(u64::from(number)).bits());
        let signs: Vec<f64> =
            self.parameters.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let moved = |way: f64| {
            let pairs = self.parameters.iter().zip(&signs);
            pairs
                .map(|(parameter, sign)| {
                    parameter.clamp(parameter.value + way * sign * self.reach(parameter, number))
                })
                .collect()
        };
        Some(Trial { number, plus: moved(1.0), minus: moved(-1.0), signs })
    }

    fn learn(&mut self, trial: &Trial, result: f64) {
        let rate = self.rate_at(trial.number);
        for index in 0..self.parameters.len() {
            let reach = self.reach(&self.parameters[index], trial.number);
            let parameter = &mut self.parameters[index];
            let value = parameter.value + rate * reach * result * trial.signs[index];
            parameter.value = value.clamp(f64::from(parameter.min), f64::from(parameter.max));
        }
        self.done += 1;
    }

    fn searches(&self, trial: &Trial) -> (u32, [Settings; 2]) {
        let names = || self.parameters.iter().map(|parameter| parameter.name.clone());
        let set = |values: &[i32]| names().zip(values.iter().copied()).collect();
        (trial.number, [set(&trial.plus), set(&trial.minus)])
    }

    fn done(&self) -> u32 {
        self.done
    }

    fn total(&self) -> u32 {
        self.iterations
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, value: i32, reach: f64) -> TunedParameter {
        TunedParameter { name: name.into(), value: f64::from(value), origin: value, min: 0, max: 200, reach }
    }

    /// Noisy games between searches whose strength falls with the distance from the best values.
    #[test]
    fn values_move_towards_wins() {
        let best = [130.0, 60.0, 100.0];
        let strength = |values: &[i32]| -> f64 {
            values.iter().zip(best).map(|(value, best)| -((f64::from(*value) - best) / 20.0).powi(2)).sum()
        };
        let mut spsa = Spsa::new(
            vec![parameter("a", 100, 10.0), parameter("b", 100, 10.0), parameter("c", 100, 10.0)],
            20_000,
            5,
            Conditions::default(),
        );
        let mut random = Rng::new(11);
        while let Some(trial) = spsa.begin() {
            let lead = strength(&trial.plus) - strength(&trial.minus);
            let score = 1.0 / (1.0 + (-lead).exp());
            let result = if random.unit() < score { 1.0 } else { -1.0 };
            spsa.learn(&trial, result);
        }
        assert_eq!(spsa.done, 20_000);
        for (parameter, best) in spsa.parameters.iter().zip(best) {
            assert!(
                (parameter.value - best).abs() < 10.0,
                "{} went to {}, not to {best}",
                parameter.name,
                parameter.value
            );
        }
    }

    #[test]
    fn a_run_resumes_from_its_state() {
        let mut spsa =
            Spsa::new(vec![parameter("a", 10, 3.0), parameter("b", 1, 0.1)], 10, 1, Conditions::default());
        let first = spsa.begin().unwrap();
        assert_ne!(first.plus, first.minus);
        spsa.learn(&first, 1.0);
        let second = spsa.begin().unwrap();
        let mut restored: Spsa = serde_json::from_str(&serde_json::to_string(&spsa).unwrap()).unwrap();
        restored.resume();
        assert_eq!(restored.begin(), Some(second));
        assert_eq!(restored.done, 1);
        while spsa.begin().is_some() {}
        assert_eq!(spsa.begun, 10);
    }

    #[test]
    fn values_stay_in_their_range() {
        let mut spsa = Spsa::new(vec![parameter("a", 199, 30.0)], 100, 1, Conditions::default());
        while let Some(trial) = spsa.begin() {
            assert!(trial.plus.iter().chain(&trial.minus).all(|value| (0..=200).contains(value)));
            let up = if trial.plus[0] > trial.minus[0] { 1.0 } else { -1.0 };
            spsa.learn(&trial, up);
        }
        assert!(spsa.parameters[0].whole() <= 200);
    }
}
