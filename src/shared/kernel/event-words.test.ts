import { expect, test } from "vitest";

import { eventText, eventWords, type EventSummary } from "./event-words.ts";

const cursor = { kind: "tool", title: "Cursor" } as const;
const emma = { kind: "reading", title: "Emma" } as const;
const report = { kind: "prompt", title: "Bug report" } as const;
const comment = "4a7f";

test.each<[string, EventSummary]>([
  ["added the tool Cursor", { ...cursor, verb: "added", detail: { revision: 1 } }],
  ["imported the tool Cursor", { ...cursor, verb: "added", detail: { import: "a" } }],
  [
    "changed the tool Cursor: Tags, Notes",
    { ...cursor, verb: "edited", detail: { fields: ["notes", "tags"] } },
  ],
  ["changed the tool Cursor", { ...cursor, verb: "edited", detail: { fields: ["gone"] } }],
  [
    "changed the reading Emma: Title, Author, Year, ISBN, Tags",
    { ...emma, verb: "edited", detail: { fields: ["title", "author", "year", "isbn", "tags"] } },
  ],
  [
    "changed the reading Emma: Title, Author, Year, ISBN and 2 more",
    { ...emma, verb: "edited", detail: { fields: ["title", "author", "year", "isbn", "tags", "notes"] } },
  ],
  [
    "summarised the paper Attention",
    { kind: "paper", title: "Attention", verb: "edited", detail: { fields: ["pplxSummary"] } },
  ],
  ["restored version 3 of the tool Cursor", { ...cursor, verb: "restored", detail: { from: 3 } }],
  ["restored the tool Cursor", { ...cursor, verb: "restored", detail: { deletion: "b" } }],
  ["deleted the tool Cursor", { ...cursor, verb: "deleted", detail: { articles: 0 } }],
  ["deleted the tool Cursor with 12 articles", { ...cursor, verb: "deleted", detail: { articles: 12 } }],
  ["deleted the reading Emma with 1 comment", { ...emma, verb: "deleted", detail: { comments: 1 } }],
  ["deleted the tool Cursor permanently", { ...cursor, verb: "purged", detail: {} }],
  ["commented on Emma", { ...emma, verb: "commented", detail: { comment, change: "added", parentId: null } }],
  [
    "replied to a comment on Emma",
    { ...emma, verb: "commented", detail: { comment, change: "added", parentId: "5" } },
  ],
  ["changed a comment on Emma", { ...emma, verb: "commented", detail: { comment, change: "edited" } }],
  ["deleted a comment on Emma", { ...emma, verb: "commented", detail: { comment, change: "deleted" } }],
  ["restored a comment on Emma", { ...emma, verb: "restored", detail: { comment, deletion: "b" } }],
  ["deleted a comment on Emma permanently", { ...emma, verb: "purged", detail: { comment } }],
  ["moved Cursor to Trial", { ...cursor, verb: "decided", detail: { ringFrom: null, ringTo: "trial" } }],
  ["moved Cursor to Adopt", { ...cursor, verb: "decided", detail: { ringFrom: "trial", ringTo: "adopt" } }],
  [
    "moved your tool Cursor to Hold",
    { ...cursor, verb: "decided", detail: { ringFrom: "trial", ringTo: "hold" }, isYours: true },
  ],
  ["confirmed Cursor as Hold", { ...cursor, verb: "decided", detail: { ringFrom: "hold", ringTo: "hold" } }],
  [
    "removed the verdict on Cursor",
    { ...cursor, verb: "decided", detail: { ringFrom: "trial", ringTo: null } },
  ],
  ["voted for Trial on Cursor", { ...cursor, verb: "voted", detail: { ringFrom: null, ringTo: "trial" } }],
  ["removed a vote on Cursor", { ...cursor, verb: "voted", detail: { ringFrom: "trial", ringTo: null } }],
  ["voted on Cursor", { ...cursor, verb: "voted", detail: {} }],
  [
    "rated the prompt Bug report: 4 stars in Cursor",
    { ...report, verb: "rated", detail: { other: { kind: "tool", id: "1" }, tool: "Cursor", stars: 4 } },
  ],
  [
    "removed a rating of the prompt Bug report in Cursor",
    { ...report, verb: "rated", detail: { tool: "Cursor", stars: null } },
  ],
  ["rated the prompt Bug report", { ...report, verb: "rated", detail: {} }],
  ["asked to review Cursor", { ...cursor, verb: "asked-review", detail: {} }],
  [
    "linked the tool Cursor to an article",
    { ...cursor, verb: "linked", detail: { other: { kind: "article", id: "1" }, change: "added" } },
  ],
  [
    "unlinked the reading Emma from a tool",
    { ...emma, verb: "linked", detail: { other: { kind: "tool", id: "1" }, change: "deleted" } },
  ],
  [
    "confirmed that the reading Emma mentions a tool",
    { ...emma, verb: "linked", detail: { other: { kind: "tool", id: "1" }, answer: "confirmed" } },
  ],
  [
    "unlinked the reading Emma from a tool",
    { ...emma, verb: "linked", detail: { other: { kind: "tool", id: "1" }, answer: "rejected" } },
  ],
  [
    "cleared the decision on whether the reading Emma mentions a tool",
    { ...emma, verb: "linked", detail: { other: { kind: "tool", id: "1" }, answer: "found" } },
  ],
  ["linked your tool Cursor to other items", { ...cursor, verb: "linked", detail: {}, isYours: true }],
  ["found 41 papers", { kind: "paper", title: "41 papers", verb: "fetched", detail: { count: 41 } }],
  ["found 1 article about Cursor", { ...cursor, verb: "fetched", detail: { articles: 1 } }],
])("%s", (sentence, event) => expect(eventText(event)).toBe(sentence));

test("counts several events in one line", () => {
  const textOf = (event: Omit<EventSummary, "detail"> & Partial<EventSummary>) =>
    eventText({ detail: {}, ...event });
  expect(textOf({ ...cursor, verb: "added", detail: { import: "a" }, count: 1412 })).toBe(
    "imported 1,412 tools",
  );
  expect(textOf({ ...cursor, verb: "edited", detail: { import: "a" }, count: 2 })).toBe("imported 2 tools");
  const undone = { ...cursor, detail: { import: "a" }, count: 2 };
  expect(textOf({ ...undone, verb: "deleted" })).toBe("undid an import of 2 tools");
  expect(textOf({ ...undone, verb: "restored" })).toBe("undid an import of 2 tools");
  expect(textOf({ ...emma, verb: "deleted", count: 3 })).toBe("deleted 3 readings");
  expect(textOf({ ...emma, verb: "purged", count: 3 })).toBe("deleted 3 readings permanently");
  expect(textOf({ ...cursor, verb: "decided", count: 5 })).toBe("decided on 5 tools");
  expect(textOf({ ...cursor, verb: "linked", count: 5 })).toBe("linked 5 tools");
  expect(textOf({ ...emma, verb: "commented", count: 2 })).toBe("commented twice on Emma");
  expect(textOf({ ...emma, verb: "commented", count: 3 })).toBe("commented 3 times on Emma");
});

test("marks only the title of an item as a title", () => {
  expect(eventWords({ ...cursor, verb: "added", detail: {} })).toMatchObject({
    subject: "Cursor",
    isTitle: true,
  });
  expect(eventWords({ ...cursor, verb: "added", detail: {}, count: 2 }).isTitle).toBe(false);
  expect(
    eventWords({ ...cursor, title: "9 release notes", verb: "fetched", detail: { count: 9 } }).isTitle,
  ).toBe(false);
});
