import { describe, expect, test } from "vitest";

import { connect } from "#tests/support/connect.ts";
import { rss } from "#tests/support/upstreams/feed-documents.ts";
import type { SitePaths } from "#tests/support/upstreams/site-upstream.ts";

const home = (head: string): string =>
  `<!doctype html><html><head><title>Orca</title>${head}</head><body>Hi</body></html>`;
const FEED_LINK = '<link rel="alternate" type="application/rss+xml" title="Orca blog" href="/feed.xml">';
const NEWS = rss("Orca blog", [
  { title: "Orca 2 is out", url: "https://orca.example/2?utm_source=rss", published: "2026-11-20T00:00:00Z" },
]);

/** Requests news from every connected source about a tool with the stub's site. */
async function newsOf(paths: SitePaths, more: Partial<Parameters<typeof connect>[0]> = {}, environment = {}) {
  const connected = await connect({ site: paths, ...more }, environment);
  const subject = { name: "Orca", company: "Sea Labs", url: connected.upstreams.site.origin };
  const found = await Promise.all(
    connected.news.map(async ({ name, findArticles }) => [name, await findArticles(subject)] as const),
  );
  return { ...connected, bySource: new Map(found), subject };
}

describe("a tool's own site", () => {
  test("is fetched from the feed that its page announces", async () => {
    const { bySource, upstreams } = await newsOf({ "/": home(FEED_LINK), "/feed.xml": NEWS });
    expect(bySource.get("The tool's own site")).toEqual([
      {
        title: "Orca 2 is out",
        url: "https://orca.example/2",
        anchor: null,
        excerpt: "",
        content: "",
        imageUrl: null,
        source: "Orca blog",
        publishedAt: "2026-11-20T00:00:00.000Z",
        feed: {
          url: `${upstreams.site.origin}/feed.xml`,
          title: "Orca blog",
          siteUrl: "https://site.example/",
        },
      },
    ]);
  });

  test("provides no comments or changelogs as news", async () => {
    const feedLinks =
      FEED_LINK.replace("Orca blog", "Comments on Orca") + FEED_LINK.replace("/feed.xml", "/changelog.xml");
    const { bySource, upstreams } = await newsOf({
      "/": home(feedLinks),
      "/feed.xml": NEWS,
      "/changelog.xml": NEWS,
    });
    expect(bySource.get("The tool's own site")).toEqual([]);
    expect(upstreams.site.hits.map(({ url }) => url.pathname)).toEqual(["/robots.txt", "/"]);
  });

  test("is not fetched if its robots.txt forbids it", async () => {
    const { bySource, upstreams } = await newsOf({
      "/robots.txt": "User-agent: *\nDisallow: /",
      "/": home(FEED_LINK),
    });
    expect(bySource.get("The tool's own site")).toEqual([]);
    expect(upstreams.site.hits).toHaveLength(1);
  });
});

describe("Hacker News", () => {
  const stories = [
    {
      objectID: "1",
      title: "Orca &amp; friends",
      url: "https://a.example/?utm_campaign=hn",
      created_at: "2026-11-19T12:00:00Z",
    },
    {
      objectID: "2",
      title: "Ask HN: is Orca good?",
      url: null,
      created_at: "2026-11-18T12:00:00Z",
      story_text: "<p>I wonder.<script>x</script>",
    },
    {
      objectID: "3",
      title: "Orca of long ago",
      url: "https://b.example/",
      created_at: "2020-01-01T00:00:00Z",
    },
    { objectID: "4", title: "Whales", url: "https://c.example/", created_at: "2026-11-19T12:00:00Z" },
  ];

  test("finds submissions from the last months that name the tool", async () => {
    const { bySource } = await newsOf({}, { stories });
    expect(
      bySource.get("Hacker News")?.map(({ url, excerpt, publishedAt }) => [url, excerpt, publishedAt]),
    ).toEqual([
      ["https://a.example/", "", "2026-11-19T12:00:00.000Z"],
      ["https://news.ycombinator.com/item?id=2", "I wonder.", "2026-11-18T12:00:00.000Z"],
    ]);
  });

  test("skips broken stories and refuses broken replies", async () => {
    const { news, upstreams, subject } = await newsOf({});
    const source = news.find(({ name }) => name === "Hacker News");
    upstreams.hackerNews.answerNext({
      body: '{"hits":[{"objectID":"../x","title":"Orca"},null,7,{"title":""}]}',
    });
    expect(await source?.findArticles(subject)).toEqual([]);
    upstreams.hackerNews.answerNext({ body: "<html>Sorry</html>" });
    await expect(source?.findArticles(subject)).rejects.toThrow("unreadable response");
  });

  test("is not called if the operator turned it off", async () => {
    const { news } = await newsOf({}, {}, { HN_ALGOLIA_URL: "" });
    expect(news.map(({ name }) => name)).toEqual(["The tool's own site"]);
  });
});

test("calls Google News if the operator turned it on, and names its publisher once", async () => {
  const { news, upstreams } = await connect({
    site: {
      "/rss/search": `<rss version="2.0"><channel><title>Search</title><item><title>Orca grows - The Times</title><link>https://news.google.com/rss/articles/abc?oc=5</link><description>&lt;ol&gt;&lt;li&gt;x&lt;/li&gt;&lt;/ol&gt;</description><source url="https://times.example">The Times</source></item></channel></rss>`,
    },
  });
  expect(news.map(({ name }) => name)).not.toContain("Google News");
  const environment = { ...upstreams.environment, GOOGLE_NEWS_URL: `${upstreams.site.origin}/rss/search` };
  const withSearch = await connect({}, environment);
  const source = withSearch.news.find(({ name }) => name === "Google News");
  expect(await source?.findArticles({ name: "Orca", company: "Sea Labs", url: null })).toMatchObject([
    { title: "Orca grows", source: "The Times", excerpt: "", publishedAt: null },
  ]);
  expect(upstreams.site.hits[0]?.url.searchParams.get("q")).toBe('"Orca" "Sea Labs"');
});

describe("the team's feeds", () => {
  const HOUR = 3_600_000;
  const withTimes = (times: string) => NEWS.replace("<description/>", `<description/>${times}`);

  test("are fetched once an hour for all tools, and then only if changed", async () => {
    const { teamFeed, upstreams, advance } = await connect({ site: { "/feed": NEWS } });
    const url = `${upstreams.site.origin}/feed`;
    expect(await teamFeed(url)).toMatchObject({
      title: "Orca blog",
      articles: [{ title: "Orca 2 is out" }],
    });
    advance(HOUR - 1);
    expect((await teamFeed(url)).articles).toHaveLength(1);
    expect(upstreams.site.hits).toHaveLength(1);
    advance(1);
    expect((await teamFeed(url)).articles).toHaveLength(1);
    expect(upstreams.site.hits[1]?.headers).toHaveProperty("if-none-match");
    upstreams.site.paths = { "/feed": rss("Orca blog", []) };
    advance(HOUR);
    expect((await teamFeed(url)).articles).toEqual([]);
  });

  test("are fetched once for all concurrent requests", async () => {
    const { teamFeed, upstreams } = await connect({ site: { "/feed": NEWS } });
    const read = await Promise.all([1, 2, 3].map(() => teamFeed(`${upstreams.site.origin}/feed`)));
    expect(read.map(({ articles }) => articles.length)).toEqual([1, 1, 1]);
    expect(upstreams.site.hits).toHaveLength(1);
  });

  // The feed asks to be skipped at ten o'clock and on Saturdays.
  test.each([
    ["a time to live of three hours", "<ttl>180</ttl>", [false, false, true]],
    ["a time to live of no time", "<ttl>0</ttl>", [true, true, true]],
    ["a time to live that is no number", "<ttl>soon</ttl>", [true, true, true]],
    ["hours without news", "<skipHours><hour>11</hour><hour>12</hour></skipHours>", [false, false, true]],
    ["days without news", "<skipDays><day>Saturday</day><day>sunday</day></skipDays>", [false, false, false]],
    [
      "other days without news",
      "<skipDays><day>Monday</day><day>Friday</day></skipDays>",
      [true, true, true],
    ],
  ])("with %s are fetched at the time they request", async (_, times, expected) => {
    const { teamFeed, upstreams, advance } = await connect({ site: { "/feed": withTimes(times) } });
    await teamFeed(`${upstreams.site.origin}/feed`);
    const hasRequest = async () => {
      const before = upstreams.site.hits.length;
      advance(HOUR);
      expect((await teamFeed(`${upstreams.site.origin}/feed`)).articles).toHaveLength(1);
      return upstreams.site.hits.length > before;
    };
    expect([await hasRequest(), await hasRequest(), await hasRequest()]).toEqual(expected);
  });

  test("are fetched eventually, even if they request a long delay", async () => {
    const always = Array.from({ length: 24 }, (_, hour) => `<hour>${hour}</hour>`).join("");
    const { teamFeed, upstreams, advance } = await connect({
      site: { "/feed": withTimes(`<ttl>9999999</ttl><skipHours>${always}</skipHours>`) },
    });
    for (const hours of [0, 71, 1]) {
      advance(hours * HOUR);
      await teamFeed(`${upstreams.site.origin}/feed`);
    }
    expect(upstreams.site.hits).toHaveLength(2);
  });

  test("stay in the cache while feeds of tools are fetched", async () => {
    const feeds = Array.from({ length: 20 }, (_, index) => `/feed/${index}`);
    const { teamFeed, news, upstreams, advance } = await connect({
      site: Object.fromEntries(feeds.map((path) => [path, NEWS])),
    });
    const { origin, paths } = upstreams.site;
    for (const path of feeds) await teamFeed(`${origin}${path}`);
    const [ownSite] = news;
    for (let tool = 0; tool < 250; tool += 1) {
      paths[`/tool/${tool}`] = home(FEED_LINK.replace("/feed.xml", `/tool/${tool}/feed`));
      paths[`/tool/${tool}/feed`] = NEWS;
      await ownSite?.findArticles({ name: "Orca", company: null, url: `${origin}/tool/${tool}` });
    }
    advance(HOUR);
    upstreams.site.hits.length = 0;
    for (const path of feeds) await teamFeed(`${origin}${path}`);
    expect(upstreams.site.hits).toHaveLength(feeds.length);
    expect(upstreams.site.hits.filter(({ headers }) => headers["if-none-match"] === undefined)).toEqual([]);
  });

  test("report a new address, and when they no longer exist", async () => {
    const { teamFeed, upstreams, advance } = await connect({
      site: { "/old": { status: 301, headers: { location: "/feed" } }, "/feed": NEWS },
    });
    const url = `${upstreams.site.origin}/old`;
    expect((await teamFeed(url)).movedTo).toBe(`${upstreams.site.origin}/feed`);
    upstreams.site.answerNext({ status: 410 });
    advance(HOUR);
    await expect(teamFeed(url)).rejects.toMatchObject({
      isGone: true,
      message: "This feed no longer exists",
    });
  });

  test.each([
    ["an address inside", "http://169.254.169.254/feed"],
    ["a file", "file:///etc/passwd"],
    ["no address", "feed"],
  ])("that are %s are refused and not fetched", async (_, url) => {
    const { teamFeed } = await connect();
    await expect(teamFeed(url)).rejects.toThrow("Couldn't reach the address");
  });

  test("report failures and invalid content", async () => {
    const { teamFeed, upstreams } = await connect({ site: { "/page": home("") } });
    await expect(teamFeed(`${upstreams.site.origin}/page`)).rejects.toThrow("This is a web page, not a feed");
    await expect(teamFeed(`${upstreams.site.origin}/none`)).rejects.toThrow("Couldn't reach the address");
  });
});
