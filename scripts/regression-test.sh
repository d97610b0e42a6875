#!/usr/bin/env bash
# Is the candidate at least as good as the baseline? Plays a sequential test and says so with its exit status:
#   0  passed        1  a regression        2  not decided in the given rounds        3  it could not be played
# Uses fastchess or cutechess-cli where installed, and vernier-lab otherwise (or with --runner lab).
set -uo pipefail

usage() {
    cat <<'TEXT'
scripts/regression-test.sh --baseline PROGRAM --candidate PROGRAM [options]
  --tc 2+0.02          time control
  --book FILE.epd      openings (vernier-lab makes its own without one)
  --rounds 2000        pairs of games at most
  --concurrency 1      games at a time
  --elo0 -5 --elo1 0   bounds in normalized Elo: by default "no worse" is what has to be shown
  --hash 16            megabytes of table for each engine
  --runner NAME        fastchess, cutechess-cli or lab
  --out FOLDER         default results/regression-DATE
TEXT
}

fail() { echo "regression-test: $*" >&2; exit 3; }

baseline='' candidate='' tc=2+0.02 book='' rounds=2000 concurrency=1 elo0=-5 elo1=0 hash=16 runner='' out=''
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) usage; exit 0 ;;
        --baseline | --candidate | --tc | --book | --rounds | --concurrency | --elo0 | --elo1 | --hash | --runner | --out)
            [ $# -ge 2 ] || fail "$1 needs a value"
            printf -v "${1#--}" '%s' "$2"
            shift 2 ;;
        *) usage >&2; fail "unknown option $1" ;;
    esac
done

# An engine is a program that introduces itself.
check() {
    [ -n "$2" ] || { usage >&2; fail "give --$1"; }
    [ -x "$2" ] && [ -f "$2" ] || fail "$1: $2 is not a program"
    printf 'uci\nquit\n' | timeout 10 "$2" 2>/dev/null | grep -q '^uciok' || fail "$1: $2 does not answer as a UCI engine"
}
check baseline "$baseline"
check candidate "$candidate"
[ -z "$book" ] || [ -r "$book" ] || fail "cannot read the book $book"
for number in "$rounds" "$concurrency" "$hash"; do
    case $number in '' | *[!0-9]* | 0) fail "\"$number\" is not a positive number" ;; esac
done

baseline=$(realpath "$baseline") candidate=$(realpath "$candidate")
[ "$baseline" != "$candidate" ] || fail "baseline and candidate are the same file"
[ -z "$book" ] || book=$(realpath "$book")

root=$(cd "$(dirname "$0")/.." && pwd)
lab() {
    if [ -x "$root/target/release/vernier-lab" ]; then
        "$root/target/release/vernier-lab" "$@"
    elif command -v vernier-lab >/dev/null; then
        vernier-lab "$@"
    else
        (cd "$root" && cargo run --quiet --release -p vernier-lab -- "$@")
    fi
}

if [ -z "$runner" ]; then
    runner=lab
    # The other runners have no openings of their own.
    if [ -n "$book" ]; then
        for program in fastchess cutechess-cli; do
            if command -v "$program" >/dev/null; then runner=$program; break; fi
        done
    fi
fi
[ "$runner" = lab ] || command -v "$runner" >/dev/null || fail "$runner is not installed"
[ "$runner" = lab ] || [ -n "$book" ] || fail "$runner needs --book"

out=${out:-$root/results/regression-$(date +%Y%m%d-%H%M%S)}
mkdir -p "$out" || fail "cannot write to $out"
out=$(realpath "$out")
echo "runner $runner, candidate $candidate, baseline $baseline, results in $out"

cd "$out" || fail "cannot enter $out"
case $runner in
    lab)
        lab sprt --engine name=candidate cmd="$candidate" --engine name=baseline cmd="$baseline" \
            --each tc="$tc" option.Hash="$hash" --rounds "$rounds" --concurrency "$concurrency" \
            --elo0 "$elo0" --elo1 "$elo1" ${book:+--openings "$book"} --out "$out" | tee run.txt
        status=${PIPESTATUS[0]} ;;
    fastchess)
        fastchess -engine name=candidate cmd="$candidate" -engine name=baseline cmd="$baseline" \
            -each tc="$tc" option.Hash="$hash" -rounds "$rounds" -games 2 -repeat -recover \
            -concurrency "$concurrency" -openings file="$book" format=epd order=random \
            -sprt elo0="$elo0" elo1="$elo1" alpha=0.05 beta=0.05 model=normalized -pgnout file=games.pgn | tee run.txt
        status=none ;;
    cutechess-cli)
        cutechess-cli -engine name=candidate cmd="$candidate" -engine name=baseline cmd="$baseline" \
            -each proto=uci tc="$tc" option.Hash="$hash" -rounds "$rounds" -games 2 -repeat -recover \
            -concurrency "$concurrency" -openings file="$book" format=epd order=random \
            -sprt elo0="$elo0" elo1="$elo1" alpha=0.05 beta=0.05 -pgnout games.pgn | tee run.txt
        status=none ;;
    *) fail "unknown runner $runner" ;;
esac

if [ "$status" = none ]; then
    if grep -q 'H1 was accepted' run.txt; then
        status=0
    elif grep -q 'H0 was accepted' run.txt; then
        status=1
    elif grep -q 'Elo' run.txt; then
        status=2
    else
        status=3
    fi
fi
case $status in
    0) echo "PASS: the candidate is good" ;;
    1) echo "FAIL: a regression" ;;
    2) echo "UNDECIDED: more rounds are needed" ;;
    *) echo "ERROR: the test could not be played"; status=3 ;;
esac
exit "$status"
