//! An evaluation as a formula of the weights: what the tuner differentiates.

use super::terms::Term;
use super::trace::Trace;
use super::{Phase, Scale, Tapered, Weights, danger};
use vernier_chess::{ByColor, Color};

/// How often a weight counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coefficient {
    /// The number of the weight in [`Weights::list`].
    pub weight: u16,
    /// How many times it counts: for White positive, for Black negative; in a king's danger always as counted.
    pub times: i16,
}

/// The evaluation of one position as a function of the weights:
///
/// `sum = linear · weights + penalty(danger[White] · weights) - penalty(danger[Black] · weights)`, blended by phase and
/// scale. Phase and scale are taken as fixed.
///
/// `List` is a vector, or a slice of a store that holds the coefficients of many positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coefficients<List = Vec<Coefficient>> {
    /// The weights that simply add up.
    pub linear: List,
    /// The weights that add up to the danger of each color's king, before it becomes a penalty.
    pub danger: ByColor<List>,
    /// How much of the middlegame is left.
    pub phase: Phase,
    /// How much of the endgame value counts.
    pub scale: Scale,
}

/// The weights as real numbers, [middlegame, endgame], in the order of [`Weights::list`].
pub type RealWeights = [[f64; 2]];

impl<List: AsRef<[Coefficient]>> Coefficients<List> {
    /// The evaluation with other weights, from White's view, in real numbers and unrounded.
    pub fn evaluate(&self, weights: &RealWeights) -> f64 {
        let mut sum = dot(self.linear.as_ref(), weights);
        for (color, sign) in [(Color::White, 1.0), (Color::Black, -1.0)] {
            let (penalty, _) = danger::smooth(dot(self.danger[color].as_ref(), weights));
            sum = [sum[0] + sign * penalty[0], sum[1] + sign * penalty[1]];
        }
        let [middlegame, endgame] = self.shares();
        sum[0] * middlegame + sum[1] * endgame
    }

    /// Adds the derivative of the evaluation by each weight, times `factor`, to `gradient`.
    pub fn differentiate(&self, weights: &RealWeights, factor: f64, gradient: &mut RealWeights) {
        let [middlegame, endgame] = self.shares();
        let mut add = |coefficients: &[Coefficient], slopes: [f64; 2]| {
            for Coefficient { weight, times } in coefficients {
                let entry = &mut gradient[usize::from(*weight)];
                entry[0] += f64::from(*times) * slopes[0];
                entry[1] += f64::from(*times) * slopes[1];
            }
        };
        add(self.linear.as_ref(), [factor * middlegame, factor * endgame]);
        for (color, sign) in [(Color::White, factor), (Color::Black, -factor)] {
            let (_, slopes) = danger::smooth(dot(self.danger[color].as_ref(), weights));
            add(self.danger[color].as_ref(), [sign * middlegame * slopes[0], sign * endgame * slopes[1]]);
        }
    }

    /// How much of the middlegame and of the endgame value goes into the score.
    fn shares(&self) -> [f64; 2] {
        if self.scale == Scale::DRAWN {
            return [0.0, 0.0];
        }
        let middlegame = f64::from(self.phase.0) / f64::from(Phase::OPENING.0);
        [middlegame, (1.0 - middlegame) * f64::from(self.scale.0) / f64::from(Scale::FULL.0)]
    }
}

fn dot(coefficients: &[Coefficient], weights: &RealWeights) -> [f64; 2] {
    coefficients.iter().fold([0.0, 0.0], |sum, Coefficient { weight, times }| {
        let [middlegame, endgame] = weights[usize::from(*weight)];
        [sum[0] + f64::from(*times) * middlegame, sum[1] + f64::from(*times) * endgame]
    })
}

/// A trace that records how often each weight counts.
pub(crate) struct Counter<'a> {
    weights: &'a Weights,
    color: Color,
    linear: Vec<i16>,
    danger: ByColor<Vec<i16>>,
    phase: Phase,
    scale: Scale,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(weights: &'a Weights) -> Self {
        let none = || vec![0; Weights::COUNT];
        Self {
            weights,
            color: Color::White,
            linear: none(),
            danger: ByColor([none(), none()]),
            phase: Phase::OPENING,
            scale: Scale::FULL,
        }
    }

    pub(crate) fn finish(self) -> Coefficients {
        let collect = |counts: &[i16]| {
            let all = counts.iter().enumerate();
            all.filter(|(_, times)| **times != 0)
                .map(|(weight, times)| Coefficient { weight: weight as u16, times: *times })
                .collect()
        };
        Coefficients {
            linear: collect(&self.linear),
            danger: ByColor(Color::ALL.map(|color| collect(&self.danger[color]))),
            phase: self.phase,
            scale: self.scale,
        }
    }
}

impl Trace for Counter<'_> {
    fn begin(&mut self, _term: Term, color: Color) {
        self.color = color;
    }

    fn counted(&mut self, weight: &Tapered, times: i32) {
        let sign = if self.color == Color::White { 1 } else { -1 };
        self.linear[self.weights.index_of(weight)] += (sign * times) as i16;
    }

    fn endangered(&mut self, weight: &Tapered, times: i32) {
        self.danger[self.color][self.weights.index_of(weight)] += times as i16;
    }

    fn blended(&mut self, _sum: Tapered, phase: Phase, scale: Scale, _score: i32) {
        (self.phase, self.scale) = (phase, scale);
    }
}
