use super::*;

/// A hundred deals that say nothing.
fn nothing() -> SingleChanges {
    SingleChanges {
        deals: 100,
        figures: Vec::new(),
        changes: Vec::new(),
        untold: Vec::new(),
        closer: Vec::new(),
        differing: Vec::new(),
        proposed: Vec::new(),
        lists: Vec::new(),
        parts: Vec::new(),
        kinds: Vec::new(),
        example: None,
    }
}

/// Where deals are too few to show a move of two points, that is said. How many games to ask for is said in one place alone.
#[test]
fn too_few_deals_are_called_so() {
    let alone = |half: f64, share: bool| SingleChanges {
        figures: vec![Measured {
            table: None,
            metric: "win-rate.north".to_owned(),
            share,
        }],
        changes: vec![Alteration {
            change: RuleChange {
                rule: "coins".to_owned(),
                from: Some("1".to_owned()),
                to: "2".to_owned(),
            },
            moves: vec![Rate {
                value: 0.0,
                lo: -half,
                hi: half,
            }],
            nearer: None,
        }],
        ..nothing()
    };
    let said = alone(0.08, true).grounds();
    assert!(
        said.ends_with("hardly show a move of less than 8.0 points; about four times as many show half of that."),
        "{said}"
    );
    for enough in [alone(0.015, true), alone(0.08, false)] {
        assert!(enough.grounds().ends_with("hold together at 95%."));
    }
    // Only what is told deal by deal is judged, and the rest of the wishes is named.
    let mut wished = alone(0.015, true);
    wished.changes[0].nearer = Some(true);
    wished.untold = vec!["decisions.mean".to_owned()];
    let said = wished.grounds();
    assert!(
        said.contains("come first.") && said.contains("though it is wished: decisions.mean;"),
        "{said}"
    );
    // What moves a figure the wrong way is not called near.
    let mut moved = alone(0.015, true);
    moved.changes[0].moves[0].lo = 0.001;
    for (nearer, worse) in [(None, false), (Some(true), false), (Some(false), true)] {
        moved.changes[0].nearer = nearer;
        assert_eq!(moved.grounds().contains("is seen nearer than the present rules"), worse);
    }
}

/// A value that moves nothing is named where another of its rule moves something.
#[test]
fn values_that_move_nothing_are_named() {
    let of = |rule: &str, to: &str, least: f64| Alteration {
        change: RuleChange {
            rule: rule.to_owned(),
            from: Some("6".to_owned()),
            to: to.to_owned(),
        },
        moves: vec![Rate {
            value: 0.02,
            lo: least,
            hi: 0.05,
        }],
        nearer: None,
    };
    let alone = SingleChanges {
        figures: vec![Measured {
            table: None,
            metric: "win-rate.north".to_owned(),
            share: true,
        }],
        changes: vec![
            of("coins", "4", 0.01),
            of("coins", "5", -0.01),
            of("coins", "7", -0.01),
            of("logs", "5", -0.01),
            of("kelp", "5", 0.01),
        ],
        ..nothing()
    };
    assert_eq!(
        alone.still().as_deref(),
        Some("Not shown in 100 deals to move win-rate.north: coins 6 → 5 and 7, logs.")
    );
    // What is proposed all the same is named, and what moves something by itself is not.
    let proposed = SingleChanges {
        proposed: vec!["coins".to_owned(), "logs".to_owned()],
        ..alone
    };
    let said = proposed.still().expect("still rules");
    assert!(said.contains("logs. Proposals change logs all the same:"), "{said}");
}

/// What nobody tried is named, with a line that tries some of it.
#[test]
fn what_was_not_tried_is_named() {
    let of = |game: &str| {
        let info = balance_analysis::games::named(game).expect("a game");
        (lists(info), example(info, &["card"]))
    };
    let (lists, example) = of("riverbed");
    // A part with a clause of its own is told apart from the next.
    let mut alone = SingleChanges {
        differing: vec!["roles.merchants".to_owned(), "roles.separatists".to_owned()],
        lists: lists.clone(),
        parts: vec!["tile"],
        kinds: vec!["card"],
        ..nothing()
    };
    let said = |alone: &SingleChanges| alone.not_tried().unwrap_or_default();
    assert_eq!(
        said(&alone),
        "Single parts of the content (tile.N) were changed a little in the search alone: not every such change was tried, and none is \
         shown here by itself. Not tried: tile-numbers; roles.merchants and roles.separatists, which are not the same at all tables; \
         and single parts of the content (card.N). They are tried where [tune] names them."
    );
    alone.differing.clear();
    alone.parts.clear();
    assert!(said(&alone).starts_with("Not tried: tile-numbers and single parts of the content"));
    assert_eq!(lists, vec!["tile-numbers".to_owned()]);
    let example = example.expect("a card");
    assert!(
        example.starts_with("\"card.") && example.ends_with("\" = [\"blank\", \"left-out\"]"),
        "{example}"
    );
}

/// Of what is not there nothing is to be looked at more closely.
#[test]
fn it_is_said_what_to_look_at_more_closely() {
    let mut alone = SingleChanges {
        closer: vec!["\"coins\" = [1, 2]".to_owned()],
        ..nothing()
    };
    assert!(!alone.lead().contains("proposed"), "{}", alone.lead());
    alone.proposed = vec!["coins".to_owned()];
    assert!(
        alone.lead().starts_with("To look closer at what is proposed, "),
        "{}",
        alone.lead()
    );
}
