import { describe, expect, test } from "vitest";

import { eventText } from "#shared/kernel/event-words.ts";
import type { LinkAnswer } from "#shared/kernel/events.ts";
import type { EventDetail } from "#shared/kernel/ledger.ts";
import { comment, type ShortEvent, eventsOf, reader } from "#tests/support/digest-events.ts";

import type { DigestLine } from "./activity-lines.ts";
import { digest } from "./digest.ts";

/** Returns the person's digest as sentences. */
const sentences = (lines: readonly DigestLine[]): string[] =>
  lines.map((line) => `${line.actorIds.join(" and ") || "StackLoop"} ${eventText(line)}`);

const told = (deeds: readonly ShortEvent[], as: Partial<typeof reader> = {}): string[] =>
  sentences(digest(eventsOf(deeds), { ...reader, ...as }).lines);

describe("the line of one item", () => {
  test("merges several edits by several people, with all names and fields", () => {
    expect(
      told([
        ["Ada", "edited", "Cursor", { fields: ["notes"] }],
        ["Bob", "edited", "Cursor", { fields: ["tags"] }],
        ["Ada", "edited", "Cursor", { fields: ["name"] }],
      ]),
    ).toEqual(["Ada and Bob changed the tool Cursor: Tool Name, Tags, Notes"]);
  });

  test("merges a person's addition and changes, and shows another person's change too", () => {
    expect(
      told([
        ["Ada", "added", "Cursor"],
        ["Ada", "edited", "Cursor", { fields: ["notes"] }],
        ["Bob", "edited", "Cursor", { fields: ["tags"] }],
      ]),
    ).toEqual(["Ada added the tool Cursor", "Bob changed the tool Cursor: Tags"]);
  });

  test("shows the current and previous ring of a decided tool, by the last decider", () => {
    expect(
      told([
        ["Ada", "decided", "Cursor", { ringFrom: "assess", ringTo: "trial" }],
        ["Bob", "decided", "Cursor", { ringFrom: "trial", ringTo: "adopt" }],
      ]),
    ).toEqual(["Bob moved Cursor to Adopt"]);
    expect(told([["Ada", "decided", "Cursor", { ringFrom: null, ringTo: "hold" }]])).toEqual([
      "Ada moved Cursor to Hold",
    ]);
  });

  test("hides earlier verdicts from the person who decided last", () => {
    expect(
      told([
        ["Ada", "decided", "Cursor", { ringFrom: null, ringTo: "trial" }],
        ["me", "decided", "Cursor", { ringFrom: "trial", ringTo: "adopt" }],
      ]),
    ).toEqual([]);
  });

  test("merges votes except removed ones, and puts a decision first", () => {
    expect(
      told([
        ["Ada", "voted", "Cursor", { ringFrom: null, ringTo: "trial" }],
        ["Bob", "voted", "Cursor", { ringFrom: null, ringTo: "hold" }],
        ["Cleo", "voted", "Cursor", { ringFrom: null, ringTo: "hold" }],
        ["Bob", "voted", "Cursor", { ringFrom: "hold", ringTo: null }],
        ["Ada", "added", "Whisper"],
        ["Ada", "decided", "Cursor", { ringFrom: "hold", ringTo: "hold" }],
        ["Ada", "voted", "Suno", { ringFrom: null, ringTo: "adopt" }],
      ]),
    ).toEqual([
      "Ada confirmed Cursor as Hold",
      "Ada added the tool Whisper",
      "Ada voted for Adopt on Suno",
      "Ada and Cleo voted on Cursor",
    ]);
  });

  test("merges ratings of a prompt except removed ones", () => {
    const rated = (id: string, stars: number | null): EventDetail => ({
      other: { kind: "tool", id },
      tool: `Tool ${id}`,
      stars,
    });
    expect(
      told([
        ["Ada", "rated", "Poet", rated("1", 4), "prompt"],
        ["Bob", "rated", "Poet", rated("1", 2), "prompt"],
        ["Bob", "rated", "Poet", rated("1", null), "prompt"],
        ["Ada", "rated", "Chef", rated("1", 4), "prompt"],
        ["Ada", "rated", "Chef", rated("2", 5), "prompt"],
        ["me", "rated", "Painter", rated("2", 5), "prompt"],
      ]),
    ).toEqual(["Ada rated the prompt Chef", "Ada rated the prompt Poet: 4 stars in Tool 1"]);
  });

  test("merges links of an item except removed ones and decisions on them", () => {
    const linked = (id: string, change: "added" | "deleted" = "added"): EventDetail => ({
      other: { kind: "reading", id },
      change,
    });
    const answered = (id: string, answer: LinkAnswer): EventDetail => ({
      other: { kind: "reading", id },
      answer,
    });
    expect(
      told([
        ["Ada", "linked", "Cursor", linked("r1")],
        ["Bob", "linked", "Cursor", linked("r2")],
        ["Bob", "linked", "Cursor", linked("r2", "deleted")],
        ["Ada", "linked", "Suno", linked("r1")],
        ["Cleo", "linked", "Suno", linked("r3")],
        ["Ada", "linked", "Whisper", linked("r1")],
        ["Bob", "linked", "Whisper", linked("r1", "deleted")],
        ["me", "linked", "Midjourney", linked("r1")],
        ["Ada", "linked", "Sora", linked("r1")],
        ["me", "linked", "Sora", linked("r1", "deleted")],
        ["Ada", "linked", "Runway", linked("r1")],
        ["Bob", "linked", "Runway", answered("r1", "rejected")],
        ["Bob", "linked", "Suno", answered("r1", "confirmed")],
        ["Ada", "linked", "Udio", linked("r1")],
        ["Ada", "linked", "Udio", answered("r1", "found")],
      ]),
    ).toEqual([
      "Ada and Cleo linked the tool Suno to other items",
      "Ada linked the tool Cursor to a reading",
    ]);
  });

  test("uses the latest title", () => {
    const events = eventsOf([
      ["Ada", "added", "t1"],
      ["me", "edited", "t1"],
    ]).map((event, index) => ({ ...event, title: ["Cursr", "Cursor"][index] ?? "" }));
    expect(sentences(digest(events, reader).lines)).toEqual(["Ada added the tool Cursor"]);
  });

  test.each<[string, ShortEvent[], string[]]>([
    [
      "added and deleted again",
      [
        ["Ada", "added", "X"],
        ["Bob", "deleted", "X"],
      ],
      [],
    ],
    [
      "deleted and brought back",
      [
        ["Ada", "deleted", "X"],
        ["Bob", "restored", "X"],
      ],
      [],
    ],
    [
      "brought back and deleted again",
      [
        ["Ada", "restored", "X"],
        ["Bob", "deleted", "X"],
      ],
      [],
    ],
    [
      "deleted",
      [
        ["Ada", "edited", "X"],
        ["Bob", "deleted", "X"],
      ],
      ["Bob deleted the tool X"],
    ],
    [
      "deleted for good",
      [
        ["Bob", "deleted", "X"],
        ["Cleo", "purged", "X"],
      ],
      ["Bob deleted the tool X"],
    ],
    ["deleted for good long after", [["Cleo", "purged", "X"]], []],
    ["restored", [["Ada", "restored", "X"]], ["Ada restored the tool X"]],
    [
      "deleted by the person themselves",
      [
        ["Ada", "edited", "X"],
        ["me", "deleted", "X"],
      ],
      [],
    ],
    [
      "deleted by the person and brought back by another",
      [
        ["me", "deleted", "X"],
        ["Ada", "restored", "X"],
      ],
      ["Ada restored the tool X"],
    ],
    [
      "added by the person and deleted by another",
      [
        ["me", "added", "X"],
        ["Ada", "deleted", "X"],
      ],
      ["Ada deleted the tool X"],
    ],
    [
      "added, deleted and brought back",
      [
        ["Ada", "added", "X"],
        ["Ada", "deleted", "X"],
        ["Bob", "restored", "X"],
      ],
      ["Ada added the tool X"],
    ],
    [
      "restored to an earlier version",
      [["Ada", "restored", "X", { from: 3, fields: ["notes"] }]],
      ["Ada restored version 3 of the tool X"],
    ],
  ])("%s", (_, deeds, expected) => {
    expect(told(deeds)).toEqual(expected);
  });

  test("counts comments and links to the first new one", () => {
    const { lines } = digest(
      eventsOf([
        ["Ada", "commented", "R", comment("old", "edited"), "reading"],
        ["Ada", "commented", "R", comment("c1"), "reading"],
        ["Bob", "commented", "R", comment("c2"), "reading"],
        ["Ada", "commented", "R", comment("c1", "edited"), "reading"],
        ["me", "commented", "R", comment("c3"), "reading"],
      ]),
      reader,
    );
    expect(sentences(lines)).toEqual(["Ada and Bob commented twice on R"]);
    expect(lines[0]?.detail.comment).toBe("c1");
  });

  test.each<[string, ShortEvent[], string[]]>([
    [
      "a comment that is gone again",
      [
        ["Ada", "commented", "R", comment("c1")],
        ["Ada", "commented", "R", comment("c1", "deleted")],
      ],
      [],
    ],
    ["a comment that was there and is gone", [["Ada", "commented", "R", comment("c1", "deleted")]], []],
    [
      "a comment that was deleted and came back",
      [
        ["Ada", "commented", "R", comment("c1")],
        ["Ada", "commented", "R", comment("c1", "deleted")],
        ["Ada", "restored", "R", { comment: "c1" }],
      ],
      ["Ada commented on R"],
    ],
    [
      "an old comment that was deleted and came back",
      [
        ["Ada", "commented", "R", comment("c1", "deleted")],
        ["Ada", "commented", "R", comment("c1", "restored")],
      ],
      [],
    ],
    [
      "an old comment that was changed",
      [["Ada", "commented", "R", comment("c1", "edited")]],
      ["Ada changed a comment on R"],
    ],
    [
      "a reply",
      [["Ada", "commented", "R", { ...comment("c1"), parentId: "c0" }]],
      ["Ada replied to a comment on R"],
    ],
    [
      "comments on what is gone",
      [
        ["Ada", "commented", "R", comment("c1")],
        ["Bob", "deleted", "R", { comments: 1 }],
      ],
      ["Bob deleted the reading R with 1 comment"],
    ],
  ])("%s", (_, deeds, expected) => {
    const onReading = deeds.map(([who, verb, item, detail]): ShortEvent => [
      who,
      verb,
      item,
      detail,
      "reading",
    ]);
    expect(told(onReading)).toEqual(expected);
  });
});

describe("grouping", () => {
  const many = (count: number, deed: (index: number) => ShortEvent): ShortEvent[] =>
    Array.from({ length: count }, (_, index) => deed(index));

  test("shows an import as one line, even after changes of its rows", () => {
    const deeds = [
      ...many(400, (index): ShortEvent => ["Ada", "added", `new ${index}`, { import: "i1" }]),
      ...many(12, (index): ShortEvent => [
        "Ada",
        "edited",
        `old ${index}`,
        { import: "i1", fields: ["notes"] },
      ]),
      ["Bob", "deleted", "new 7"] satisfies ShortEvent,
    ];
    expect(told(deeds)).toEqual(["Ada imported 411 tools"]);
  });

  test("names the item in an import of one row", () => {
    expect(told([["Ada", "added", "Cursor", { import: "i1" }]])).toEqual(["Ada imported the tool Cursor"]);
  });

  test("hides an undone import", () => {
    const added = many(3, (index): ShortEvent => ["Ada", "added", `new ${index}`, { import: "i1" }]);
    const undone = many(3, (index): ShortEvent => ["Ada", "deleted", `new ${index}`, { import: "i1" }]);
    expect(told([...added, ...undone])).toEqual([]);
    const changed: ShortEvent = ["Ada", "edited", "old", { import: "i1", fields: ["notes"] }];
    const changedBack: ShortEvent = ["Ada", "restored", "old", { import: "i1", from: 3, fields: ["notes"] }];
    expect(told([changed, changedBack])).toEqual([]);
    expect(told([changedBack])).toEqual(["Ada restored version 3 of the tool old"]);
  });

  test("sums up the results of job runs by kind", () => {
    expect(
      told([
        [null, "fetched", "run1", { count: 30 }, "paper"],
        ["Ada", "fetched", "run2", { count: 11 }, "paper"],
        ["me", "fetched", "run3", { count: 1000 }, "paper"],
        [null, "fetched", "run4", { count: 9 }, "article"],
        ["Ada", "fetched", "Cursor", { articles: 3 }],
        [null, "fetched", "run5", { count: 1 }],
      ]),
    ).toEqual(["StackLoop found 1 release note", "StackLoop found 12 articles", "StackLoop found 41 papers"]);
  });

  test("merges similar lines only if there are too many", () => {
    const adds = many(11, (index): ShortEvent => ["Ada", "added", `T${index}`]);
    expect(told([...adds, ["Bob", "added", "B"]])).toHaveLength(12);
    expect(told([...adds, ["Bob", "added", "B"], ["Bob", "added", "C"]])).toEqual([
      "Bob added the tool C",
      "Bob added the tool B",
      "Ada added 11 tools",
    ]);
  });

  test("shows restored versions and edits of many items as changes", () => {
    const deeds = many(13, (index): ShortEvent => [
      "Ada",
      index % 2 === 0 ? "edited" : "restored",
      `T${index}`,
      index % 2 === 0 ? {} : { from: 1 },
    ]);
    expect(told(deeds)).toEqual(["Ada changed 13 tools"]);
  });

  test("counts the lines that do not fit", () => {
    const deeds = many(20, (index): ShortEvent => [`P${index}`, "added", `T${index}`]);
    const { lines, more } = digest(eventsOf(deeds), reader);
    expect(lines).toHaveLength(12);
    expect(more).toBe(8);
    expect(lines[0]?.title).toBe("T19");
  });
});

test("shows the most important lines first, and of equal ones the newest", () => {
  const deeds: ShortEvent[] = [
    ["Ada", "commented", "Mine", comment("c1"), "reading"],
    ["Ada", "edited", "Own tool", { fields: ["notes"] }],
    ["Ada", "commented", "Other", comment("c2"), "reading"],
    ["Ada", "added", "First"],
    ["Ada", "added", "Second"],
    ["Ada", "edited", "Changed", { fields: ["notes"] }],
    ["Ada", "deleted", "Gone"],
    [null, "fetched", "run", { count: 41 }, "paper"],
  ];
  const mine = { addedIds: new Set(["Own tool"]), inboxItemIds: new Set(["Mine"]) };
  const expected = [
    "Ada commented on Mine",
    "Ada changed your tool Own tool: Notes",
    "Ada commented on Other",
    "Ada added the tool Second",
    "Ada added the tool First",
    "Ada changed the tool Changed: Notes",
    "Ada deleted the tool Gone",
    "StackLoop found 41 papers",
  ];
  expect(told(deeds, mine)).toEqual(expected);
});
