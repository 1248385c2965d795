use super::*;
use crate::pictures;
use balance_analysis::sample;

fn html(text: &str) -> String {
    whole(Intro::new(text.to_owned()).html(&[]))
}

/// Both parts of it.
fn whole(parts: [Markup; 2]) -> String {
    parts.map(Markup::into_string).concat()
}

/// Nobody has to turn a page for what was found.
#[test]
fn what_stands_before_the_first_heading_or_picture_is_a_part_of_its_own() {
    let parts = |text: &str| {
        Intro::new(text.to_owned())
            .html(&[])
            .map(|part| part.into_string().trim().to_owned())
    };
    let [lead, rest] = parts("Two games[^1].\n\nBoth fair.\n\n## Why\n\nSo.\n\n[^1]: Ours.");
    assert!(
        lead.starts_with("<p>Two games") && lead.ends_with("<p>Both fair.</p>"),
        "{lead}"
    );
    assert!(
        rest.starts_with("<h3 id=\"intro-heading-why\">Why</h3>") && rest.contains("Ours."),
        "{rest}"
    );
    let [lead, rest] = parts("Two games.\n\n- one\n\n| a | b |\n|---|---|\n| ![x](y.png) | so |\n\nLast.");
    assert!(
        lead.ends_with("</ul>") && rest.contains("so") && rest.ends_with("<p>Last.</p>"),
        "{lead} {rest}"
    );
    let [lead, rest] = parts("So.\n\n# Us\n\n<!-- the rest -->\n");
    assert!(lead == "<p>So.</p>" && rest.contains("&lt;!-- the rest"), "{rest}");
    // A heading of its own stands above what it says, whatever the title of the page is.
    let text = "# Us\n\nSo.\n\n## Why\n";
    let [lead, rest] = parts(text);
    assert!(
        lead.ends_with("<p>So.</p>") && rest.ends_with("Why</h3>"),
        "{lead} {rest}"
    );
    let mut titled = Intro::new(text.replace("So.", "## First"));
    assert_eq!(titled.take_title().as_deref(), Some("Us"));
    let [lead, rest] = titled.html(&[]).map(|part| part.into_string().trim().to_owned());
    assert!(lead.is_empty() && rest.contains("First</h3>"), "{lead} {rest}");
    assert_eq!(parts("Only this."), ["<p>Only this.</p>", ""]);
}

#[test]
fn what_the_designer_says_asks_for_nothing_and_runs_nothing() {
    let text = html("# Us\n\n<script>x</script> and <b>so</b>\n\n![a *pond*](http://pond.example/a.png)");
    assert!(text.contains("<h2 id=\"intro-heading-us\">Us</h2>"), "{text}");
    assert!(
        !text.contains("<script") && !text.contains("<b>") && !text.contains("<img"),
        "{text}"
    );
    assert!(
        text.contains("a <em>pond</em>") && !text.contains("pond.example"),
        "{text}"
    );
}

#[test]
fn a_tag_that_is_not_obeyed_is_found() {
    let tag = |text: &str| Intro::new(text.to_owned()).tag();
    assert_eq!(tag("Us\n\n<h1>Our <b>games</b></h1>\n"), Some(("<h1>".to_owned(), 3)));
    assert_eq!(tag("so <b>much</b>"), Some(("<b>".to_owned(), 1)));
    assert_eq!(tag("# Us\n\n1 < 2"), None);
}

#[test]
fn links_lead_to_pages_and_run_nothing() {
    for runs in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
    ] {
        let text = html(&format!("[a](<{runs}>)"));
        assert!(text.contains("href=\"#\"") && !text.contains(runs), "{text}");
    }
    for leads in [
        "https://pond.example/a:b",
        "mailto:us@pond.example",
        "rules/a.html",
        "HTTP://pond.example",
    ] {
        let text = html(&format!("[a](<{leads}>)"));
        assert!(text.contains(&format!("href=\"{leads}\"")), "{text}");
    }
}

#[test]
fn pictures_stand_in_the_page_itself() {
    let mut intro = Intro::new("![a pond](pond.PNG)\n![none](none.png) ![text](a.txt)".to_owned());
    let named = [("pond.PNG", 1), ("none.png", 2), ("a.txt", 2)];
    assert_eq!(intro.named(), named.map(|(name, line)| (name.to_owned(), line)));
    assert!(intro.take("pond.PNG", b"frog") && !intro.take("a.txt", b"frog"));
    let text = whole(intro.html(&[]));
    assert_eq!(text.matches("<img").count(), 1, "{text}");
    assert!(
        text.contains("src=\"data:image/png;base64,ZnJvZw==\" alt=\"a pond\""),
        "{text}"
    );
    assert!(text.contains("\nnone ") && text.contains(" text"), "{text}");
    // A title is read below the picture, as it was typed.
    let mut intro = Intro::new("![a pond](pond.png \"The <b>pond</b>\")".to_owned());
    assert!(intro.take("pond.png", b"frog"));
    let text = whole(intro.html(&[]));
    assert!(
        text.contains("<span class=\"caption\">The &lt;b&gt;pond&lt;/b&gt;</span>"),
        "{text}"
    );
}

#[test]
fn a_heading_at_its_beginning_may_be_the_title_of_the_page() {
    let taken = |text: &str| {
        let mut intro = Intro::new(text.to_owned());
        (intro.take_title(), whole(intro.html(&[])).trim().to_owned())
    };
    let title = Some("Two `games`".replace('`', ""));
    assert_eq!(taken("# Two `games`\n\nSo."), (title, "<p>So.</p>".to_owned()));
    assert_eq!(taken("So.\n\n# Two games").0, None);
    assert_eq!(taken("## Two games\n").0.as_deref(), Some("Two games"));
    assert_eq!(taken("").0, None);
}

/// A link to a heading of the introduction leads there, and whoever writes of one that leads nowhere is told.
#[test]
fn links_lead_to_headings() {
    let text = "# Us\n\n[on](#what-we-ask) and [web](https://a.example)\n\n## What we `ask`?\n";
    let page = html(text);
    assert!(page.contains("href=\"#intro-heading-what-we-ask\""), "{page}");
    assert!(page.contains("<h3 id=\"intro-heading-what-we-ask\">"), "{page}");
    let all = |text: &str| Intro::new(text.to_owned()).loose_links(2);
    let loose = |text: &str| all(text).into_iter().next();
    assert_eq!(loose(text), None);
    assert_eq!(all("[a](#a)\n\n[b](#b)").len(), 2, "each is told");
    assert_eq!(loose("So.\n[rules](rules.pdf)"), Some(("rules.pdf".to_owned(), 2)));
    assert_eq!(loose("[on](#nowhere)"), Some(("#nowhere".to_owned(), 1)));
    // So do the sections of the page, unless a heading of its own has that name.
    assert_eq!(loose("[first](#runs), [second](#run-2), [how](#reading)"), None);
    assert_eq!(loose("[third](#run-3)"), Some(("#run-3".to_owned(), 1)));
    assert!(html("[first](#runs)").contains("href=\"#runs\""));
    assert!(html("[first](#runs)\n\n## Runs\n").contains("href=\"#intro-heading-runs\""));
    // What became the title of the page has a place there.
    let mut titled = Intro::new("# Our games\n\n[up](#our-games)".to_owned());
    assert_eq!(titled.place_of("Our games"), None, "it is no title yet");
    assert_eq!(titled.take_title().as_deref(), Some("Our games"));
    assert_eq!(titled.place_of("Our games").as_deref(), Some("intro-heading-our-games"));
    assert!(whole(titled.html(&[])).contains("href=\"#intro-heading-our-games\""));
    // Headings of the same words have each a place of its own.
    let text = "[on](#rules-1)\n\n## Rules\n\n## Rules\n\n## Rules 1\n";
    let page = html(text);
    for id in ["rules", "rules-1", "rules-1-1"] {
        assert_eq!(page.matches(&format!("id=\"intro-heading-{id}\"")).count(), 1, "{page}");
    }
    assert_eq!(loose(text), None);
}

/// A chart of a run is drawn for every screen, in light and dark; of a picture that no run drew the file is shown.
#[test]
fn charts_of_runs_are_those_of_the_page() {
    let drawn = [("The pond".to_owned(), pictures::all(&sample::single()).expect("drawn"))];
    let text = "![who *wins*](a/charts/win-rate.png \"So it is\") and ![](a/charts/own.png) ![](a/charts/win-rate.png)";
    let mut intro = Intro::new(text.to_owned());
    for (name, chart) in [("a/charts/win-rate.png", "win-rate"), ("a/charts/own.png", "own")] {
        assert!(intro.take(name, b"frog"));
        intro.is_chart(name, 0, chart);
    }
    let text = whole(intro.html(&drawn));
    for part in ["broad", "narrow"] {
        assert_eq!(text.matches(&format!("class=\"chart {part}\"")).count(), 2, "{text}");
    }
    assert_eq!(text.matches("<img").count(), 1, "its own picture");
    assert!(
        text.contains("</span><span class=\"caption\">So it is</span> and <img"),
        "{text}"
    );
    // One without words of its own is named by its run.
    assert_eq!(
        text.matches("<span class=\"caption\">The pond</span>").count(),
        1,
        "{text}"
    );
    assert!(!text.contains("who") || !text.contains("<em>wins</em>"), "{text}");
}

#[test]
fn tables_are_tables() {
    let text = html("| a | b |\n| --- | --: |\n| 1 | 2 |\n");
    assert!(
        text.contains("<div class=\"table\"><table>") && text.contains("</table>"),
        "{text}"
    );
    assert!(text.contains("<td style=\"text-align: right\">2</td>"), "{text}");
}

#[test]
fn footnotes_stand_below_and_are_led_to() {
    let text = html("Fair[^1].\n\n[^1]: With bots.\n");
    assert!(
        text.contains("href=\"#1\"") && text.contains("class=\"footnote-definition\" id=\"1\""),
        "{text}"
    );
    assert!(!text.contains("[^1]"), "{text}");
}
