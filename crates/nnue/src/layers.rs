//! The layers that some networks have between the first and their score: 16 neurons, then 32, then one.

use crate::block::Line;
use crate::file::FileError;

/// Neurons of the second layer.
pub(crate) const SECOND: usize = 16;
/// Neurons of the third layer. It sees each neuron of the second twice: clipped, and squared.
pub(crate) const THIRD: usize = 32;
/// Values that one line of the second layer's weights is for.
pub(crate) const VALUES: usize = Line::LENGTH / SECOND;

/// What 1.0 is in the sums of the second layer.
pub(crate) const SUM: i32 = 8192;
/// What 1.0 is in the values that the third layer reads and gives.
pub(crate) const VALUE: i32 = 4096;
/// What 1.0 is in the weights of the third layer and of the output.
pub(crate) const LAST_SCALE: i32 = 1024;
/// What 1.0 is in the score.
pub(crate) const UNIT: i64 = (VALUE * LAST_SCALE) as i64;
/// The largest of those weights, with either sign: a sum of 32 products with values up to [`VALUE`] stays below 2^30.
const MOST_WEIGHT: i32 = 8191;
/// The largest bias, with either sign, that such a sum can bear.
const MOST_BIAS: i32 = 1 << 29;

/// The layers of one bucket, on cache lines of their own.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Layers {
    /// A row for every neuron of the second layer: the weights of its two values to the first neuron, then to the second and so on.
    pub(crate) third: [[[i16; 2]; THIRD]; SECOND],
    pub(crate) third_biases: [i32; THIRD],
    /// As wide as the sums that they are multiplied with.
    pub(crate) output: [i32; THIRD],
    pub(crate) second_biases: [i32; SECOND],
    /// A line for every [`VALUES`] values: their weights to the first neuron, then to the second and so on, as processors multiply
    /// them.
    pub(crate) second: Vec<Line>,
    pub(crate) output_bias: i32,
}

impl Layers {
    /// Bytes in a file of the layers of all buckets.
    pub(crate) const fn bytes(hidden: usize, buckets: usize) -> usize {
        let weights = SECOND * hidden + 2 * (2 * SECOND * THIRD + THIRD);
        buckets * (weights + 4 * (SECOND + THIRD + 1))
    }

    /// Reads the layers of all buckets, which are all the bytes there are.
    pub(crate) fn read(hidden: usize, buckets: usize, bytes: &[u8]) -> Result<Vec<Self>, FileError> {
        let mut rest = bytes;
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at(buckets * count);
            rest = left;
            taken.chunks_exact(count)
        };
        let parts =
            [SECOND * hidden, 4 * SECOND, 2 * THIRD * 2 * SECOND, 4 * THIRD, 2 * THIRD, 4].map(&mut take);
        let [mut second, mut second_biases, mut third, mut third_biases, mut output, mut output_bias] = parts;
        let mut next = || {
            Some(Self {
                second: interleave(second.next()?, hidden),
                second_biases: longs(second_biases.next()?),
                third: transpose(third.next()?),
                third_biases: longs(third_biases.next()?),
                output: shorts(output.next()?).map(i32::from),
                output_bias: longs::<1>(output_bias.next()?)[0],
            })
        };
        let layers: Vec<Self> = core::iter::from_fn(&mut next).collect();
        layers.iter().try_for_each(Self::check)?;
        Ok(layers)
    }

    /// Whether no sum can leave 32 bits.
    fn check(&self) -> Result<(), FileError> {
        let mut weights =
            self.third.iter().flatten().flatten().map(|weight| i32::from(*weight)).chain(self.output);
        let mut biases =
            self.second_biases.iter().chain(&self.third_biases).chain([&self.output_bias]).copied();
        let beyond = |most: i32| move |weight: &i32| weight.unsigned_abs() > most.unsigned_abs();
        let weight = weights.find(beyond(MOST_WEIGHT)).map(|weight| (weight, MOST_WEIGHT));
        let bias = biases.find(beyond(MOST_BIAS)).map(|bias| (bias, MOST_BIAS));
        weight.or(bias).map_or(Ok(()), |(weight, most)| Err(FileError::Weight { weight, most }))
    }

    /// The layers of all buckets as a file has them.
    pub(crate) fn write(all: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for layers in all {
            let weight = |value: usize, neuron: usize| {
                layers.second[value / VALUES].0[VALUES * neuron + value % VALUES] as u8
            };
            let values = layers.second.len() * VALUES;
            bytes.extend((0..SECOND).flat_map(|neuron| (0..values).map(move |value| weight(value, neuron))));
        }
        let longs = |bytes: &mut Vec<u8>, numbers: &[i32]| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()))
        };
        all.iter().for_each(|layers| longs(&mut bytes, &layers.second_biases));
        for layers in all {
            let weights = |side: usize, neuron: usize| layers.third.iter().map(move |row| row[neuron][side]);
            let row = |neuron: usize| weights(0, neuron).chain(weights(1, neuron));
            bytes.extend((0..THIRD).flat_map(row).flat_map(i16::to_le_bytes));
        }
        all.iter().for_each(|layers| longs(&mut bytes, &layers.third_biases));
        bytes.extend(
            all.iter().flat_map(|layers| layers.output).flat_map(|weight| (weight as i16).to_le_bytes()),
        );
        all.iter().for_each(|layers| longs(&mut bytes, &[layers.output_bias]));
        bytes
    }

    /// What the third layer reads of each neuron of the second, in one number of 32 bits: the sum clipped, and above it the sum squared.
    #[inline(always)]
    pub(crate) fn activate(mut sums: [i32; SECOND]) -> [i32; SECOND] {
        for sum in &mut sums {
            let within = (*sum).clamp(-SUM, SUM);
            *sum = within.max(0) >> 1 | (within * within) >> 14 << 16;
        }
        sums
    }
}

/// The second layer's weights, given neuron after neuron, in the order of [`Layers::second`].
fn interleave(bytes: &[u8], hidden: usize) -> Vec<Line> {
    let byte = |line: usize, place: usize| bytes[place / VALUES * hidden + line * VALUES + place % VALUES];
    let lines = hidden / VALUES;
    let bytes: Vec<u8> =
        (0..lines).flat_map(|line| (0..Line::LENGTH).map(move |place| byte(line, place))).collect();
    Line::pack(&bytes)
}

/// The third layer's weights, given neuron after neuron.
fn transpose(bytes: &[u8]) -> [[[i16; 2]; THIRD]; SECOND] {
    let numbers: [i16; THIRD * 2 * SECOND] = shorts(bytes);
    let pair =
        |value: usize, neuron: usize| [0, SECOND].map(|side| numbers[neuron * 2 * SECOND + side + value]);
    core::array::from_fn(|value| core::array::from_fn(|neuron| pair(value, neuron)))
}

fn shorts<const N: usize>(bytes: &[u8]) -> [i16; N] {
    core::array::from_fn(|index| i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]))
}

fn longs<const N: usize>(bytes: &[u8]) -> [i32; N] {
    let numbers = bytes.as_chunks().0;
    core::array::from_fn(|index| i32::from_le_bytes(numbers[index]))
}
