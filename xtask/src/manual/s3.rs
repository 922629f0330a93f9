//! `cargo xtask s3`: the cache in an object store, against a server that speaks the protocol of S3.
//!
//! The server is moto, from PyPI, with all its dependencies pinned, in the user's cache directory. The command stands apart from the checks of
//! continuous integration, because the feature `object-store` more than doubles the time that the tool takes to compile.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::step::{self, cargo};
use crate::{cache, libz3};

/// The version of the server.
const MOTO: &str = "5.2.5";

/// The server and all that it needs.
const PACKAGES: &str = include_str!("s3.txt");

/// How often the server is asked for an answer, a fifth of a second apart.
const TRIES: u32 = 150;

/// Starts the server and runs the tests that need it.
pub(crate) fn run(root: &Path) -> Result<()> {
    libz3::ensure(root)?;
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let server = Server::start(&packages()?, port)?;
    let args = [
        "test",
        "--package",
        "cargo-unroll",
        "--features",
        "object-store",
        "--test",
        "e2e",
        "objects::",
    ];
    let mut test = cargo(root, &args);
    test.env("UNROLL_TEST_S3", format!("127.0.0.1:{port}"));
    let tested = step::run("cache in an object store", &mut test);
    drop(server);
    tested
}

/// The directory of the server's packages, installed first if it is not there yet.
fn packages() -> Result<PathBuf> {
    let home = cache::directory()?.join(format!("moto-{MOTO}"));
    if home.exists() {
        return Ok(home);
    }
    let partial = home.with_extension(format!("partial-{}", std::process::id()));
    fs::create_dir_all(&partial).context("failed to create the cache directory")?;
    let list = partial.join("packages.txt");
    fs::write(&list, PACKAGES)?;
    let list = format!("--requirement={}", list.display());
    step::run(
        &format!("pip install moto=={MOTO}"),
        &mut libz3::pip_install(&list, &partial),
    )?;
    match fs::rename(&partial, &home) {
        // Another process was faster, with the same result.
        Err(_) if home.exists() => fs::remove_dir_all(&partial)?,
        moved => moved.context("failed to move it to its place")?,
    }
    Ok(home)
}

/// A running server, which ends with this value.
struct Server(Child);

impl Server {
    fn start(packages: &Path, port: u16) -> Result<Self> {
        let server = Command::new(libz3::python())
            .args(["-m", "moto.server", "--port", &port.to_string()])
            .env("PYTHONPATH", packages)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("failed to start the server")?;
        let mut server = Self(server);
        for _ in 0..TRIES {
            if answers(port).is_ok() {
                return Ok(server);
            }
            if let Some(status) = server.0.try_wait()? {
                bail!("the server ended: {status}");
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        bail!("the server does not answer");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Fails if no server answers.
fn answers(port: u16) -> Result<()> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(b"GET / HTTP/1.0\r\n\r\n")?;
    let mut answer = [0; 4];
    stream.read_exact(&mut answer)?;
    Ok(())
}
