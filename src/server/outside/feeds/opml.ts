import type { FeedAddress } from "#server/outside/news/starter-feeds.ts";

const HEAD = "StackLoop news feeds";

/** Writes the list of feeds so that any feed reader can take it. */
export async function writeOpml(feeds: readonly FeedAddress[], now: Date): Promise<string> {
  // Not loaded at start, where nobody needs it.
  const { generateOpml } = await import("feedsmith");
  const outlines = feeds.map(({ title, url }) => ({ type: "rss", text: title, title, xmlUrl: url }));
  if (outlines.length > 0)
    return generateOpml({ head: { title: HEAD, dateCreated: now }, body: { outlines } });
  // The library writes no list without feeds, which is one all the same.
  return `<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0">
  <head>
    <title>${HEAD}</title>
    <dateCreated>${now.toUTCString()}</dateCreated>
  </head>
  <body/>
</opml>
`;
}
