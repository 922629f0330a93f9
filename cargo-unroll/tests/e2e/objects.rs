//! The cache in an object store: a server that speaks the protocol of S3.
//!
//! `cargo xtask s3` starts the server and sets `UNROLL_TEST_S3` to its address, with the port behind the last `:`.

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use crate::support::{Krate, Run};

/// A bucket of the server.
const BUCKET: &str = "unroll";

/// The address of the server without `http://`.
fn address() -> String {
    std::env::var("UNROLL_TEST_S3").expect("run `cargo xtask s3`, which sets UNROLL_TEST_S3")
}

/// One request to the server. Returns its answer.
fn request(method: &str, path: &str, body: &str) -> String {
    let address = address();
    let mut stream = TcpStream::connect(&address).expect("the server runs");
    let length = body.len();
    // The server wants to know who asks, and does not check the signature.
    let who = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0";
    let head = format!(
        "{method} /{BUCKET}{path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: {who}\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let sent = stream.write_all(format!("{head}{body}").as_bytes());
    sent.expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("UTF-8");
    assert!(
        answer.starts_with("HTTP/1.1 200"),
        "{method} {path}: {answer}"
    );
    answer
}

/// The keys of all objects.
fn keys() -> Vec<String> {
    let listed = request("GET", "?list-type=2", "");
    let keys = listed.split("<Key>").skip(1);
    keys.filter_map(|rest| Some(rest.split_once("</Key>")?.0.to_owned()))
        .collect()
}

/// Runs the tool on one function with the cache in the bucket of the server at `address`.
fn run(krate: &Krate, address: &str, args: &[&str]) -> Run {
    let variables = [
        ("AWS_ACCESS_KEY_ID", "test".to_owned()),
        ("AWS_SECRET_ACCESS_KEY", "test".to_owned()),
        ("AWS_REGION", "us-east-1".to_owned()),
        ("AWS_ENDPOINT_URL", format!("http://{address}")),
        ("AWS_ALLOW_HTTP", "true".to_owned()),
        ("CARGO_UNROLL_CACHE_DIR", format!("s3://{BUCKET}/caches")),
    ];
    let variables = variables.map(|(name, value)| (name, OsString::from(value)));
    let variables: Vec<_> = variables.iter().map(|(n, v)| (*n, v.as_os_str())).collect();
    let mut all = vec!["--function=insertion_point", "--diff", "--depth=1", "-v"];
    all.extend(args);
    let run = krate.unroll_in(&variables, &all);
    assert_eq!(run.code, Some(0), "{run}");
    run
}

#[test]
fn a_cache_in_an_object_store_is_filled_used_and_never_believed() {
    request("PUT", "", "");
    let krate = Krate::of_fixture("quickstart", "objects");
    let server = address();
    let reused = "Reused 1 outcome of earlier runs";
    let first = run(&krate, &server, &["--cache=read-only"]);
    assert!(!first.stderr.contains("U080"), "{first}");
    assert_eq!(keys(), Vec::<String>::new());
    let first = run(&krate, &server, &[]);
    assert!(!first.stderr.contains("U080"), "{first}");
    assert!(!first.stderr.contains(reused), "{first}");
    let [key] = &keys()[..] else {
        panic!("one object for one function: {:?}", keys());
    };
    assert!(key.starts_with("caches/outcomes-1/"), "{key}");
    let second = run(&krate, &server, &["--cache=read-only"]);
    assert!(second.stderr.contains(reused), "{second}");
    assert_eq!(second.stdout, first.stdout);
    // A damaged entry costs time, and another one takes its place.
    request("PUT", &format!("/{key}"), "cargo-unroll-outcome 1");
    let damaged = run(&krate, &server, &[]);
    assert!(damaged.stderr.contains("warning[U0801]"), "{damaged}");
    assert_eq!(damaged.stdout, first.stdout);
    let again = run(&krate, &server, &[]);
    assert!(again.stderr.contains(reused), "{again}");
    // So does a server that does not answer.
    let away = run(&krate, "127.0.0.1:1", &[]);
    assert!(away.stderr.contains("warning[U0803]"), "{away}");
    assert!(
        away.stderr.contains("`s3://unroll/caches/outcomes-1`"),
        "{away}"
    );
    assert_eq!(away.stdout, first.stdout);
}
