#!/usr/bin/env bash
# Is the candidate better than the baseline? Plays a sequential test and says so with its exit status:
#   0  passed, or not decided in the given rounds (the last line says which; --strict makes that 1)
#   1  failed        2  wrong usage        3  it could not be played
# Uses fastchess or cutechess-cli where installed and a book is given, and vernier-lab otherwise (or with --runner lab).
set -uo pipefail

cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
usage() {
    cat <<TEXT
scripts/regression-test.sh [options]
  --baseline PROGRAM   what was           (engines/baseline)
  --candidate PROGRAM  what is            (target/release/vernier)
  --tc 10+0.1          time control
  --book FILE          openings: .epd, .pgn, or a Polyglot book (.bin); vernier-lab has its own without one
  --rounds 2500        pairs of games at most
  --concurrency $cores      games at a time (one for each core)
  --elo0 0 --elo1 10   bounds in normalized Elo; -5 and 0 ask for "no worse"
  --hash 16            mebibytes of table for each engine
  --runner NAME        fastchess, cutechess-cli or lab
  --strict             an undecided test fails
  --out FOLDER         default results/regression-DATE
TEXT
}

fail() { echo "regression-test: $*" >&2; exit 3; }
wrong() { echo "regression-test: $*" >&2; exit 2; }

root=$(cd "$(dirname "$0")/.." && pwd)
baseline=$root/engines/baseline candidate=$root/target/release/vernier
tc=10+0.1 book='' rounds=2500 concurrency=$cores elo0=0 elo1=10 hash=16 runner='' strict='' out=''
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) usage; exit 0 ;;
        --strict) strict=yes; shift ;;
        --baseline | --candidate | --tc | --book | --rounds | --concurrency | --elo0 | --elo1 | --hash | --runner | --out)
            [ $# -ge 2 ] || wrong "$1 needs a value"
            printf -v "${1#--}" '%s' "$2"
            shift 2 ;;
        *) usage >&2; wrong "unknown option $1" ;;
    esac
done

# An engine is a program that introduces itself.
check() {
    [ -x "$2" ] && [ -f "$2" ] || wrong "$1: $2 is not a program; give --$1"
    printf 'uci\nquit\n' | timeout 10 "$(realpath "$2")" 2>/dev/null | grep -q '^uciok' || fail "$1: $2 does not answer as a UCI engine"
}
check baseline "$baseline"
check candidate "$candidate"
[ -z "$book" ] || [ -r "$book" ] || wrong "cannot read the book $book"
for number in "$rounds" "$concurrency" "$hash"; do
    case $number in '' | *[!0-9]* | 0) wrong "\"$number\" is not a positive number" ;; esac
done

baseline=$(realpath "$baseline") candidate=$(realpath "$candidate")
[ "$baseline" != "$candidate" ] || wrong "baseline and candidate are the same file"
[ -z "$book" ] || book=$(realpath "$book")

lab() {
    if [ -x "$root/target/release/vernier-lab" ]; then
        "$root/target/release/vernier-lab" "$@"
    elif command -v vernier-lab >/dev/null; then
        vernier-lab "$@"
    else
        (cd "$root" && cargo run --quiet --release -p vernier-lab -- "$@")
    fi
}

# The openings in the words of the other runners: cutechess-cli knows Polyglot books as an option of the engines.
openings=() engine_book=()
case $book in
    '') ;;
    *.bin) engine_book=(book="$book" bookdepth=8) ;;
    *.pgn) openings=(-openings file="$book" format=pgn order=random) ;;
    *) openings=(-openings file="$book" format=epd order=random) ;;
esac

if [ -z "$runner" ]; then
    runner=lab
    # The other runners have no openings of their own, and only cutechess-cli walks a Polyglot book.
    case $book in
        '') candidates=() ;;
        *.bin) candidates=(cutechess-cli) ;;
        *) candidates=(fastchess cutechess-cli) ;;
    esac
    for program in "${candidates[@]+"${candidates[@]}"}"; do
        if command -v "$program" >/dev/null; then runner=$program; break; fi
    done
fi
case $runner in
    lab) ;;
    fastchess | cutechess-cli)
        command -v "$runner" >/dev/null || fail "$runner is not installed"
        [ -n "$book" ] || wrong "$runner needs --book"
        [ "$runner" != fastchess ] || [ ${#openings[@]} -gt 0 ] || wrong "fastchess takes .epd and .pgn books" ;;
    *) wrong "unknown runner $runner" ;;
esac

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
        # 0 and 1 are answers, and the last line of the test says which.
        case ${PIPESTATUS[0]} in
            0 | 1) accepted='^SPRT .*: accepted$' rejected='^SPRT .*: rejected$' ;;
            130) echo "INTERRUPTED: the same command with --out $out resumes"; exit 130 ;;
            *) echo "ERROR: the test could not be played"; exit 3 ;;
        esac ;;
    fastchess)
        fastchess -engine name=candidate cmd="$candidate" -engine name=baseline cmd="$baseline" \
            -each tc="$tc" option.Hash="$hash" -rounds "$rounds" -games 2 -repeat -recover \
            -concurrency "$concurrency" "${openings[@]}" \
            -sprt elo0="$elo0" elo1="$elo1" alpha=0.05 beta=0.05 model=normalized -pgnout file=games.pgn | tee run.txt
        accepted='H1 was accepted' rejected='H0 was accepted' ;;
    cutechess-cli)
        cutechess-cli -engine name=candidate cmd="$candidate" "${engine_book[@]+"${engine_book[@]}"}" \
            -engine name=baseline cmd="$baseline" "${engine_book[@]+"${engine_book[@]}"}" \
            -each proto=uci tc="$tc" option.Hash="$hash" -rounds "$rounds" -games 2 -repeat -recover \
            -concurrency "$concurrency" "${openings[@]+"${openings[@]}"}" \
            -sprt elo0="$elo0" elo1="$elo1" alpha=0.05 beta=0.05 -pgnout games.pgn | tee run.txt
        accepted='H1 was accepted' rejected='H0 was accepted' ;;
esac

if grep -q "$accepted" run.txt; then
    echo "PASS: the candidate is better"
elif grep -q "$rejected" run.txt; then
    echo "FAIL: the candidate is not better"
    exit 1
elif grep -q 'Elo' run.txt; then
    echo "INCONCLUSIVE: more rounds are needed"
    [ -z "$strict" ] || exit 1
else
    echo "ERROR: the test could not be played"
    exit 3
fi
