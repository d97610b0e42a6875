//! Access rules. The server answers only requests that name the machine it runs on, so that no other site can reach it under a
//! domain of its own, and a WebSocket only from its own page.

use axum::http::{HeaderMap, StatusCode, Uri, header};
use std::net::SocketAddr;

/// The rules of a server.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Names and addresses that a request may use for the server, with the port.
    hosts: Vec<String>,
    /// Needed wherever others can reach the server.
    token: Option<String>,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Self {
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() || address.ip().is_unspecified() {
            hosts.extend([format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")]);
        }
        Self { hosts, token }
    }

    /// Refuses a request that names another host. With a token any host is allowed: the token protects.
    pub(crate) fn host(&self, headers: &HeaderMap) -> Result<(), (StatusCode, &'static str)> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let is_number = || host.parse::<SocketAddr>().is_ok();
        if self.hosts.iter().any(|known| known == host) || self.token.is_some() && is_number() {
            Ok(())
        } else {
            Err((StatusCode::FORBIDDEN, "this server answers only to its own address\n"))
        }
    }

    /// Refuses another site's page.
    pub(crate) fn origin(&self, headers: &HeaderMap) -> Result<(), (StatusCode, &'static str)> {
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        if origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) == Some(host) {
            Ok(())
        } else {
            Err((StatusCode::FORBIDDEN, "this server answers only to its own page\n"))
        }
    }

    /// Refuses a request without the token, if there is one.
    pub(crate) fn token(&self, uri: &Uri) -> Result<(), (StatusCode, &'static str)> {
        let Some(token) = &self.token else { return Ok(()) };
        let given = uri.query().unwrap_or_default().split('&').find_map(|pair| pair.strip_prefix("token="));
        // Every byte is compared, so that the time taken reveals nothing.
        let same = given.is_some_and(|given| {
            given.len() == token.len()
                && given.bytes().zip(token.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
        });
        if same {
            Ok(())
        } else {
            Err((StatusCode::UNAUTHORIZED, "the address needs the token that the server printed\n"))
        }
    }
}
