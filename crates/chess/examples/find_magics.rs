//! Finds the magic numbers of `src/attacks/magic_numbers.rs` again: `cargo run --release --example find_magics`.

#[allow(dead_code)]
#[path = "../src/attacks/rays.rs"]
mod rays;

/// xorshift64*, which the numbers in the file came from: another generator finds others.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// The first sparse random number that gives each set of blockers its attacks without a clash.
fn find(square: u8, directions: &[(i8, i8); 4], random: &mut Random) -> u64 {
    let mask = rays::blockers(square, directions);
    let mut sets = vec![0u64];
    while let Some(next) = sets.last().map(|set| set.wrapping_sub(mask) & mask).filter(|set| *set != 0) {
        sets.push(next);
    }
    let attacks: Vec<u64> = sets.iter().map(|set| rays::slide(square, directions, *set)).collect();
    loop {
        let magic = random.next() & random.next() & random.next();
        let mut table = vec![0u64; sets.len()];
        let fits = sets.iter().zip(&attacks).all(|(set, attacks)| {
            let slot = &mut table[(set.wrapping_mul(magic) >> (64 - mask.count_ones())) as usize];
            let free = *slot == 0 || slot == attacks;
            *slot = *attacks;
            free
        });
        if fits {
            return magic;
        }
    }
}

fn main() {
    let mut random = Random(0x5665_726e_6965_7221);
    for (name, directions) in [("BISHOP", rays::DIAGONALS), ("ROOK", rays::ORTHOGONALS)] {
        println!("/// Multipliers for {} attacks.", name.to_lowercase());
        println!("pub const {name}: [u64; 64] = [");
        for square in 0..64 {
            println!("    {:#018x},", find(square, &directions, &mut random));
        }
        println!("];");
    }
}
