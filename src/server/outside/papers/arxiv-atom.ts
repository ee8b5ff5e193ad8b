import { readDate } from "#server/outside/feeds/dates.ts";
import { pageLink } from "#server/outside/feeds/feed-entries.ts";
import { parseFeedText } from "#server/outside/feeds/feed-reader.ts";
import {
  type ReceivedBytes,
  type Rejection,
  createRejection,
  SourceError,
} from "#server/outside/http/source-error.ts";
import { decodeText, XML_DECLARATION } from "#server/outside/http/text-encoding.ts";
import { oneLine, cleanText } from "#server/outside/pages/plain-text.ts";

import type { FoundPaper, PaperPage } from "./paper-source.ts";
import { isWithdrawn } from "./withdrawal.ts";

const MAX_TITLE = 1000;
const MAX_ABSTRACT = 20_000;
const MAX_AUTHORS = 20_000;
/** Both generations of identifiers, 2401.01234 and astro-ph/0601001, with an optional version. */
const IDENTIFIER = /^(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v(\d{1,4}))?$/u;

type Parsed = ReturnType<typeof parseFeedText>;
type Entry = NonNullable<Extract<Parsed, { format: "atom" }>["feed"]["entries"]>[number];

/** Parses a reply of arXiv's query API. Throws a SourceError if it is not a list of papers. */
export function readArxivPage({ bytes, contentType, now }: Omit<ReceivedBytes, "url">): PaperPage {
  const parsed = parseFeedText(decodeText(bytes, { contentType, declaration: XML_DECLARATION }));
  if (parsed.isCutOff) throw new SourceError("arXiv's response was cut off");
  if (parsed.format !== "atom") throw new SourceError("arXiv didn't return an Atom feed");
  const entries = parsed.feed.entries ?? [];
  const refusal = entries.find(isErrorEntry);
  if (refusal)
    throw new SourceError(`arXiv rejected the query: ${oneLine(refusal.summary?.value ?? "").slice(0, 200)}`);
  const papers = new Map<string, FoundPaper>();
  const rejected: Rejection[] = [];
  for (const entry of entries) {
    const paper = readPaper(entry, now);
    const name = entry.id ?? entry.title?.value ?? "an entry";
    if (typeof paper === "string") rejected.push(createRejection(name, paper));
    else if (isOlder(paper, papers.get(paper.arXivId)))
      rejected.push(createRejection(name, "another version is on the same page"));
    else papers.set(paper.arXivId, paper);
  }
  const total = parsed.feed.opensearch?.totalResults ?? entries.length;
  return { papers: [...papers.values()], received: entries.length, total, rejected };
}

/** True for an error entry: arXiv reports query errors in the form of a paper, sometimes with status 200. */
const isErrorEntry = ({ id, title }: Entry): boolean =>
  /\/api\/errors(?:#|$)/u.test(id ?? "") || (title?.value === "Error" && !/\/abs\//u.test(id ?? ""));

const isOlder = (paper: FoundPaper, other: FoundPaper | undefined): boolean =>
  other !== undefined && (other.version ?? 0) >= (paper.version ?? 0);

/** Converts an entry to a paper, or returns the reason why it is unusable. */
function readPaper(entry: Entry, now: Date): FoundPaper | string {
  const [, arXivId, version] = IDENTIFIER.exec(readIdentifier(entry.id)) ?? [];
  if (arXivId === undefined) return "not an arXiv identifier";
  const title = oneLine(entry.title?.value ?? "").slice(0, MAX_TITLE);
  const abstract = oneLine(entry.summary?.value ?? "").slice(0, MAX_ABSTRACT);
  const authors = (entry.authors ?? []).map(({ name }) => oneLine(name ?? "")).filter((name) => name !== "");
  const publishedAt = readDate(entry.published ?? entry.updated, now);
  if (title === "") return "no title";
  if (abstract === "") return "no abstract";
  if (publishedAt === null) return "no date";
  const versioned = version === undefined ? arXivId : `${arXivId}v${version}`;
  const pdf = entry.links?.find(({ title: name, type }) => name === "pdf" || type === "application/pdf");
  return {
    arXivId,
    version: version === undefined ? null : Number(version),
    title,
    abstract,
    authors: authors.join(", ").slice(0, MAX_AUTHORS) || "Unknown authors",
    url: toArxivUrl(pageLink(entry.links)) ?? `https://arxiv.org/abs/${versioned}`,
    pdfUrl: toArxivUrl(pdf?.href) ?? `https://arxiv.org/pdf/${versioned}`,
    categories: listCategories(entry),
    publishedAt,
    isWithdrawn: isWithdrawn({
      title,
      abstract,
      comment: cleanText(entry.arxiv?.comment ?? ""),
      version: version === undefined ? null : Number(version),
    }),
  };
}

const readIdentifier = (id: string | undefined): string =>
  /^https?:\/\/arxiv\.org\/abs\/([^?#\s]+)$/u.exec(id?.trim() ?? "")?.[1] ?? "";

/** Returns the https address if it is on arXiv, otherwise null. */
function toArxivUrl(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isArxiv = /^https?:$/u.test(url.protocol) && url.host === "arxiv.org" && url.username === "";
  if (!isArxiv) return null;
  url.protocol = "https:";
  return url.href;
}

/** Lists categories, main one first. A term in another scheme may be a list of classes. */
function listCategories({ categories, arxiv }: Entry): string[] {
  const terms = [arxiv?.primaryCategory?.term, ...(categories ?? []).map(({ term }) => term)];
  const single = terms
    .flatMap((term) => (term ?? "").split(/[,;]\s*/u))
    .map((term) => oneLine(term).slice(0, 60));
  return [...new Set(single.filter((term) => term !== ""))].slice(0, 30);
}
