//! t
use cargo_unroll::{build, project};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut o = project::Options::default();
    let mut fat = false;
    for a in &args {
        if a == "--all" {
            o.all_functions = true
        } else if a == "--fat" {
            fat = true
        } else if let Some(p) = a.strip_prefix("-p") {
            o.packages.push(p.into())
        } else {
            o.functions.push(a.clone())
        }
    }
    let t = Instant::now();
    let p = match project::load(&o) {
        Ok(p) => p,
        Err(e) => {
            eprintln!("{e}");
            return;
        }
    };
    eprintln!(
        "load {:?} {} functions {} skips",
        t.elapsed(),
        p.functions.len(),
        p.skips.len()
    );
    let t = Instant::now();
    let c = cargo_unroll::instrument::instrument(&p, &Default::default()).unwrap();
    eprintln!("instrument {:?} changed {}", t.elapsed(), c.changed);
    let t = Instant::now();
    let b = match build::build(&p, build::Output::default()) {
        Ok(p) => p,
        Err(e) => {
            eprintln!("{e}");
            return;
        }
    };
    eprintln!("build {:?}", t.elapsed());
    for s in p.skips.iter().chain(&b.skips) {
        eprintln!("{} {} {:?}", s.code.code(), s.function, s.detail);
    }
    for t in &b.targets {
        eprintln!("{} {} {}", t.package, t.exe, t.harnesses.len());
        for d in &t.deps_ll {
            eprintln!("   {d} {}", std::fs::metadata(d).unwrap().len());
        }
    }
    if fat {
        let t = Instant::now();
        let f = build::fat_lto(&p, &b, build::Output::default()).unwrap();
        eprintln!("fat {:?}", t.elapsed());
        for t in f {
            eprintln!("{} {}", t.ll, std::fs::metadata(&t.ll).unwrap().len());
        }
    }
}
