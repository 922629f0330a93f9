//! Web pages: complete, without addresses outside of their folder, and with text that is escaped.

use std::collections::BTreeSet;
use std::path::Path;

use cargo_unroll::report::SavedReport;
use cargo_unroll::report::html::{Page, html};

use crate::formats::{lines, saved};

fn page<'p>(pages: &'p [Page], path: &str) -> &'p str {
    let found = pages.iter().find(|page| page.path == path);
    &found.unwrap_or_else(|| panic!("no page {path}")).text
}

/// The values of an attribute.
fn values<'t>(text: &'t str, attribute: &str) -> BTreeSet<&'t str> {
    let opening = format!(" {attribute}=\"");
    let mut values = BTreeSet::new();
    for (at, _) in text.match_indices(&opening) {
        let rest = &text[at + opening.len()..];
        values.insert(&rest[..rest.find('"').expect("the value ends")]);
    }
    values
}

#[test]
fn every_link_leads_to_a_place_in_the_folder() {
    let pages = html(&saved());
    let mut links = 0;
    for own in pages
        .iter()
        .filter(|page| page.text.starts_with("<!doctype"))
    {
        let here = Path::new(&own.path).parent().expect("a file has a folder");
        let targets = values(&own.text, "href").into_iter();
        for link in targets.chain(values(&own.text, "src")) {
            links += 1;
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let up = file.strip_prefix("../");
            let path = match (file, up) {
                ("", _) => own.path.clone(),
                (_, Some(rest)) => rest.to_owned(),
                _ => here.join(file).to_str().expect("UTF-8").to_owned(),
            };
            let target = page(&pages, &path);
            let has_place = fragment.is_empty() || values(target, "id").contains(fragment);
            assert!(has_place, "{}: {link}", own.path);
        }
    }
    assert!(links > 30, "{links} links");
    for page in &pages {
        assert!(!page.text.contains("://"), "{} names an address", page.path);
    }
}

#[test]
fn the_page_of_a_function_has_all_that_the_lines_have() {
    let pages = html(&saved());
    let text = page(&pages, "functions/krate-sample-bubble.html");
    for part in [
        "violates <code>|_| a.is_sorted()</code>",
        "<pre tabindex=\"0\"><code>bubble(&amp;mut [1, 0])</code></pre>",
        "the time limit of 60 s was reached",
        "<tr id=\"L22\" class=\"undecided\">",
        "<tr id=\"L26\" class=\"finding\">",
        "title=\"loop 2 after 1, branch 2: unreachable at any depth\"",
        "proof that does not use the bound",
        "budget was used up",
        "Changed results",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let overview = page(&pages, "index.html");
    for part in [
        "functions/krate-sample-bubble.html#finding-1",
        "data-path=\"krate::f\" data-state=\"skipped\"",
        "<td><code>1</code></td><td><code>0</code></td>",
    ] {
        let squeezed = overview.replace('\n', "");
        assert!(squeezed.contains(part), "no `{part}` in\n{overview}");
    }
}

#[test]
fn text_of_the_user_is_never_markup() {
    let hostile = lines().replace("attempt to subtract", "</code><script>alert(1)</script>");
    let report = SavedReport::parse(&hostile, "x".into()).expect("it is a report");
    for page in html(&report) {
        assert!(!page.text.contains("<script>alert"), "{}", page.path);
    }
}

/// A large report: its pages stay below 20 MB, and the overview below 1 MB.
#[test]
fn five_hundred_functions_stay_small() {
    let one = saved();
    let mut report = one.clone();
    report.functions = (0..500)
        .map(|number| {
            let mut function = one.functions[1].clone();
            function.function = format!("krate::m{}::f{number}", number % 20);
            function
        })
        .collect();
    let pages = html(&report);
    let names: BTreeSet<&str> = pages.iter().map(|page| page.path.as_str()).collect();
    assert_eq!(names.len(), 503);
    let size: usize = pages.iter().map(|page| page.text.len()).sum();
    assert!(size < 20 << 20, "{size} bytes");
    assert!(page(&pages, "index.html").len() < 1 << 20);
}

#[test]
fn functions_of_one_path_have_pages_of_their_own() {
    let one = saved();
    let mut report = one.clone();
    report.functions = vec![one.functions[1].clone(), one.functions[1].clone()];
    let pages = html(&report);
    let first = page(&pages, "functions/krate-sample-bubble.html");
    let second = page(&pages, "functions/krate-sample-bubble.2.html");
    assert_eq!(first, second);
}
