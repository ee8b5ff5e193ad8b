import type { NameFinder } from "./mentions.ts";

export interface ArticleText {
  title: string;
  url: string;
  excerpt?: string | null;
  content?: string | null;
  /** Publisher and feed. In their own posts, makers don't mention their name. */
  source?: string | null;
  feed?: { title: string; url: string; siteUrl: string | null } | null;
}

/** Returns the targets of the names mentioned in an article. */
export function findInArticle({ find }: NameFinder, article: ArticleText): Set<string> {
  const { url, source, feed } = article;
  const { mentions } = find(toText(article), {
    publisher: `${source ?? ""}\n${feed?.title ?? ""}`,
    addresses: [url, feed?.url ?? null, feed?.siteUrl ?? null],
  });
  return new Set(mentions.map(({ target }) => target));
}

/** Joins an article's texts. Omits an excerpt that only repeats the content's beginning. */
function toText({ title, excerpt, content }: ArticleText): string {
  const beginning = (excerpt ?? "").replace(/…$/u, "");
  const isRepeated = content?.startsWith(beginning) ?? false;
  return isRepeated ? `${title}\n${content}` : `${title}\n${excerpt ?? ""}\n${content ?? ""}`;
}
