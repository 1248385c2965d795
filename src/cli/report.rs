//! `balance report DIR...`.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::Failure;
use balance_analysis::table::Results;
use balance_analysis::untrusted;
use balance_kit::schema::suggest::suggest;
use balance_report::{self as report, Insights, Intro, format};

/// Largest introduction, in bytes.
const LARGEST: u64 = 1 << 20;

/// Largest picture in it, in bytes.
const PICTURE: u64 = 1 << 23;

/// Makes the report of a finished run again from its stored tables, or one page about several runs
///
/// With --out the runs are put on one page, DIR/report.html, that can be handed on: the introduction, every run in a line,
/// and of each the answers, the main pictures and the findings. Nothing is played.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folders of the runs, such as reports/riverbed-9p
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Folder for one page about all of them
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Title of that page, which stands above the introduction; else the heading with which this begins
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    title: Option<String>,
    /// A text in Markdown with which it begins, and which goes on below “At a glance” from its next heading or first picture on. A picture is looked for from the folder of this file
    /// on, then in the folders of the runs: charts/win-rate.png, or niagara-4p/charts/win-rate.png where several runs have one
    #[arg(long, value_name = "FILE")]
    intro: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let of_page = [("--title", args.title.is_some()), ("--intro", args.intro.is_some())];
    if let (None, Some((option, _))) = (&args.out, of_page.into_iter().find(|(_, given)| *given)) {
        return Err(Failure::Input(format!(
            "{option} is for the page that is handed on, of one run or several; name a folder for it with --out DIR"
        )));
    }
    let read = |dir: &PathBuf| report::read(dir).map_err(|error| Failure::Input(error.to_string()));
    let runs = args.runs.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    match (&args.out, &args.runs[..], &runs[..]) {
        (Some(out), _, _) => together(args, out, &runs),
        (None, [dir], [results]) => again(args, dir, results),
        _ => Err(Failure::Input(
            "the page about several runs needs a folder of its own: name it with --out DIR".to_owned(),
        )),
    }
}

/// The report of one run, made again.
fn again(args: &Args, dir: &Path, results: &Results) -> Result<(), Failure> {
    let _held = report::Folder::claim(dir).map_err(|error| Failure::Input(error.to_string()))?;
    report::remake(&Insights::of_run(results), dir).map_err(|error| Failure::Unwritten(error.to_string()))?;
    if args.json {
        let text = report::json(results).map_err(|error| Failure::Input(error.to_string()))?;
        return super::print_json(&text);
    }
    super::print(&format!("{}\n", dir.join("report.html").display()))
}

/// One page about all of them.
fn together(args: &Args, out: &Path, runs: &[Results]) -> Result<(), Failure> {
    let page = out.extension().is_some_and(|end| end == "html" || end == "htm");
    if page && !out.is_dir() {
        let own = out.file_name().is_some_and(|name| name == "report.html");
        let folder = out.parent().filter(|folder| own && !folder.as_os_str().is_empty());
        let folder = folder.map_or_else(|| out.with_extension(""), Path::to_path_buf);
        return Err(Failure::Input(format!(
            "--out {}: it names the folder in which the page will be report.html; write --out {}",
            out.display(),
            folder.display()
        )));
    }
    if report::read(out).is_ok() {
        return Err(Failure::Input(format!(
            "{} is the folder of a run, whose report would be lost; name another one with --out DIR",
            out.display()
        )));
    }
    let path = out.join("report.html");
    if fs::read_to_string(&path).is_ok_and(|page| !page.contains(report::MARK)) {
        return Err(Failure::Input(format!(
            "{} is no page of this program, and would be lost; name another folder with --out DIR",
            path.display()
        )));
    }
    let twice = args
        .runs
        .iter()
        .enumerate()
        .find(|(at, dir)| args.runs[..*at].iter().any(|other| other == *dir));
    if let Some((_, dir)) = twice {
        return Err(Failure::Input(format!("{} is named twice", dir.display())));
    }
    let intro = args
        .intro
        .as_deref()
        .map_or_else(|| Ok(Intro::default()), |path| introduction(path, &args.runs))?;
    let games: Vec<&str> = runs.iter().map(|run| run.scenario.title.as_str()).collect();
    let mut intro = intro;
    let own = intro.clone().take_title();
    // What stands above as the title is not said once more below it.
    if args.title.is_none() || args.title == own {
        intro.take_title();
    }
    let title = args.title.clone().or(own).unwrap_or_else(|| games.join(" · "));
    let page = report::several(&title, &intro, &runs.iter().map(Insights::of_run).collect::<Vec<_>>())
        .map_err(|error| Failure::Unwritten(error.to_string()))?;
    super::prepare::writable(out)?;
    report::place(&path, page.as_bytes())
        .map_err(|error| Failure::Unwritten(format!("{} cannot be written: {error}.", path.display())))?;
    super::print(&format!("{}\n", path.display()))
}

/// The text of the file at `path`, and the pictures that it names.
fn introduction(path: &Path, runs: &[PathBuf]) -> Result<Intro, Failure> {
    let wrong = |why: String| {
        Failure::Input(format!(
            "--intro {}: {why}{} It names a text in Markdown that is to stand first on the page",
            path.display(),
            if why.ends_with('?') { "" } else { "." }
        ))
    };
    let bytes = untrusted::read(path, LARGEST).map_err(|error| {
        wrong(match error.kind() {
            ErrorKind::NotFound => format!("there is no such file{}", meant(path)),
            ErrorKind::IsADirectory => "this is a folder".to_owned(),
            _ => error.to_string(),
        })
    })?;
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is no text in UTF-8".to_owned()))?;
    if text.trim().is_empty() {
        super::remark(&format!(
            "note: {} is empty, so that no introduction stands on the page\n",
            path.display()
        ));
    }
    let mut intro = Intro::new(text);
    if let Some((tag, line)) = intro.tag() {
        super::remark(&format!(
            "note: {}:{line}: {tag} stands on the page as it was typed, since tags are not obeyed; write Markdown, as # for a \
             heading\n",
            path.display()
        ));
    }
    for (link, line) in intro.loose_links(runs.len()) {
        if link.starts_with("www.") {
            super::remark(&format!(
                "note: {}:{line}: the link to {link} leads to nothing on the page: write https://{link}\n",
                path.display()
            ));
            continue;
        }
        super::remark(&format!(
            "note: {}:{line}: the link to {link} leads to nothing on the page, and whoever has the page alone cannot follow it; \
             there are {}\n",
            path.display(),
            format::join_and(&intro.places(runs.len()))
        ));
    }
    let mut mistakes = Vec::new();
    for (name, line) in intro.named() {
        if name.contains("://") || name.starts_with("data:") {
            super::remark(&format!(
                "note: {}:{line}: {name} is left as its words, since the page asks for no other file; save the picture beside this \
                 text\n",
                path.display()
            ));
            continue;
        }
        let why = match picture(path, &name, runs) {
            Ok(found) if intro.take(&name, &found.bytes) => {
                if let Some((run, chart)) = found.chart {
                    intro.is_chart(&name, run, &chart);
                }
                continue;
            }
            Ok(_) => "its name must end in .png, .jpg, .svg, .gif or .webp".to_owned(),
            Err(why) => why,
        };
        mistakes.push(format!(
            "{}:{line}: the picture {name} cannot be read: {why}",
            path.display()
        ));
    }
    match mistakes.as_slice() {
        [] => Ok(intro),
        _ => Err(Failure::Input(mistakes.join("\n"))),
    }
}

/// The text beside `path` that was probably meant by it, as the end of a sentence.
fn meant(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
    let texts: Vec<String> = beside
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "md"))
        .collect();
    let lost = path.file_name().and_then(|lost| lost.to_str()).unwrap_or_default();
    let near = suggest(lost, texts.iter().map(String::as_str));
    near.map_or_else(String::new, |near| {
        format!("; did you mean {}?", path.with_file_name(near).display())
    })
}

/// A picture that an introduction names.
struct IntroPicture {
    bytes: Vec<u8>,
    /// Where it lies among the charts of a run: the number of this, and the name of the chart.
    chart: Option<(usize, String)>,
}

/// The picture that the introduction at `intro` calls `name`: from its folder on, else of one of the runs.
fn picture(intro: &Path, name: &str, runs: &[PathBuf]) -> Result<IntroPicture, String> {
    let own = intro.parent().unwrap_or(Path::new("")).join(name);
    let of_runs = of_runs(name, runs);
    let there: Vec<&PathBuf> = of_runs.iter().filter(|file| file.exists()).collect();
    let file = match there[..] {
        _ if own.exists() => &own,
        [] => {
            // With several runs a chart is found by the folder of its run alone.
            let folder = runs.first().and_then(|run| run.file_name()).filter(|_| runs.len() > 1);
            let chart = Path::new(folder.unwrap_or_default()).join("charts/win-rate.png");
            return Err(absent(&own, &of_runs, name, &chart));
        }
        [only] => only,
        [..] => {
            // By the folders of the runs where these tell them apart, else as they lie.
            let folders: BTreeSet<_> = runs.iter().map(|run| run.file_name()).collect();
            let short = |file: &Path| {
                let run = runs.iter().find(|run| file.starts_with(run))?;
                let file = file.strip_prefix(run.parent()?).ok()?;
                (folders.len() == runs.len()).then(|| file.to_owned())
            };
            let named = |file: &&PathBuf| short(file).unwrap_or_else(|| (*file).clone()).display().to_string();
            let files: Vec<String> = there.iter().map(named).collect();
            return Err(format!(
                "several runs have one; write which is meant: {}",
                files.join(" or ")
            ));
        }
    };
    let bytes = untrusted::read(file, PICTURE).map_err(|error| error.to_string())?;
    let among = |run: &PathBuf| {
        let charts = run.join("charts").canonicalize().ok()?;
        file.canonicalize().ok().filter(|file| file.parent() == Some(&charts))
    };
    let mut charts = runs.iter().enumerate().filter_map(|(at, run)| Some((at, among(run)?)));
    let chart = charts.find_map(|(at, file)| Some((at, file.file_stem()?.to_str()?.to_owned())));
    Ok(IntroPicture { bytes, chart })
}

/// Where a picture would lie in the folders of the runs: in each, or in the one whose name stands before it, also where it was
/// typed as it is seen from elsewhere, such as `reports/niagara-4p/charts/win-rate.png`.
fn of_runs(name: &str, runs: &[PathBuf]) -> Vec<PathBuf> {
    let name = Path::new(name);
    let parts: Vec<_> = name.components().map(Component::as_os_str).collect();
    // How many folders before the picture are those of the run, and where it lies then.
    let inside = |run: &PathBuf| {
        let at = parts.iter().position(|part| Some(*part) == run.file_name())?;
        let folders = run.components().rev().map(Component::as_os_str);
        let same = folders
            .zip(parts[..=at].iter().rev())
            .take_while(|(one, two)| one == *two);
        Some((same.count(), run.join(parts[at + 1..].iter().collect::<PathBuf>())))
    };
    let named: Vec<(usize, PathBuf)> = runs.iter().filter_map(inside).collect();
    // Of two folders of one name the one that more of the name says.
    let most = named.iter().map(|(same, _)| *same).max();
    if most.is_none() {
        return runs.iter().map(|run| run.join(name)).collect();
    }
    let these = named.into_iter().filter(|(same, _)| Some(*same) == most);
    these.map(|(_, file)| file).collect()
}

/// There is no picture `own`, nor one `of_runs`, which an introduction calls `name`: where it was looked for, and what there is
/// instead, such as `chart`.
fn absent(own: &Path, of_runs: &[PathBuf], name: &str, chart: &Path) -> String {
    let places: Vec<&Path> = std::iter::once(own)
        .chain(of_runs.iter().map(PathBuf::as_path))
        .collect();
    let told: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    let looked = format!("there is no such file; it was looked for as {}", told.join(" and as "));
    let beside = |place: &&Path| fs::read_dir(place.parent().unwrap_or(Path::new(""))).ok();
    let mut all: Vec<String> = places
        .iter()
        .filter_map(beside)
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|other| Intro::is_picture(other))
        .collect();
    all.sort_unstable();
    all.dedup();
    let lost = own.file_name().and_then(|lost| lost.to_str()).unwrap_or(name);
    let stem = lost.rsplit_once('.').map_or(lost, |(stem, _)| stem);
    // Where a run has several configurations, the name of the picture says of which one it is.
    let near = suggest(lost, all.iter().map(String::as_str)).map(str::to_owned);
    let near = near.or_else(|| all.iter().find(|other| other.contains(stem)).cloned());
    match (near, all.as_slice()) {
        (Some(near), _) => format!("{looked}; did you mean `{}`?", name.replace(lost, &near)),
        (None, []) => {
            let chart = chart.display();
            format!("{looked}; the pictures of a run lie in its folder `charts`, such as {chart}")
        }
        (None, all) => format!("{looked}; the pictures there are {}", all.join(", ")),
    }
}
