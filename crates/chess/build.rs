//! Fills the tables of sliding attacks, so that nothing is computed when a program starts.

use std::fmt::Write;
use std::path::Path;

#[allow(dead_code)]
#[path = "src/attacks/rays.rs"]
mod rays;

#[path = "src/attacks/magic_numbers.rs"]
mod magic_numbers;

/// One way to number the blocker sets of a square.
type Index = fn(occupied: u64, mask: u64, magic: u64) -> usize;

fn by_extraction(occupied: u64, mask: u64, _magic: u64) -> usize {
    let (mut index, mut bit, mut rest) = (0, 0, mask);
    while rest != 0 {
        index |= ((occupied >> rest.trailing_zeros() & 1) as usize) << bit;
        bit += 1;
        rest &= rest - 1;
    }
    index
}

fn by_multiplication(occupied: u64, mask: u64, magic: u64) -> usize {
    ((occupied & mask).wrapping_mul(magic) >> (64 - mask.count_ones())) as usize
}

fn fill(table: &mut Vec<u64>, directions: &[(i8, i8); 4], magics: &[u64; 64], index: Index) {
    for square in 0..64 {
        let mask = rays::blockers(square, directions);
        let offset = table.len();
        table.resize(offset + (1 << mask.count_ones()), 0);
        let mut occupied = 0u64;
        loop {
            let slot = &mut table[offset + index(occupied, mask, magics[square as usize])];
            let attacks = rays::slide(square, directions, occupied);
            assert!(*slot == 0 || *slot == attacks, "the magic number of square {square} collides");
            *slot = attacks;
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
    }
}

fn write(name: &str, index: Index) {
    let mut table = Vec::new();
    fill(&mut table, &rays::DIAGONALS, &magic_numbers::BISHOP, index);
    fill(&mut table, &rays::ORTHOGONALS, &magic_numbers::ROOK, index);
    let mut source = format!("[u64; {}] = [", table.len());
    for entry in table {
        write!(source, "{entry:#x},").expect("writing to a string succeeds");
    }
    source.push(']');
    let folder = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let text = format!("/// Attacks by square and blockers.\npub(super) static {name}: {source};\n");
    std::fs::write(Path::new(&folder).join(format!("{}.rs", name.to_lowercase())), text)
        .expect("the table is written");
}

fn main() {
    println!("cargo::rerun-if-changed=src/attacks/rays.rs");
    println!("cargo::rerun-if-changed=src/attacks/magic_numbers.rs");
    write("EXTRACTED", by_extraction);
    write("MULTIPLIED", by_multiplication);
}
