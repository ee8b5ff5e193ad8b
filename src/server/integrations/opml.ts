import { generateOpml, parseOpml } from "feedsmith";

import { webAddress } from "./canonical-url.ts";
import { oneLine } from "./html-text.ts";
import { mendXml } from "./mend-xml.ts";
import { rejection, type Rejection, SourceFault } from "./source-fault.ts";
import type { FeedAddress } from "./starter-feeds.ts";
import { decodeText, XML_DECLARATION } from "./text-encoding.ts";

const MAX_FEEDS = 1000;

type Outlines = NonNullable<NonNullable<ReturnType<typeof parseOpml<string>>["body"]>["outlines"]>;

/** Reads the list of feeds that another reader exported; folders do not matter. */
export function readOpml(bytes: Uint8Array): { feeds: FeedAddress[]; rejected: Rejection[] } {
  const feeds = new Map<string, FeedAddress>();
  const rejected: Rejection[] = [];
  for (const { text, title, xmlUrl } of flat(parse(decodeText(bytes, { declaration: XML_DECLARATION })))) {
    if (xmlUrl === undefined) continue;
    const url = webAddress(xmlUrl);
    const name = oneLine(title ?? text ?? "").slice(0, 200);
    if (url === null) rejected.push(rejection(name || xmlUrl, "its address is no web address"));
    else if (feeds.size >= MAX_FEEDS)
      rejected.push(rejection(name || url, `the list has more than ${MAX_FEEDS} feeds`));
    else if (!feeds.has(url)) feeds.set(url, { title: name || new URL(url).hostname, url });
  }
  return { feeds: [...feeds.values()], rejected };
}

function parse(text: string): Outlines {
  const { xml } = mendXml(text);
  try {
    return parseOpml(xml).body?.outlines ?? [];
  } catch {
    throw new SourceFault("This is not an OPML file, or a broken one");
  }
}

const flat = (outlines: Outlines): Outlines =>
  outlines.flatMap((outline) => [outline, ...flat(outline.outlines ?? [])]);

/** Writes the list of feeds so that any feed reader can take it. */
export const writeOpml = (feeds: readonly FeedAddress[], now: Date): string =>
  generateOpml({
    head: { title: "StackLoop news feeds", dateCreated: now },
    body: { outlines: feeds.map(({ title, url }) => ({ type: "rss", text: title, title, xmlUrl: url })) },
  });
