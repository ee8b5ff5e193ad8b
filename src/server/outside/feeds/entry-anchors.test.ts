import { describe, expect, test } from "vitest";

import { stripAnchor, findNewEntries } from "#shared/news/entry-identity.ts";

import { readFeed } from "./feed-reader.ts";

const PAGE = "https://tool.example/changelog";

interface Release {
  title: string;
  link?: string;
  guid?: string;
  date?: string;
}

const read = (...releases: Release[]) =>
  readFeed({
    bytes: Buffer.from(
      `<rss version="2.0"><channel><title>Changelog</title>${releases
        .map(
          ({ title, link = PAGE, guid, date }) =>
            `<item><title>${title}</title><link>${link}</link>${guid === undefined ? "" : `<guid isPermaLink="false">${guid}</guid>`}${date === undefined ? "" : `<pubDate>${date}</pubDate>`}</item>`,
        )
        .join("")}</channel></rss>`,
    ),
    url: "https://tool.example/feed.xml",
    now: new Date("2026-11-21T10:00:00.000Z"),
  });

/** Returns entries in the form of stored articles, identified by their whole address. */
const stored = (...releases: Release[]) =>
  read(...releases).items.map(({ link, title, publishedAt }) => ({
    url: link,
    title,
    publishedAt: publishedAt ?? "2026-11-21T10:00:00.000Z",
  }));

describe("entries that share one link", () => {
  test.each([
    [
      "their fragments",
      [
        { title: "x", link: `${PAGE}#v2` },
        { title: "x", link: `${PAGE}#v1` },
      ],
    ],
    [
      "their guids",
      [
        { title: "x", guid: "2" },
        { title: "x", guid: "1" },
      ],
    ],
    ["their titles", [{ title: "2.0" }, { title: "1.0" }]],
    [
      "their titles, where all have one guid",
      [
        { title: "2.0", guid: PAGE },
        { title: "1.0", guid: PAGE },
      ],
    ],
    [
      "fragments in their guids",
      [
        { title: "x", guid: `${PAGE}#v2` },
        { title: "x", guid: `${PAGE}#v1` },
      ],
    ],
  ])("are distinguished by %s", (_, releases) => {
    const { items, reading } = read(...releases);
    expect(reading).toMatchObject({ entries: 2, usable: 2, issues: [] });
    expect(new Set(items.map(({ link }) => link)).size).toBe(2);
    for (const { link } of items) expect(stripAnchor(link)).toBe(PAGE);
  });

  test("are all distinguished, in the same way on every fetch", () => {
    const releases = Array.from({ length: 148 }, (_, n) => ({
      title: `1.${148 - n}`,
      guid: `release-${148 - n}`,
    }));
    expect(read(...releases).reading.usable).toBe(148);
    expect(stored(...releases.slice(1))).toEqual(stored(...releases).slice(1));
    expect(
      findNewEntries(stored({ title: "1.149", guid: "release-149" }, ...releases), stored(...releases)),
    ).toEqual([expect.objectContaining({ title: "1.149" })]);
  });

  test("get their anchors from the fragments of the feed", () => {
    expect(
      read({ title: "2", link: `${PAGE}#v2` }, { title: "1", link: `${PAGE}#v1` }).items.map(
        ({ anchor }) => anchor,
      ),
    ).toEqual(["v2", "v1"]);
  });

  test("are one entry if their texts are the same", () => {
    const { items, reading } = read({ title: "x", guid: "1" }, { title: "x", guid: "1" });
    expect(items[0]).toMatchObject({ anchor: null, link: PAGE });
    expect(reading.issues).toEqual([{ kind: "duplicate", count: 1, example: "x" }]);
  });

  test("a single entry gets no anchor", () => {
    expect(read({ title: "x", guid: "1", link: `${PAGE}#top` }).items[0]).toMatchObject({
      url: PAGE,
      anchor: null,
    });
  });
});

describe("a stored entry is recognised", () => {
  const date = "Fri, 20 Nov 2026 08:00:00 GMT";
  const later = "Sat, 21 Nov 2026 08:00:00 GMT";

  test.each<[string, Release[], Release[]]>([
    ["when a second entry joins the first", [{ title: "1.0", guid: "1" }], [{ title: "1.0", guid: "1" }]],
    [
      "when the feed begins to include guids",
      [{ title: "1.0" }, { title: "0.9" }],
      [
        { title: "1.0", guid: "1" },
        { title: "0.9", guid: "0" },
      ],
    ],
    [
      "when a title is edited and there is a guid",
      [
        { title: "1.0", guid: "1" },
        { title: "0.9", guid: "0" },
      ],
      [
        { title: "One", guid: "1" },
        { title: "0.9", guid: "0" },
      ],
    ],
    [
      "when a title is edited and there is a date",
      [{ title: "1.0", date }, { title: "0.9" }],
      [{ title: "One", date }, { title: "0.9" }],
    ],
  ])("%s", (_, before, after) => {
    const found = stored({ title: "2.0", guid: "2", date: later }, ...after);
    expect(findNewEntries(found, stored(...before)).map(({ title }) => title)).toEqual(["2.0"]);
  });

  test("but not in an entry with another guid, even if the title is the same", () => {
    const known = stored({ title: "Update", guid: "1", date }, { title: "Update", guid: "2", date });
    const found = stored({ title: "Update", guid: "2", date }, { title: "Update", guid: "3", date });
    expect(findNewEntries(found, known)).toHaveLength(1);
  });

  test("in one new entry only", () => {
    const found = stored({ title: "Update", guid: "1" }, { title: "Update", guid: "2" });
    expect(findNewEntries(found, [{ url: PAGE, title: "Update" }])).toHaveLength(1);
  });
});
