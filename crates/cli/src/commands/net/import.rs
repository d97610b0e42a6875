//! `vernier net import`: a network of another trainer becomes one that `EvalFile` reads.

use crate::failure::{Failure, Outcome};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use vernier_engine::plain_file;
use vernier_nnue::import::{BiasWidth, FirstPieces, FirstSquare, Layout, MatrixOrder, import};
use vernier_nnue::{Activation, Inputs};

/// The widest network has less; larger files are something else.
const MAX_SIZE: u64 = 16 << 20;

/// Turn a plain (768 -> N) x 2 -> 1 network of another trainer into one that EvalFile reads
#[derive(Args)]
pub struct Import {
    /// The file: 16-bit numbers without a header, as bullet and similar trainers write them
    file: PathBuf,
    /// Where to write the network
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Neurons of the hidden layer; found by the length of the file if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    hidden: Option<u16>,
    /// What 1.0 is in the first layer
    #[arg(long, value_name = "N", default_value_t = 255, value_parser = clap::value_parser!(u16).range(1..))]
    qa: u16,
    /// What 1.0 is in the output weights
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    qb: u16,
    /// Hundredths of a pawn for an output of 1.0
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..))]
    scale: u16,
    /// The activation of the hidden layer
    #[arg(long, value_name = "KIND", value_enum, default_value_t = ActivationName::Screlu)]
    activation: ActivationName,
    /// Files are mirrored if the player's own king stands on files e to h
    #[arg(long)]
    mirrored: bool,
    /// The order of the first layer's weights in the file
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = OrderName::Feature)]
    order: OrderName,
    /// Which square is number 0
    #[arg(long, value_name = "SQUARE", value_enum, default_value_t = SquareName::A1)]
    first_square: SquareName,
    /// Whose pieces have the lower numbers
    #[arg(long, value_name = "SIDE", value_enum, default_value_t = SideName::Own)]
    first_pieces: SideName,
    /// Bits of the output bias
    #[arg(long, value_name = "BITS", value_enum, default_value_t = BiasName::Sixteen)]
    bias: BiasName,
}

#[derive(Clone, Copy, ValueEnum)]
enum ActivationName {
    /// Clipped to 0 and 1, and squared
    Screlu,
    /// Clipped to 0 and 1
    Crelu,
}

#[derive(Clone, Copy, ValueEnum)]
enum OrderName {
    /// All neurons of the first feature, then those of the second
    Feature,
    /// All features of the first neuron, then those of the second
    Neuron,
}

#[derive(Clone, Copy, ValueEnum)]
enum SquareName {
    /// a1 is 0, h8 is 63
    A1,
    /// a8 is 0, h1 is 63
    A8,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideName {
    /// The player's own
    Own,
    /// The opponent's
    Opponent,
}

#[derive(Clone, Copy, ValueEnum)]
enum BiasName {
    /// As all other numbers
    #[value(name = "16")]
    Sixteen,
    /// Wider than the others
    #[value(name = "32")]
    ThirtyTwo,
}

impl Import {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let bytes =
            plain_file::read(&self.file, MAX_SIZE).map_err(|error| Failure::Input(error.to_string()))?;
        let network = import(&bytes, &self.layout())
            .map_err(|error| Failure::Input(format!("{}: {error}", self.file.display())))?;
        std::fs::write(&self.output, network.to_bytes())
            .map_err(|error| Failure::Input(format!("cannot write {}: {error}", self.output.display())))?;
        super::describe(&network, &self.output.display().to_string(), out)?;
        Ok(Outcome::Done)
    }

    fn layout(&self) -> Layout {
        Layout {
            hidden: self.hidden.map(usize::from),
            inputs: if self.mirrored { Inputs::Mirrored } else { Inputs::Plain },
            activation: match self.activation {
                ActivationName::Screlu => Activation::Squared,
                ActivationName::Crelu => Activation::Clipped,
            },
            first_scale: self.qa,
            output_scale: self.qb,
            centipawns: self.scale,
            order: match self.order {
                OrderName::Feature => MatrixOrder::ByFeature,
                OrderName::Neuron => MatrixOrder::ByNeuron,
            },
            first_square: match self.first_square {
                SquareName::A1 => FirstSquare::A1,
                SquareName::A8 => FirstSquare::A8,
            },
            first_pieces: match self.first_pieces {
                SideName::Own => FirstPieces::Own,
                SideName::Opponent => FirstPieces::Opponent,
            },
            bias: match self.bias {
                BiasName::Sixteen => BiasWidth::Bits16,
                BiasName::ThirtyTwo => BiasWidth::Bits32,
            },
        }
    }
}
