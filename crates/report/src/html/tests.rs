use super::*;
use crate::sample;

/// What a turn is stands on the page: where lengths are told, and among the words that are explained.
#[test]
fn what_a_turn_is_stands_on_the_page() {
    let page = drawn(&sample::variants());
    assert!(page.contains("<dt>Turns</dt><dd>A turn: one player acts.</dd>"));
    assert!(page.contains("title=\"in turns. A turn: one player acts.\">median length<"));
    assert!(drawn(&sample::single()).contains("A turn: one player acts. A decision is a choice"));
    let mut runs = [sample::single(), sample::single()];
    runs[1].scenario.game_title = "Niagara".to_owned();
    runs[1].configurations[0].turn_note = "everybody acts".to_owned();
    let said = "<dd>Riverbed Hunt. A turn: one player acts. Niagara. A turn: everybody acts.</dd>";
    assert!(
        several("Two", &[Insights::of_run(&runs[0]), Insights::of_run(&runs[1])])
            .expect("drawn")
            .contains(said)
    );
}

fn drawn(results: &Results) -> String {
    let insights = Insights::of_run(results);
    page(&insights, &pictures::all(results).expect("drawn"), &[])
}

/// Every tag that is opened is closed, in order; attributes are quoted.
fn balanced(page: &str) -> Result<usize, String> {
    const VOID: [&str; 4] = ["meta", "link", "br", "input"];
    let mut open: Vec<&str> = Vec::new();
    let mut tags = 0;
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').ok_or("a tag without end")?;
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if tag.starts_with('!') || tag.starts_with('?') {
            continue;
        }
        if tag.matches('"').count() % 2 == 1 {
            return Err(format!("a quote is open in <{tag}>"));
        }
        tags += 1;
        if let Some(name) = tag.strip_prefix('/') {
            let last = open.pop();
            if last != Some(name) {
                return Err(format!("</{name}> closes {last:?}"));
            }
            continue;
        }
        let name = tag.split([' ', '\n', '/']).next().unwrap_or_default();
        if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        if matches!(name, "script" | "style") {
            // What stands in these is no markup.
            let end = rest.find(&format!("</{name}>")).ok_or("no end of a script")?;
            rest = &rest[end..];
        }
    }
    if open.is_empty() {
        Ok(tags)
    } else {
        Err(format!("left open: {open:?}"))
    }
}

#[test]
fn pages_are_well_formed() {
    for results in [sample::single(), sample::variants(), sample::matrix()] {
        let tags = balanced(&drawn(&results));
        assert!(tags.as_ref().is_ok_and(|tags| *tags > 500), "{tags:?}");
    }
}

#[test]
fn the_answers_and_one_picture_come_before_the_content_and_the_findings() {
    for (results, name) in [
        (sample::single(), "win-rate"),
        (sample::variants(), "overview"),
        (sample::matrix(), "overview-1-merchants"),
    ] {
        let page = drawn(&results);
        let figure = format!(" id=\"figure-{name}\"");
        let parts = ["id=\"answers\"", &figure, "class=\"content\"", "id=\"findings\""];
        let places = parts.map(|part| page.find(part).unwrap_or_else(|| panic!("{part}")));
        assert!(places.is_sorted(), "{name}: {places:?}");
        assert_eq!(page.matches(&figure).count(), 1, "{name}");
    }
}

fn tones<'a>(css: &'a str, name: &str) -> Vec<&'a str> {
    let set = format!("{name}:");
    let all = css.match_indices(&set).map(|(at, _)| &css[at + set.len()..]);
    all.filter_map(|rest| rest.split([';', '}']).next().map(str::trim))
        .collect()
}

/// What the page sets is what pictures have alone: a colour that is changed in one place is changed in the other.
#[test]
fn every_colour_of_charts_has_its_light_its_dark_and_its_printed_tone() {
    let css = include_str!("page.css");
    let mut count = 0;
    for (name, light) in balance_charts::ground() {
        let [dark] = tones(balance_charts::STYLE, name)[..] else {
            panic!("{name} on dark pages");
        };
        let page = tones(css, name);
        assert_eq!(page[..3], [light.as_str(), dark, dark], "{name}");
        assert!(page.len() == 4 && page[3].starts_with('#'), "{name} in print");
        count += 1;
    }
    assert_eq!(count, 9);
}

/// A page that is dark by the reader's choice is as one that is dark by that of the system.
#[test]
fn dark_is_the_same_by_choice_and_by_system() {
    for name in [
        "--ink", "--muted", "--line", "--paper", "--soft", "--link", "--bad", "--hint",
    ] {
        let all = tones(include_str!("page.css"), name);
        assert!(all.len() == 4 && all[1] == all[2], "{name}: {all:?}");
    }
}

#[test]
fn every_picture_is_there_for_broad_and_for_narrow_screens() {
    let page = drawn(&sample::single());
    let count = page.matches("<figure ").count();
    for class in ["chart broad", "chart narrow"] {
        assert_eq!(page.matches(&format!("class=\"{class}\"")).count(), count, "{class}");
    }
}

#[test]
fn the_check_of_tags_finds_mistakes() {
    assert!(balanced("<p><b>x</p></b>").is_err());
    assert!(balanced("<p>").is_err());
    assert!(balanced("<p a=\"x>y</p>").is_err());
    assert_eq!(balanced("<!DOCTYPE html><p a=\"1\">x<br></p>"), Ok(3));
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let page = drawn(&sample::variants());
    for (at, _) in page.match_indices("://") {
        let before = &page[at.saturating_sub(30)..at + 30];
        assert!(before.contains("http://www.w3.org/2000/svg"), "{before}");
    }
    for loader in ["@import", "url(", " src=", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(loader), "{loader}");
    }
}

#[test]
fn names_cannot_become_markup() {
    let page = drawn(&sample::variants());
    assert!(!page.contains("<b>"));
    assert!(page.contains("&lt;b&gt;two&lt;/b&gt; &amp; &quot;more&quot;"));
}

#[test]
fn every_finding_tells_how_to_see_it_again() {
    let results = sample::single();
    let page = drawn(&results);
    let found = Insights::of_run(&results).findings;
    for finding in &found {
        let command = finding.sample.as_ref().expect("a game").command(&results);
        assert!(page.contains(&format!("<pre>{command}</pre>")), "{command}");
    }
    let [again, _] = crate::findings::commands(&results);
    assert!(page.contains(&again));
}

#[test]
fn a_finding_links_to_the_page_of_its_game_where_there_is_one() {
    let results = sample::single();
    let insights = Insights::of_run(&results);
    let [first, second, ..] = &insights.sample_games()[..] else {
        panic!("two games are pointed to")
    };
    let pictures = pictures::all(&results).expect("drawn");
    let page = page(&insights, &pictures, &[first.file()]);
    assert!(page.contains(&format!("href=\"{}\"", first.file())));
    assert!(!page.contains(&second.file()));
}

#[test]
fn anchors_are_unique_and_links_lead_somewhere() {
    for results in [sample::single(), sample::variants(), sample::matrix()] {
        let page = drawn(&results);
        let ids: Vec<&str> = page
            .split(" id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), ids.len());
        for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(unique.binary_search(&link).is_ok(), "{link}");
        }
    }
}

#[test]
fn tables_say_what_they_are_to_a_screen_reader() {
    let page = drawn(&sample::single());
    let tables = page.matches("<table>").count();
    assert_eq!(page.matches("<caption>").count(), tables);
    assert_eq!(page.matches("<thead>").count(), tables);
    assert!(page.matches("scope=\"row\"").count() > 40);
    let pictures = page.matches("<svg").count();
    assert_eq!(page.matches("role=\"img\"").count(), pictures);
}

#[test]
fn every_table_has_a_name_of_its_own() {
    for results in [sample::single(), sample::variants(), sample::matrix()] {
        let page = drawn(&results);
        let named = page.split("role=\"group\" tabindex=\"0\" aria-label=\"").skip(1);
        let mut names: Vec<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(names.len(), page.matches("<table>").count());
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{names:#?}");
    }
}

#[test]
fn the_numbers_of_the_only_configuration_stand_in_the_contents_as_other_sections_do() {
    assert!(drawn(&sample::single()).contains("<li><a href=\"#configuration-1\">The numbers</a></li>"));
    assert!(drawn(&sample::variants()).contains("<li class=\"configuration\"><a href=\"#configuration-1\">"));
}

#[test]
fn the_link_past_the_contents_leads_to_the_findings_where_there_are_some() {
    let skips = |page: &str, place: &str, words: &str| {
        page.contains(&format!("<a class=\"skip\" href=\"#{place}\">{words}</a>"))
    };
    assert!(skips(&drawn(&sample::single()), "findings", "Skip to the findings"));
    assert!(skips(
        &question_page("Riverbed Hunt", "Why?", "", &[]),
        "main",
        "Skip the contents"
    ));
}

fn large() -> Results {
    let mut results = sample::matrix();
    let more: Vec<Configuration> = results.configurations[..24].to_vec();
    for (index, mut each) in more.into_iter().enumerate() {
        each.name = format!("{} again {index}", each.name);
        results.configurations.push(each);
    }
    assert_eq!(results.configurations.len(), 60);
    results
}

#[test]
fn a_large_run_stays_small() {
    assert!(drawn(&large()).len() < 2_000_000);
}

/// Neither a picture many screens high nor a list of many names stands before the findings.
#[test]
fn a_large_run_begins_with_its_findings() {
    let page = drawn(&large());
    let place = |id: &str| page.find(&format!(" id=\"{id}\"")).unwrap_or_else(|| panic!("{id}"));
    assert!(!page[place("answers")..place("findings")].contains("<figure"));
    assert!(place("figure-overview-1-merchants") > place("overview"));
    assert!(page.contains("<li class=\"folded\"><details><summary>All 60</summary><ol>"));
}

fn page_of(runs: &[Results]) -> String {
    let runs: Vec<Insights> = runs.iter().map(Insights::of_run).collect();
    several("Two games", &runs).expect("drawn")
}

#[test]
fn runs_of_one_title_are_named_by_what_differs() {
    let mut runs = [sample::single(), sample::single()];
    runs[1].scenario.seed = 7;
    let title = runs[0].scenario.title.clone();
    assert_eq!(
        page_of(&runs).matches(&format!("{title}, seed 7")).count(),
        2,
        "nav and heading"
    );
    runs[1].scenario.seed = runs[0].scenario.seed;
    runs[1].scenario.set = vec!["seats.all=search".to_owned()];
    assert_eq!(name_of_run(&[&runs[0], &runs[1]], &runs[0]), title);
    let other = name_of_run(&[&runs[0], &runs[1]], &runs[1]);
    assert_eq!(other, format!("{title}, seats.all=search"));
}

#[test]
fn every_run_has_its_answers_and_its_pictures_and_every_place_is_named_once() {
    let page = page_of(&[sample::single(), sample::variants()]);
    assert!(page.contains("<h1>Two games</h1>"));
    assert_eq!(page.matches("class=\"verdict").count(), 2);
    assert!(!page.contains("class=\"commands\""), "who reads it has no program");
    assert_eq!(
        page.matches("class=\"chart narrow\"").count(),
        2 + 2,
        "win rates and lengths of each"
    );
    for (_, id) in page.match_indices(" id=\"").map(|(at, _)| page[at..].split_at(5)) {
        let id = id.split('"').next().expect("an end");
        assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
    for id in ["run-1", "run-2", "reading"] {
        assert!(
            page.contains(&format!("id=\"{id}\"")) && page.contains(&format!("href=\"#{id}\"")),
            "{id}"
        );
    }
}
