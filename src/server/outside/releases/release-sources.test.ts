import { describe, expect, test } from "vitest";

import type { Integrations } from "#server/outside/integrations.ts";
import { connect } from "#tests/support/connect.ts";
import { rss } from "#tests/support/upstreams/feed-documents.ts";

const RELEASES = {
  "sea/orca": [
    { tag: "v1.0.0", published: "2026-10-01T00:00:00Z" },
    { tag: "v2.0.0", published: "2026-11-01T00:00:00Z" },
  ],
};
const NOTES = [
  { date: "2026-10-01", url: "https://github.com/sea/orca/releases/tag/v1.0.0" },
  { date: "2026-11-01", url: "https://github.com/sea/orca/releases/tag/v2.0.0" },
];
const GITHUB = "GitHub releases";
const CHANGELOG = "The tool's changelog";

const page = (body: string, head = ""): string =>
  `<!doctype html><html><head><title>Orca</title>${head}</head><body>${body}</body></html>`;

/** Returns the result or error of each source for a tool at this address. */
async function findings({ releases, pages }: Integrations, url: string | null) {
  const subject = { name: "Orca", url, page: () => (url ? pages.read(url) : Promise.resolve(null)) };
  const found = releases.map(async ({ name, findNotes }) => {
    const notes = await findNotes(subject).catch((error: Error) => error.message);
    return [name, notes] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

describe("GitHub releases", () => {
  test.each(["/sea/orca", "/sea/orca.git", "/sea/orca/tree/main/docs"])(
    "are found for a tool with the address %s there",
    async (path) => {
      const connected = await connect({ releases: RELEASES });
      // The content of github.com's own pages doesn't matter here.
      expect(await findings(connected, `${connected.upstreams.github.origin}${path}`)).toMatchObject({
        [GITHUB]: NOTES,
      });
    },
  );

  test.each([
    ["the only repository", '<a href="https://github.com/sea/orca">Code</a>', NOTES],
    [
      "a repository with its name and another one",
      '<a href="https://github.com/react/react">a</a><a href="https://github.com/sea/orca">b</a>',
      NOTES,
    ],
    [
      "several unrelated repositories",
      '<a href="https://github.com/react/react">a</a><a href="https://github.com/vue/core">b</a>',
      null,
    ],
    ["a page of GitHub itself", '<a href="https://github.com/features/copilot">a</a>', null],
    ["a deleted repository", '<a href="https://github.com/sea/gone">a</a>', []],
  ])("are searched for a tool whose page links %s", async (_, body, expected) => {
    const connected = await connect({ releases: RELEASES, site: { "/": page(body) } });
    expect(await findings(connected, connected.upstreams.site.origin)).toEqual({
      [GITHUB]: expected,
      [CHANGELOG]: [],
    });
  });
});

describe("changelogs", () => {
  const CHANGES = rss("Changelog", [
    { title: "3.0", url: "https://orca.example/changelog#3.0", published: "2026-11-10T00:00:00Z" },
  ]);
  const LINK = '<link rel="alternate" type="application/rss+xml" title="Changelog" href="/changes.xml">';
  const EXPECTED = [{ date: "2026-11-10", url: "https://orca.example/changelog#3.0" }];

  test("are found on the first page", async () => {
    const connected = await connect({ site: { "/": page("", LINK), "/changes.xml": CHANGES } });
    expect(await findings(connected, connected.upstreams.site.origin)).toEqual({
      [GITHUB]: null,
      [CHANGELOG]: EXPECTED,
    });
  });

  test("are found on the page linked as the changelog", async () => {
    const connected = await connect({
      site: {
        "/": page('<a href="/whats-new">What’s new</a>'),
        "/whats-new": page("", LINK),
        "/changes.xml": CHANGES,
      },
    });
    expect(await findings(connected, connected.upstreams.site.origin)).toMatchObject({
      [CHANGELOG]: EXPECTED,
    });
  });

  test("are reported if they can't be read", async () => {
    const connected = await connect({ site: { "/": page("", LINK), "/changes.xml": page("moved") } });
    expect(await findings(connected, connected.upstreams.site.origin)).toMatchObject({
      [CHANGELOG]: "This is a web page, not a feed",
    });
  });
});

test("reports an unreadable page as a failure of the changelog source, not GitHub's", async () => {
  const connected = await connect();
  connected.upstreams.site.answerAlways({ status: 500 });
  expect(await findings(connected, connected.upstreams.site.origin)).toEqual({
    [GITHUB]: null,
    [CHANGELOG]: "Couldn't reach the address",
  });
});

test("finds no sources without an address", async () => {
  expect(await findings(await connect(), null)).toEqual({ [GITHUB]: null, [CHANGELOG]: null });
});
