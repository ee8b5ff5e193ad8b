import { describe, expect, test } from "vitest";

import { connect } from "#tests/support/connect.ts";
import { rss } from "#tests/support/upstreams/feed-documents.ts";

const RELEASES = {
  "sea/orca": [
    { tag: "v1.0.0", published: "2026-10-01T00:00:00Z" },
    { tag: "v2.0.0", published: "2026-11-01T00:00:00Z" },
  ],
};
const NOTES = [
  { date: "2026-11-01", url: "https://github.com/sea/orca/releases/tag/v2.0.0" },
  { date: "2026-10-01", url: "https://github.com/sea/orca/releases/tag/v1.0.0" },
];
const page = (body: string, head = ""): string =>
  `<!doctype html><html><head><title>Orca</title>${head}</head><body>${body}</body></html>`;

describe("GitHub releases", () => {
  test.each(["/sea/orca", "/sea/orca.git", "/sea/orca/tree/main/docs"])(
    "of a tool whose address is %s there",
    async (path) => {
      const { releases, upstreams } = await connect({ releases: RELEASES });
      // What github.com itself serves as a page is of no importance here.
      expect(await releases?.notesOf({ name: "Orca", url: `${upstreams.github.origin}${path}` })).toEqual(
        NOTES,
      );
    },
  );

  test.each([
    ["the only repository", '<a href="https://github.com/sea/orca">Code</a>', NOTES],
    [
      "the one with its name",
      '<a href="https://github.com/react/react">a</a><a href="https://github.com/sea/orca">b</a>',
      NOTES,
    ],
    [
      "none of several strangers",
      '<a href="https://github.com/react/react">a</a><a href="https://github.com/vue/core">b</a>',
      [],
    ],
    ["no pages of GitHub's own", '<a href="https://github.com/features/copilot">a</a>', []],
    ["no repository that is gone", '<a href="https://github.com/sea/gone">a</a>', []],
  ])("of a tool whose page links %s", async (_, body, expected) => {
    const { releases, upstreams } = await connect({ releases: RELEASES, site: { "/": page(body) } });
    expect(await releases?.notesOf({ name: "Orca", url: upstreams.site.origin })).toEqual(expected);
  });
});

describe("changelogs", () => {
  const CHANGES = rss("Changelog", [
    { title: "3.0", url: "https://orca.example/changelog#3.0", published: "2026-11-10T00:00:00Z" },
  ]);
  const LINK = '<link rel="alternate" type="application/rss+xml" title="Changelog" href="/changes.xml">';
  const EXPECTED = [{ date: "2026-11-10", url: "https://orca.example/changelog#3.0" }];

  test("are found on the first page", async () => {
    const { releases, upstreams } = await connect({ site: { "/": page("", LINK), "/changes.xml": CHANGES } });
    expect(await releases?.notesOf({ name: "Orca", url: upstreams.site.origin })).toEqual(EXPECTED);
  });

  test("are found on the page that is linked as such", async () => {
    const { releases, upstreams } = await connect({
      site: {
        "/": page('<a href="/whats-new">What’s new</a>'),
        "/whats-new": page("", LINK),
        "/changes.xml": CHANGES,
      },
    });
    expect(await releases?.notesOf({ name: "Orca", url: upstreams.site.origin })).toEqual(EXPECTED);
  });

  test("come together with releases, and stand for them when GitHub fails", async () => {
    const { releases, upstreams } = await connect({
      releases: RELEASES,
      site: { "/": page('<a href="https://github.com/sea/orca">Code</a>', LINK), "/changes.xml": CHANGES },
    });
    const tool = { name: "Orca", url: upstreams.site.origin };
    expect(await releases?.notesOf(tool)).toEqual([...EXPECTED, ...NOTES]);
  });

  test("that cannot be read are told when nothing else was found", async () => {
    const { releases, upstreams } = await connect({
      site: { "/": page("", LINK), "/changes.xml": page("moved") },
    });
    await expect(releases?.notesOf({ name: "Orca", url: upstreams.site.origin })).rejects.toThrow(
      "not a feed",
    );
  });

  test("are not looked for without an address", async () => {
    const { releases } = await connect();
    expect(await releases?.notesOf({ name: "Orca", url: null })).toEqual([]);
  });
});
