//! Days as PGN writes them.

use alloc::format;
use alloc::string::String;
use core::time::Duration;

/// The day of a moment in Greenwich, which is given by the time since the beginning of 1970: the value of the tag `Date`.
///
/// ```
/// use std::time::Duration;
/// use vernier_chess::pgn;
/// assert_eq!(pgn::date(Duration::from_secs(951_782_400)), "2000.02.29");
/// ```
pub fn date(since_1970: Duration) -> String {
    // The civil calendar by counting days from 1 March of the year 0, when leap days come last.
    let days = since_1970.as_secs() / 86_400 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_correct() {
        for (seconds, day) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_798_675_199, "2026.12.30"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date(Duration::from_secs(seconds)), day);
        }
    }
}
