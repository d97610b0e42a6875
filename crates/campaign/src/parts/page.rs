//! Hostile messages to the page: bytes that are not HTTP, invalid requests, and broken WebSocket frames.

use crate::child::{Talk, TalkError};
use crate::damage::damaged;
use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;
use vernier_engine::Rng;

/// Connections in a round.
const CONNECTIONS: u64 = 60;
/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// After hostile bytes, an answer is optional, so the wait is short.
const MOMENT: Duration = Duration::from_millis(20);

pub fn round(setting: &Setting, _: u64, _: Duration, rng: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let errors = setting.folder("page").join("stderr");
    let mut command = Command::new(setting.engine());
    command.args(["serve", "--port", "0", "--no-store", "--threads", "1", "--hash", "8"]);
    let mut talk = Talk::start(&mut command, &errors)?;
    let address = match address(&mut talk) {
        Ok(address) => address,
        Err(trouble) => {
            talk.kill();
            return Err(format!("the page does not start: {trouble:?}"));
        }
    };
    for _ in 0..CONNECTIONS {
        if rng.below(2) == 0 { http(&address, rng) } else { socket(&address, rng) }
    }
    tally.count("connections", CONNECTIONS);
    match get(&address) {
        Some(head) if head.starts_with("HTTP/1.1 200") => tally.accepted += 1,
        Some(head) => tally.fault(Fault::Wrong, format!("the page answers {head:?}")),
        None => tally.fault(Fault::Hang, "the page does not answer".to_owned()),
    }
    let said = std::fs::read_to_string(&errors).unwrap_or_default();
    if said.contains("panicked") {
        tally.fault(Fault::Death, said.lines().take(3).collect::<Vec<_>>().join(" "));
    }
    talk.kill();
    Ok(())
}

/// Where the page can be reached: the host and port of the address that it prints.
fn address(talk: &mut Talk) -> Result<String, TalkError> {
    loop {
        let lines = talk.wait("")?;
        let found = lines.last().and_then(|line| line.split("http://").nth(1));
        if let Some(rest) = found {
            return Ok(rest.split('/').next().unwrap_or_default().to_owned());
        }
    }
}

/// The first bytes of the answer to an ordinary request.
fn get(address: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut bytes = [0; 12];
    stream.read_exact(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Sends bytes and disconnects after a moment.
fn send(stream: &mut TcpStream, bytes: &[u8]) {
    let _ = stream.set_read_timeout(Some(MOMENT));
    let _ = stream.write_all(bytes).and_then(|()| stream.read(&mut [0; 4096]));
}

fn http(address: &str, rng: &mut Rng) {
    let seeds: Vec<Vec<u8>> = [
        format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n"),
        format!("GET /../../etc/passwd HTTP/1.1\r\nHost: {address}\r\n\r\n"),
        format!("POST /ws HTTP/1.1\r\nHost: {address}\r\nContent-Length: 9999999999\r\n\r\n{{"),
        format!("GET /ws HTTP/1.1\r\nHost: {address}\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nffffffff\r\n"),
        format!("GET /{} HTTP/1.1\r\nHost: {address}\r\n\r\n", "a".repeat(20_000)),
        "GET / HTTP/1.1\r\nHost: evil.example\r\nOrigin: null\r\n\r\n".to_owned(),
    ]
    .map(String::into_bytes)
    .to_vec();
    if let Ok(mut stream) = TcpStream::connect(address) {
        send(&mut stream, &damaged(&seeds, rng));
    }
}

fn socket(address: &str, rng: &mut Rng) {
    let Ok(mut stream) = TcpStream::connect(address) else { return };
    let hello = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    send(&mut stream, hello.as_bytes());
    let seeds: Vec<Vec<u8>> = [
        r#"{"type":"position","id":1,"position":{"fen":null,"moves":["e2e4"]}}"#,
        r#"{"type":"analyse","id":2,"position":{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","moves":[]},"limits":{"depth":5},"lines":3}"#,
        r#"{"type":"analyse","id":3,"position":{"fen":null,"moves":[]},"limits":{},"lines":255}"#,
        r#"{"type":"threat","id":4,"position":{"fen":null,"moves":[]}}"#,
        r#"{"type":"evaluate","id":5,"position":{"fen":null,"moves":[]}}"#,
        r#"{"type":"stop","id":2}"#,
        r#"{"type":"explore","id":6,"position":{"fen":"4k3/8/8/8/8/8/8/4KBN1 w - - 0 1","moves":[]}}"#,
        r#"{"type":"play","id":7,"position":{"fen":"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1","moves":[]},"level":1500,"clocks":{"white":1,"black":0,"increment":4294967295}}"#,
        r#"{"type":"open","id":8,"pgn":"[White \"A\"]\n\n1. e4 (1. d4 d5) e5 $1 {x} *"}"#,
        r#"{"type":"game","id":9,"index":18446744073709551615}"#,
        r#"{"type":"report","id":10,"pgn":"1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 1/2-1/2","limits":{"nodes":200}}"#,
        r#"{"type":"chess960","id":11,"number":959}"#,
        r#"{"type":"watch","id":12}"#,
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec();
    for _ in 0..1 + rng.below(8) {
        let payload = damaged(&seeds, rng);
        send(&mut stream, &frame(&payload, rng));
    }
}

/// A frame: usually a complete text, sometimes with a wrong opcode or length.
fn frame(payload: &[u8], rng: &mut Rng) -> Vec<u8> {
    let code = if rng.below(6) == 0 { rng.below(256) as u8 } else { 0x81 };
    let length = payload.len().min(65_535) as u16;
    let claimed = if rng.below(12) == 0 { length.wrapping_mul(3) } else { length };
    let mut bytes = vec![code, 0x80 | 126];
    bytes.extend(claimed.to_be_bytes());
    // A mask of zeros leaves the payload as it is.
    bytes.extend([0; 4]);
    bytes.extend(&payload[..usize::from(length)]);
    bytes
}
