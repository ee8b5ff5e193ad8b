import type { CheerioAPI } from "cheerio";

import { webAddress } from "./canonical-url.ts";
import type { PageIcon } from "./page.ts";

const MAX_ICONS = 12;
/** Larger icons are no better for a logo of a few dozen pixels. */
const BEST_SIZE = 192;

interface Candidate extends PageIcon {
  rank: number;
}

/** The icons that a page names, the best first, and the place where every site keeps one at the end. */
export function listIcons($: CheerioAPI, base: string): PageIcon[] {
  const named = $("link[rel][href]")
    .toArray()
    .flatMap((element): Candidate[] => {
      const rel = ($(element).attr("rel") ?? "").toLowerCase().split(/\s+/u);
      const url = webAddress($(element).attr("href"), base);
      // A mask icon is a black shape for pinned tabs.
      if (url === null || !rel.some((word) => word === "icon" || word.startsWith("apple-touch-icon")))
        return [];
      const isTouch = rel.some((word) => word.startsWith("apple-touch-icon"));
      return [{ url, rank: rankOf(url, $(element).attr("sizes"), $(element).attr("type"), isTouch) }];
    });
  const ranked = named.toSorted((a, b) => b.rank - a.rank).map(({ url }) => url);
  const usual = webAddress("/favicon.ico", base);
  return [...new Set([...ranked, ...(usual === null ? [] : [usual])])]
    .slice(0, MAX_ICONS)
    .map((url) => ({ url }));
}

/** Vector pictures first, then the size; without one, touch icons are known to be about 180 pixels wide. */
function rankOf(url: string, sizes: string | undefined, type: string | undefined, isTouch: boolean): number {
  if (type === "image/svg+xml" || /\.svg(?:\?|$)/iu.test(url)) return BEST_SIZE + 1;
  const size = Math.max(0, ...(sizes ?? "").split(/\s+/u).map((text) => Number.parseInt(text, 10) || 0));
  const isIco = type?.includes("icon") === true || /\.ico(?:\?|$)/iu.test(url);
  return Math.min(size || (isTouch ? 180 : 32), BEST_SIZE) - (isIco ? 100 : 0);
}
