import type { FeedAddress } from "#server/outside/news/starter-feeds.ts";

const HEAD = "StackLoop news feeds";

/** Exports the list of feeds for any feed reader. */
export async function writeOpml(feeds: readonly FeedAddress[], now: Date): Promise<string> {
  // Not loaded at start, where it isn't needed.
  const { generateOpml } = await import("feedsmith");
  const outlines = feeds.map(({ title, url }) => ({ type: "rss", text: title, title, xmlUrl: url }));
  if (outlines.length > 0)
    return generateOpml({ head: { title: HEAD, dateCreated: now }, body: { outlines } });
  // The library rejects an empty list, but it is valid.
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
