//! Rows taken off and put on, the same in every kernel with vectors.

/// Defines `update` and `exchange` with a kernel's own `load` and `store`, its vectors' sum and difference, and the places in a
/// block where its vectors start.
macro_rules! row_updates {
    ($(#[$feature:meta])? starts: $starts:expr, add: $add:path, sub: $sub:path) => {
        $(#[$feature])?
        pub(super) fn update(from: &[Block], removed: &[&[Block]], placed: &[&[Block]], out: &mut [Block]) {
            for (index, (out, from)) in out.iter_mut().zip(from).enumerate() {
                for start in $starts {
                    let mut sum = load(from, start);
                    for row in removed {
                        sum = $sub(sum, load(&row[index], start));
                    }
                    for row in placed {
                        sum = $add(sum, load(&row[index], start));
                    }
                    store(out, start, sum);
                }
            }
        }

        /// `update` for a number of rows that the compiler knows.
        $(#[$feature])?
        pub(super) fn exchange<const R: usize, const P: usize>(
            from: &[Block],
            mut removed: [&[Block]; R],
            mut placed: [&[Block]; P],
            out: &mut [Block],
        ) {
            let width = out.len();
            let from = &from[..width];
            // No closures here: a closure inherits this function's target features, but `map`, which would call it, does not. The
            // compiler would then keep the calls and, in the loop below, the bounds checks.
            for row in &mut removed {
                *row = &row[..width];
            }
            for row in &mut placed {
                *row = &row[..width];
            }
            for index in 0..width {
                for start in $starts {
                    let mut sum = load(&from[index], start);
                    for row in &removed {
                        sum = $sub(sum, load(&row[index], start));
                    }
                    for row in &placed {
                        sum = $add(sum, load(&row[index], start));
                    }
                    store(&mut out[index], start, sum);
                }
            }
        }
    };
}
