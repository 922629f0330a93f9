//! The form of an entry: a line with its version, key and digest, then the outcome as JSON.
//!
//! With a secret, the digest is a signature that only those can make who know it.

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::model::digest::{self, hex};
use crate::model::outcome::FunctionOutcome;

/// The beginning of the first line. Its number changes with the form of entries.
const MARK: &str = "cargo-unroll-outcome 1";

/// A kept outcome.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// The function's path, for people who look at the file.
    pub(super) function: String,
    /// The wall time of the analysis.
    pub(super) millis: u64,
    pub(super) outcome: FunctionOutcome,
}

impl Entry {
    /// Reads an entry for a key; otherwise says what is wrong with it.
    pub(super) fn parse(text: &[u8], key: &str, secret: Option<&str>) -> Result<Self, String> {
        let text = std::str::from_utf8(text).map_err(|_| "it is not valid UTF-8".to_owned())?;
        let (head, body) = text.split_once('\n').ok_or("it is not complete")?;
        let rest = head
            .strip_prefix(MARK)
            .ok_or("it has another format version")?;
        // With the key, so that an entry does not pass for that of another job whose name it got.
        let expected = format!(" {key} {}", digest(key, body, secret));
        if rest != expected {
            return Err(if secret.is_some() {
                "its signature is wrong".to_owned()
            } else {
                "its checksum is wrong".to_owned()
            });
        }
        serde_json::from_str(body).map_err(|error| format!("its content is broken: {error}"))
    }

    /// The text of the entry for a key.
    pub(super) fn text(&self, key: &str, secret: Option<&str>) -> Option<String> {
        let body = serde_json::to_string(self).ok()?;
        let digest = digest(key, &body, secret);
        Some(format!("{MARK} {key} {digest}\n{body}"))
    }
}

fn digest(key: &str, body: &str, secret: Option<&str>) -> String {
    let signed = secret.and_then(|secret| Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok());
    match signed {
        Some(mut mac) => {
            mac.update(key.as_bytes());
            mac.update(body.as_bytes());
            hex(&mac.finalize().into_bytes())
        }
        None => digest::digest([key, body]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::outcome::FunctionVerdict;

    fn entry() -> Entry {
        Entry {
            function: "krate::f".to_owned(),
            millis: 7,
            outcome: FunctionOutcome::empty(FunctionVerdict::Ok),
        }
    }

    #[test]
    fn every_damage_is_noticed() {
        for secret in [None, Some("s")] {
            let text = entry().text("0a", secret).expect("it is written");
            let read = Entry::parse(text.as_bytes(), "0a", secret).expect("it is whole");
            assert_eq!(read.function, "krate::f");
            for at in 0..text.len() {
                let mut damaged = text.clone().into_bytes();
                damaged[at] ^= 1;
                assert!(Entry::parse(&damaged, "0a", secret).is_err(), "byte {at}");
                let short = &text.as_bytes()[..at];
                assert!(Entry::parse(short, "0a", secret).is_err(), "length {at}");
            }
            assert!(Entry::parse(text.as_bytes(), "0b", secret).is_err());
        }
    }

    #[test]
    fn a_signature_needs_the_secret() {
        let text = entry().text("0a", None).expect("it is written");
        assert!(Entry::parse(text.as_bytes(), "0a", Some("s")).is_err());
        let text = entry().text("0a", Some("t")).expect("it is written");
        assert!(Entry::parse(text.as_bytes(), "0a", Some("s")).is_err());
        assert!(Entry::parse(text.as_bytes(), "0a", None).is_err());
    }
}
