//! Reading words and numbers from a line.

/// The words of a line. Any ASCII white space separates them.
pub(crate) fn words(line: &str) -> std::str::SplitAsciiWhitespace<'_> {
    line.split_ascii_whitespace()
}

/// The words of a line that are meant as moves: without the move numbers and the result that a game score holds.
///
/// ```
/// let words: Vec<&str> = vernier_protocol::move_words("1.e4 e5 2. Nf3 2...Nc6 1/2-1/2").collect();
/// assert_eq!(words, ["e4", "e5", "Nf3", "Nc6"]);
/// ```
pub fn move_words(line: &str) -> impl Iterator<Item = &str> {
    let is_result = |word: &&str| matches!(*word, "1-0" | "0-1" | "1/2-1/2" | "*");
    words(line).map(without_move_number).filter(move |word| !word.is_empty() && !is_result(word))
}

/// `e4` for `1.e4` and `12...e4`, nothing for `12.`, and everything for `0-0`.
fn without_move_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// A number of things.
///
/// ```
/// use vernier_protocol::counted;
/// assert_eq!((counted(1, "game"), counted(2, "game")), ("1 game".to_owned(), "2 games".to_owned()));
/// ```
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The message about an argument with ranges as people write them.
///
/// ```
/// use vernier_protocol::spell_range;
/// assert_eq!(spell_range("'0' for '--threads <N>': 0 is not in 1..=8"), "'0' for '--threads <N>': it must be from 1 to 8");
/// assert_eq!(spell_range("0 is not in 1.."), "it must be at least 1");
/// ```
pub fn spell_range(message: &str) -> String {
    let spelled = |line: &str| {
        let (before, range) = line.rsplit_once(" is not in ")?;
        let start = before.rfind(' ').map_or(0, |blank| blank + 1);
        let (least, most) = range.split_once("..")?;
        let bounds = match most.strip_prefix('=') {
            Some(most) => format!("from {least} to {most}"),
            None => format!("at least {least}"),
        };
        Some(format!("{}it must be {bounds}", &line[..start]))
    };
    let lines: Vec<String> =
        message.split('\n').map(|line| spelled(line).unwrap_or_else(|| line.to_owned())).collect();
    lines.join("\n")
}

/// What is left of `line` after its first word, and that word.
pub(crate) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_ascii();
    match line.find(|letter: char| letter.is_ascii_whitespace()) {
        Some(end) => (&line[..end], line[end..].trim_ascii()),
        None => (line, ""),
    }
}

/// A whole number; one that is too large or too small becomes the nearest that fits.
pub(crate) fn integer(word: &str) -> Option<i64> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

/// A whole number that cannot be negative: below zero counts as zero.
pub(crate) fn count(word: &str) -> Option<u64> {
    integer(word).map(|value| value.max(0).unsigned_abs())
}

/// As [`count`], in 32 bits.
pub(crate) fn small_count(word: &str) -> Option<u32> {
    count(word).map(|value| u32::try_from(value).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate_and_junk_is_rejected() {
        assert_eq!(integer("-5"), Some(-5));
        assert_eq!(integer("99999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999"), Some(-i64::MAX));
        assert_eq!(count("-5"), Some(0));
        assert_eq!(small_count("4294967296"), Some(u32::MAX));
        for junk in ["", "-", "+", "abc", "1.5", "1e3", "٣", "--1"] {
            assert_eq!(integer(junk), None, "{junk}");
        }
    }

    #[test]
    fn move_numbers_and_results_are_left_out() {
        let score = "1.e4 e5 2. Nf3 2...Nc6 3. . . 12 0-0 0-0-0 1-0 0-1 1/2-1/2 * ... 1.";
        assert_eq!(move_words(score).collect::<Vec<_>>(), ["e4", "e5", "Nf3", "Nc6", "0-0", "0-0-0"]);
    }

    #[test]
    fn any_white_space_separates() {
        assert_eq!(split_word("\t go   depth\t3 \r"), ("go", "depth\t3"));
        assert_eq!(split_word("  "), ("", ""));
        assert_eq!(words(" a\tb\r\x0cc ").collect::<Vec<_>>(), ["a", "b", "c"]);
    }
}
