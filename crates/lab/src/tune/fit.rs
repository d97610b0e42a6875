//! Gradient descent on the weights (Adam, after Kingma and Ba).

use super::Dataset;
use std::ops::Range;
use vernier_engine::Rng;
use vernier_engine::evaluation::{RealWeights, Tapered, Weights};

/// How the fit is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Times that every position is looked at.
    pub epochs: u32,
    /// Positions for each step.
    pub batch: usize,
    /// The first step's size in hundredths of a pawn; it shrinks to nothing towards the end.
    pub rate: f64,
    /// How much of the target is the result of the game; the rest is the search score.
    pub result_share: f64,
    /// How strongly weights are pulled back to where they began.
    pub pull: f64,
    /// Threads.
    pub threads: usize,
    /// Order of the positions.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epochs: 20, batch: 16_384, rate: 1.0, result_share: 0.5, pull: 1e-7, threads: 1, seed: 1 }
    }
}

/// The expected score of an evaluation, from 0 to 1.
pub fn expected(evaluation: f64, slope: f64) -> f64 {
    1.0 / (1.0 + (-evaluation * slope).exp())
}

/// Weights as real numbers.
pub fn start(weights: &Weights) -> Vec<[f64; 2]> {
    let parts = |value: Tapered| [f64::from(value.middlegame()), f64::from(value.endgame())];
    weights.list().into_iter().map(|weight| parts(weight.value)).collect()
}

/// Real numbers as weights.
pub fn round(weights: &RealWeights) -> Weights {
    // Both halves of a weight share a word; nothing sensible comes near its end.
    let whole = |value: f64| value.round().clamp(-9_999.0, 9_999.0) as i32;
    let mut values = weights.iter();
    let mut rounded = Weights::DEFAULT;
    rounded.replace(|| values.next().map_or(Tapered::ZERO, |[mg, eg]| Tapered::new(whole(*mg), whole(*eg))));
    rounded
}

/// A fit in progress.
pub struct Fit<'a> {
    data: &'a Dataset,
    settings: Settings,
    slope: f64,
    origin: Vec<[f64; 2]>,
    /// The weights so far.
    pub weights: Vec<[f64; 2]>,
    momentum: Vec<[f64; 2]>,
    spread: Vec<[f64; 2]>,
    steps: u32,
    random: Rng,
}

impl<'a> Fit<'a> {
    /// Begins with these weights. They set the scale: from them comes what an evaluation means for the result.
    pub fn new(data: &'a Dataset, weights: Vec<[f64; 2]>, settings: Settings) -> Self {
        let zeros = vec![[0.0; 2]; weights.len()];
        let mut fit = Self {
            data,
            settings,
            slope: 0.0,
            origin: weights.clone(),
            weights,
            momentum: zeros.clone(),
            spread: zeros,
            steps: 0,
            random: Rng::new(settings.seed),
        };
        fit.slope = fit.best_slope();
        fit
    }

    /// What one hundredth of a pawn means for the logarithm of the odds.
    pub const fn slope(&self) -> f64 {
        self.slope
    }

    /// The slope under which evaluations predict results best, by golden section.
    fn best_slope(&self) -> f64 {
        let count = self.data.len().min(200_000);
        let pairs: Vec<(f64, f64)> = (0..count)
            .map(|index| {
                let (formula, target) = self.data.get(index * self.data.len() / count.max(1));
                (formula.evaluate(&self.weights), f64::from(target.result))
            })
            .collect();
        let loss = |slope: f64| {
            pairs.iter().map(|(value, result)| (expected(*value, slope) - result).powi(2)).sum::<f64>()
        };
        let (mut low, mut high) = (1e-4, 2e-2);
        const GOLDEN: f64 = 0.618_033_988_749_895;
        for _ in 0..40 {
            let (left, right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
            if loss(left) < loss(right) { high = right } else { low = left }
        }
        f64::midpoint(low, high)
    }

    /// The mean squared error over a set of positions.
    pub fn loss(&self, data: &Dataset) -> f64 {
        let sums = self.parallel(0..data.len(), |range| {
            range.map(|index| self.residual(data, index).0.powi(2)).sum::<f64>()
        });
        sums.into_iter().sum::<f64>() / data.len().max(1) as f64
    }

    /// How far a position's evaluation is from its target, and how fast that changes with the evaluation.
    fn residual(&self, data: &Dataset, index: usize) -> (f64, f64) {
        let (formula, target) = data.get(index);
        let score = expected(formula.evaluate(&self.weights), self.slope);
        let share = self.settings.result_share;
        let searched = expected(f64::from(target.score), self.slope);
        let wanted = share * f64::from(target.result) + (1.0 - share) * searched;
        (score - wanted, score * (1.0 - score) * self.slope)
    }

    /// Looks at every position once.
    pub fn epoch(&mut self) {
        let mut order: Vec<u32> = (0..self.data.len() as u32).collect();
        self.random.shuffle(&mut order);
        for batch in order.chunks(self.settings.batch.max(1)) {
            let gradient = self.gradient(batch);
            self.step(&gradient);
        }
    }

    fn gradient(&self, batch: &[u32]) -> Vec<[f64; 2]> {
        let parts = self.parallel(0..batch.len(), |range| {
            let mut gradient = vec![[0.0; 2]; self.weights.len()];
            for index in &batch[range] {
                let (error, slope) = self.residual(self.data, *index as usize);
                let (formula, _) = self.data.get(*index as usize);
                formula.differentiate(&self.weights, 2.0 * error * slope / batch.len() as f64, &mut gradient);
            }
            gradient
        });
        let sum = |mut sum: Vec<[f64; 2]>, part: Vec<[f64; 2]>| {
            sum.iter_mut().zip(part).for_each(|(sum, part)| *sum = [sum[0] + part[0], sum[1] + part[1]]);
            sum
        };
        parts.into_iter().reduce(sum).unwrap_or_default()
    }

    fn step(&mut self, gradient: &RealWeights) {
        const KEEP: [f64; 2] = [0.9, 0.999];
        self.steps += 1;
        let batches = self.data.len().div_ceil(self.settings.batch.max(1)).max(1) as f64;
        let done = f64::from(self.steps - 1) / (batches * f64::from(self.settings.epochs.max(1)));
        let rate = self.settings.rate * (1.0 + (std::f64::consts::PI * done.min(1.0)).cos()) / 2.0;
        let warm = KEEP.map(|keep| 1.0 - keep.powi(self.steps as i32));
        for (index, slope) in gradient.iter().enumerate() {
            for part in 0..2 {
                let pull = self.settings.pull * (self.weights[index][part] - self.origin[index][part]);
                let slope = slope[part] + pull;
                let (momentum, spread) = (&mut self.momentum[index][part], &mut self.spread[index][part]);
                *momentum = KEEP[0] * *momentum + (1.0 - KEEP[0]) * slope;
                *spread = KEEP[1] * *spread + (1.0 - KEEP[1]) * slope * slope;
                let step = (*momentum / warm[0]) / ((*spread / warm[1]).sqrt() + 1e-12);
                // A weight that no position has ever counted stays where it is.
                if *spread > 0.0 {
                    self.weights[index][part] -= rate * step;
                }
            }
        }
    }

    /// Shares work among the threads.
    fn parallel<T: Send>(&self, range: Range<usize>, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
        let threads = self.settings.threads.max(1);
        let size = range.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            let work = &work;
            let workers: Vec<_> = (0..threads)
                .map(|thread| (thread * size).min(range.end)..((thread + 1) * size).min(range.end))
                .map(|part| scope.spawn(move || work(part)))
                .collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Target;
    use super::*;
    use vernier_chess::Board;
    use vernier_engine::evaluation::coefficients;

    /// Positions from random games, with their evaluation by other weights.
    fn positions(count: usize, truth: &RealWeights, slope: f64) -> Dataset {
        let mut random = Rng::new(3);
        let mut data = Dataset::default();
        let mut board = Board::start();
        while data.len() < count {
            let moves = board.legal_moves();
            if moves.is_empty() || board.halfmove_clock() > 40 {
                board = Board::start();
                continue;
            }
            board = board.play(moves[random.below(moves.len())]);
            if board.fullmove_number() > 8 && !board.in_check() {
                let score = coefficients(&board, &Weights::DEFAULT).evaluate(truth);
                data.push(&board, Target { result: expected(score, slope) as f32, score: score as f32 });
            }
        }
        data
    }

    #[test]
    fn known_weights_are_recovered() {
        let slope = 0.005;
        let names = Weights::DEFAULT.list();
        let truth = start(&Weights::DEFAULT);
        let data = positions(4_000, &truth, slope);
        let mut spoilt = truth.clone();
        let changed: Vec<usize> =
            (0..names.len()).filter(|index| names[*index].name.starts_with("material")).collect();
        assert!(changed.len() >= 3, "the evaluation counts material");
        for index in &changed {
            spoilt[*index] = [truth[*index][0] + 40.0, truth[*index][1] - 40.0];
        }
        let settings = Settings { epochs: 40, batch: 256, rate: 2.0, threads: 2, ..Settings::default() };
        let mut fit = Fit::new(&data, spoilt, settings);
        fit.slope = slope;
        let before = fit.loss(&data);
        for _ in 0..settings.epochs {
            fit.epoch();
        }
        let after = fit.loss(&data);
        assert!(after < before / 10.0, "{before} -> {after}");
    }

    #[test]
    fn rounding_and_reading_are_inverse() {
        assert_eq!(round(&start(&Weights::DEFAULT)), Weights::DEFAULT);
        assert_eq!(start(&Weights::DEFAULT).len(), Weights::COUNT);
    }
}
