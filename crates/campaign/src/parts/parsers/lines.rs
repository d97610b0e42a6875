//! Lines of the protocols, and messages of the page.

use super::{Target, Verdict, accepted, parse, text};
use std::path::Path;
use vernier_protocol::{MoveText, cecp, uci};

pub(super) fn targets() -> Vec<Target> {
    let commands = [
        "position startpos moves e2e4 e7e5",
        "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q",
        "go wtime 1000 btime 900 winc 10 binc 10 movestogo 40 searchmoves e2e4",
        "go ponder infinite nodes 5 depth 3 mate 2 movetime 10 perft 3",
        "setoption name Hash value 16",
        "genfens 3 seed 5 book None",
    ];
    let replies = [
        "info depth 12 seldepth 20 multipv 1 score cp 31 lowerbound nodes 9 nps 8 hashfull 7 tbhits 6 time 5 pv e2e4 e7e5",
        "info depth 3 score mate -2 wdl 1 2 3 currmove e2e4 currmovenumber 4 string hello",
        "bestmove e2e4 ponder e7e5",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Style type combo default Normal var Solid var Normal",
        "id name X",
    ];
    let xboard = [
        "level 40 5:30 0",
        "usermove e2e4",
        "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "st 5",
        "option Hash=3",
        "time 100",
        "ping 3",
        "protover 2",
    ];
    let thoughts =
        ["9 156 1084 48000 Nf3 Nc6 e4", "stat01: 1234 120000 8 20 25 Nf3", "move e2e4", "1-0 {mates}"];
    let features =
        ["ping=1 myname=\"A b\" option=\"Hash -spin 16 1 64\" done=1", "variants=\"normal,fischerandom\""];
    let requests = [
        r#"{"type":"position","id":1,"position":{"fen":null,"moves":["e2e4"]}}"#,
        r#"{"type":"analyse","id":2,"position":{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","moves":[]},"limits":{"depth":9},"lines":3}"#,
        r#"{"type":"stop","id":18446744073709551615}"#,
    ];
    vec![
        Target::new("UCI line", commands, parse::<uci::Command>),
        Target::new("UCI reply", replies, uci_reply),
        Target::new("XBoard line", xboard, parse::<cecp::Command>),
        Target::new("XBoard reply", thoughts, parse::<cecp::Reply>),
        Target::new("XBoard thinking", thoughts, parse::<cecp::Thinking>),
        Target::new("XBoard features", features, features_of),
        Target::new("move text", ["e2e4", "e7e8q", "e1h1"], parse::<MoveText>),
        Target::new("page message", requests, page_message),
    ]
}

fn uci_reply(bytes: &[u8], _: &Path) -> Verdict {
    let text = text(bytes);
    let _ = (uci::Info::read(&text), text.parse::<uci::OptionLine>());
    accepted(text.parse::<uci::Reply>().is_ok())
}

fn features_of(bytes: &[u8], _: &Path) -> Verdict {
    accepted(!cecp::Feature::read_all(&text(bytes)).is_empty())
}

fn page_message(bytes: &[u8], _: &Path) -> Verdict {
    accepted(serde_json::from_slice::<vernier_web::message::Request>(bytes).is_ok())
}
