//! The server from a client's view: access, errors for bad messages, and many clients at a time.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use vernier_engine::evaluation::Weights;
use vernier_web::{Server, ServerOptions, Store};

type Client = tokio_tungstenite::WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// A server for one test, on its own thread because it brings its own runtime.
fn serve(options: ServerOptions) -> SocketAddr {
    let (bound, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let threads = if options.threads == 0 { 2 } else { options.threads };
        let options = ServerOptions { port: Some(0), threads, hash: 8, ..options };
        let server = Server::bind(options).expect("a free port");
        bound.send(server.address()).expect("the test waits");
        server.run()
    });
    address.recv().expect("the server listens")
}

/// The head of the answer to a plain request.
fn get(address: SocketAddr, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("written");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}

async fn open(address: SocketAddr, query: &str, origin: Option<&str>) -> Result<Client, Error> {
    let mut request = format!("ws://{address}/ws{query}").into_client_request().expect("an address");
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
    }
    tokio_tungstenite::connect_async(request).await.map(|(client, _)| client)
}

/// A client that has been greeted.
async fn client(address: SocketAddr) -> Client {
    let mut client = open(address, "", Some(&format!("http://{address}"))).await.expect("let in");
    assert_eq!(receive(&mut client).await["type"], "hello");
    client
}

async fn say(client: &mut Client, message: &Value) {
    client.send(Message::text(message.to_string())).await.expect("sent");
}

async fn receive(client: &mut Client) -> Value {
    let message = tokio::time::timeout(Duration::from_secs(60), client.next()).await.expect("in time");
    let text = message.expect("not closed").expect("no error").into_text().expect("text");
    serde_json::from_str(&text).expect("JSON")
}

/// Reads messages until one of a type.
async fn hear_type(client: &mut Client, wanted: &str) -> Value {
    loop {
        let answer = receive(client).await;
        if answer["type"] == wanted {
            return answer;
        }
    }
}

fn start() -> Value {
    json!({ "fen": null, "moves": [] })
}

#[test]
fn only_requests_for_its_own_host_are_answered() {
    let address = serve(ServerOptions::default());
    let page = get(address, "/", &address.to_string());
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<html"));
    let policy = page.lines().find(|line| line.starts_with("content-security-policy:")).expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    // The stylesheet inside the page is allowed by a word that no other page is given.
    let nonce =
        page.split_once("<style nonce=\"").and_then(|(_, rest)| rest.split_once('"')).expect("a nonce").0;
    assert!(nonce.len() == 32 && policy.contains(&format!("'nonce-{nonce}'")));
    assert!(!get(address, "/", &address.to_string()).contains(nonce));
    assert!(get(address, "/", &format!("localhost:{}", address.port())).starts_with("HTTP/1.1 200"));
    for host in ["evil.example", "127.0.0.1", "evil.example:7878", ""] {
        assert!(get(address, "/", host).starts_with("HTTP/1.1 403"), "{host}");
        assert!(get(address, "/app.js", host).starts_with("HTTP/1.1 403"), "{host}");
    }
    for path in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd"] {
        assert!(get(address, path, &address.to_string()).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn what_cannot_be_used_is_noted_at_the_start() {
    let folder = std::env::temp_dir();
    let store = folder.join(format!("vernier-notes-{}.redb", std::process::id()));
    let open = Store::open(&store).expect("a store");
    let results = folder.join("vernier-no-such-results");
    let options = ServerOptions { port: Some(0), threads: 1, hash: 1, ..ServerOptions::default() };
    let options = ServerOptions { store: Some(store.clone()), results: Some(results.clone()), ..options };
    let notes = Server::bind(options).expect("a free port").notes;
    assert_eq!(notes.len(), 2, "{notes:?}");
    let [kept, missing] = [&notes[0], &notes[1]];
    assert!(kept.ends_with("; results are not kept") && !kept.contains(".;"), "{kept}");
    assert!(missing.starts_with(&format!("{}: there is no such folder", results.display())), "{missing}");
    drop(open);
    let _ = std::fs::remove_file(store);
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_are_shown_with_the_weights_in_use() {
    let weights = Weights::from_text("tempo = 77 55").expect("weights");
    let address = serve(ServerOptions { weights, ..ServerOptions::default() });
    let mut client = client(address).await;
    say(&mut client, &json!({ "type": "evaluate", "id": 1, "position": start() })).await;
    let answer = hear_type(&mut client, "evaluation").await;
    let terms = answer["terms"].as_array().expect("terms");
    let tempo = terms.iter().find(|term| term["name"] == "tempo").expect("the tempo");
    assert_eq!(tempo["white"], json!([77, 55]));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_are_refused() {
    let address = serve(ServerOptions::default());
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1"] {
        let Err(Error::Http(refused)) = open(address, "", Some(origin)).await else {
            panic!("{origin} was let in")
        };
        assert_eq!(refused.status(), 403, "{origin}");
    }
    client(address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_needed_where_there_is_one() {
    let token = "0123456789abcdef".to_owned();
    let address = serve(ServerOptions { token: Some(token.clone()), ..ServerOptions::default() });
    let host = address.to_string();
    assert!(get(address, "/", &host).starts_with("HTTP/1.1 401"));
    assert!(get(address, "/?token=0123456789abcdee", &host).starts_with("HTTP/1.1 401"));
    assert!(get(address, &format!("/?token={token}"), &host).starts_with("HTTP/1.1 200"));
    let Err(Error::Http(refused)) = open(address, "", None).await else { panic!("let in without a token") };
    assert_eq!(refused.status(), 401);
    assert!(open(address, &format!("?token={token}"), None).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_come_with_their_moves() {
    let address = serve(ServerOptions::default());
    let mut client = client(address).await;
    say(
        &mut client,
        &json!({ "type": "position", "id": 7, "position": { "fen": null, "moves": ["e2e4", "e7e5"] } }),
    )
    .await;
    let answer = receive(&mut client).await;
    assert_eq!((answer["type"].as_str(), answer["id"].as_u64()), (Some("position"), Some(7)));
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(29));
    assert_eq!(answer["opening"][1], "King's Pawn Game");
    let knights = |moves: usize| ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(moves / 2);
    say(
        &mut client,
        &json!({ "type": "position", "id": 9, "position": { "fen": null, "moves": knights(6_000) } }),
    )
    .await;
    let answer = receive(&mut client).await;
    assert_eq!(
        (answer["type"].as_str(), answer["moves"].as_array().map(Vec::len)),
        (Some("position"), Some(20))
    );
    for (position, field) in [
        (json!({ "fen": null, "moves": knights(10_000) }), "moves"),
        (json!({ "fen": null, "moves": ["e2e5"] }), "moves"),
        (json!({ "fen": "no position", "moves": [] }), "fen"),
    ] {
        say(&mut client, &json!({ "type": "position", "id": 8, "position": position })).await;
        let answer = receive(&mut client).await;
        assert_eq!((answer["type"].as_str(), answer["field"].as_str()), (Some("error"), Some(field)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_answer_by_their_number_and_are_replaced() {
    let address = serve(ServerOptions::default());
    let mut client = client(address).await;
    let endless = json!({ "depth": null, "nodes": null, "movetime": null });
    let short = json!({ "depth": null, "nodes": 5000, "movetime": null });
    say(
        &mut client,
        &json!({ "type": "analyse", "id": 1, "position": start(), "limits": endless, "lines": 3 }),
    )
    .await;
    assert_eq!(hear_type(&mut client, "line").await["id"], 1);
    say(
        &mut client,
        &json!({ "type": "analyse", "id": 2, "position": start(), "limits": short, "lines": 2 }),
    )
    .await;
    let done = hear_type(&mut client, "done").await;
    assert_eq!(done["id"], 2, "the first search sends nothing more");
    assert!(done["best"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_searches_in_a_row_only_the_last_answers() {
    let address = serve(ServerOptions::default());
    let mut client = client(address).await;
    let endless = json!({ "depth": null, "nodes": null, "movetime": null });
    let short = json!({ "depth": null, "nodes": 5000, "movetime": null });
    for id in 1..=20 {
        let limits = if id < 20 { &endless } else { &short };
        say(
            &mut client,
            &json!({ "type": "analyse", "id": id, "position": start(), "limits": limits, "lines": 1 }),
        )
        .await;
    }
    assert_eq!(hear_type(&mut client, "done").await["id"], 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_get_an_error_each() {
    const MESSAGES: usize = 10_000;
    let address = serve(ServerOptions::default());
    let client = client(address).await;
    let (mut sink, mut stream) = client.split();
    let sender = tokio::spawn(async move {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let words = [
            "{",
            "}",
            "[",
            "\"type\"",
            ":",
            "\"analyse\"",
            ",",
            "\"id\"",
            "1",
            "-1",
            "null",
            "\"position\"",
            "1e999",
            "\u{1f600}",
            "\\",
        ];
        for _ in 0..MESSAGES {
            let mut text = String::new();
            for _ in 0..12 {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                text.push_str(words[(random % words.len() as u64) as usize]);
            }
            sink.send(Message::text(text)).await.expect("sent");
        }
        sink.send(Message::text(json!({ "type": "position", "id": 5, "position": start() }).to_string()))
            .await
            .expect("sent");
    });
    let mut errors = 0;
    while let Some(message) = stream.next().await {
        let answer: Value =
            serde_json::from_str(&message.expect("open").into_text().expect("text")).expect("JSON");
        match answer["type"].as_str() {
            Some("error") => errors += 1,
            Some("position") => break,
            other => panic!("{other:?}"),
        }
    }
    sender.await.expect("sent");
    assert_eq!(errors, MESSAGES);
}

/// A short form of the load test: some clients never read, some leave in the middle.
#[tokio::test(flavor = "multi_thread")]
async fn fifty_clients_share_the_engines() {
    let address = serve(ServerOptions::default());
    let endless = json!({ "depth": null, "nodes": null, "movetime": null });
    let mut silent = Vec::new();
    for number in 0..50 {
        let mut client = client(address).await;
        say(
            &mut client,
            &json!({ "type": "analyse", "id": number, "position": start(), "limits": endless, "lines": 2 }),
        )
        .await;
        if number % 2 == 0 {
            silent.push(client);
        }
    }
    drop(silent);
    // All clients have left: the engines are free.
    let mut client = client(address).await;
    let short = json!({ "depth": 6, "nodes": null, "movetime": null });
    say(
        &mut client,
        &json!({ "type": "analyse", "id": 1, "position": start(), "limits": short, "lines": 1 }),
    )
    .await;
    assert_eq!(hear_type(&mut client, "done").await["id"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_names_the_planted_blunder() {
    let address = serve(ServerOptions::default());
    let mut client = client(address).await;
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O b5 6. Nc3 bxa4 *";
    let limits = json!({ "depth": null, "nodes": 8000, "movetime": null });
    say(&mut client, &json!({ "type": "report", "id": 3, "pgn": pgn, "limits": limits })).await;
    let report = hear_type(&mut client, "report").await;
    let blunder = &report["report"]["moves"][10];
    assert_eq!((blunder["san"].as_str(), blunder["mark"].as_str()), (Some("Nc3"), Some("blunder")));
    let text = blunder["reasons"][0]["text"].as_str().expect("a reason");
    assert!(text.contains("bishop on a4"), "{text}");
    assert_eq!(blunder["reasons"][0]["proof"]["san"][0], "bxa4");
}

#[tokio::test(flavor = "multi_thread")]
async fn results_outlive_the_server() {
    let path = std::env::temp_dir().join(format!("vernier-store-{}.redb", std::process::id()));
    let _ = std::fs::remove_file(&path);
    // With several threads, the answer may come from one that has not searched as deep.
    let options = ServerOptions { store: Some(path.clone()), threads: 1, ..ServerOptions::default() };
    let address = serve(options);
    let mut client = client(address).await;
    let limits = json!({ "depth": 8, "nodes": null, "movetime": null });
    say(
        &mut client,
        &json!({ "type": "analyse", "id": 1, "position": start(), "limits": limits, "lines": 2 }),
    )
    .await;
    hear_type(&mut client, "done").await;
    say(&mut client, &json!({ "type": "position", "id": 2, "position": start() })).await;
    let stored = &hear_type(&mut client, "position").await["stored"];
    assert_eq!((stored["depth"].as_u64(), stored["lines"].as_array().map(Vec::len)), (Some(8), Some(2)));
    let _ = std::fs::remove_file(&path);
}

#[test]
fn a_store_keeps_the_deeper_result_and_drops_the_oldest() {
    use vernier_analysis::{Evaluation, chances::Chances};
    use vernier_chess::Board;
    let path = std::env::temp_dir().join(format!("vernier-small-store-{}.redb", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let store = Store::with_limit(&path, 2).expect("a store");
    let line = |board: &Board, depth: u32| vernier_web::message::SearchLine {
        line: 1,
        depth,
        seldepth: depth,
        evaluation: Evaluation::Centipawns(0),
        chances: Chances { win: 0, draw: 1000, loss: 0 },
        uci: vec![board.legal_moves()[0].to_string()],
        san: Vec::new(),
        fens: Vec::new(),
        nodes: 1,
        nps: 1,
        tablebase_hits: 0,
    };
    let first = Board::start();
    let second = first.play(first.legal_moves()[0]);
    let third = second.play(second.legal_moves()[0]);
    assert!(store.put(&first, 1, 1, &[line(&first, 9)]));
    assert!(!store.put(&first, 1, 1, &[line(&first, 8)]), "a shallower result is not kept");
    assert!(store.put(&first, 1, 1, &[line(&first, 10)]));
    assert_eq!(store.get(&first, 1).map(|stored| stored.depth), Some(10));
    assert!(store.get(&first, 2).is_none(), "another network has other results");
    assert!(store.put(&second, 1, 1, &[line(&second, 5)]) && store.put(&third, 1, 1, &[line(&third, 5)]));
    assert!(store.get(&first, 1).is_none() && store.get(&third, 1).is_some(), "the oldest goes");
    drop(store);
    let again = Store::open(&path).expect("the same store");
    assert_eq!(again.get(&second, 1).map(|stored| stored.depth), Some(5));
    let _ = std::fs::remove_file(&path);
}
