/** Name to find in texts: a tool's own, an alternative one, or a title. */
export interface Name {
  /** Target of the name, usually a reference. Several names may have the same target. */
  target: string;
  name: string;
  /** A tool's maker and address. If a text contains them, an ambiguous name means the tool. */
  company?: string | null;
  url?: string | null;
}

/** Statistics of a name: its occurrences in the team's texts, and people's answers about its links. */
export interface NameCount {
  /** Number of all occurrences, and of those in lower case. */
  seen: number;
  lower: number;
  /** Number of people's confirmations and rejections. */
  right: number;
  wrong: number;
}

/** Returns the counts of a name, given in lower case with single spaces (`foldName`). */
export type CountOf = (folded: string) => NameCount | undefined;

/**
 * Reason for accepting a match. The name has several words or symbols, as in C++, or no other meaning in the team's
 * texts. An ambiguous name needs its own spelling and evidence nearby, such as the word "app", a number or accepted
 * names. Other evidence is the tool's maker (in the text or as its publisher), its host, another of its names, AI as
 * the topic, or an accepted match elsewhere in the text.
 */
export type MentionReason =
  | "several-words"
  | "marks"
  | "plain"
  | "context-word"
  | "company"
  | "host"
  | "other-name"
  | "publisher"
  | "about-ai"
  | "number"
  | "in-list"
  | "meant-elsewhere";

/**
 * Reason for hiding a match: the name is also an everyday word and nothing supports it, or people rejected it too
 * often.
 */
export type HiddenReason = "ambiguous" | "persons-only";

/** Match of a name in a text: start, end (exclusive) and spelling. */
interface NameMatch {
  target: string;
  start: number;
  end: number;
  spelled: string;
}

interface Mention extends NameMatch {
  reason: MentionReason;
}

interface HiddenMention extends NameMatch {
  hidden: HiddenReason;
}

/** Items mentioned in a text, in text order. */
export interface FoundMentions {
  mentions: Mention[];
  hidden: HiddenMention[];
}

/**
 * Publication of a headline and its text. Makers omit their name in their own posts, and headlines capitalise everyday
 * words.
 */
export interface Publication {
  /** Names of publisher and feed. */
  publisher: string;
  /** Addresses of the article, of its feed and of the feed's site. */
  addresses: readonly (string | null)[];
}

export interface NameFinder {
  find: (text: string, publication?: Publication) => FoundMentions;
}

/** Maximum number of characters of a text to scan. */
export const MAX_SCANNED_LENGTH = 20_000;

export interface ArticleText {
  title: string;
  url: string;
  excerpt?: string | null;
  content?: string | null;
  /** Names of the publisher and the feed. In their own posts, makers don't mention their name. */
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

/** Joins an article's texts. Omits an excerpt that only repeats the beginning of the content. */
function toText({ title, excerpt, content }: ArticleText): string {
  const beginning = (excerpt ?? "").replace(/…$/u, "");
  const isRepeated = content?.startsWith(beginning) ?? false;
  return isRepeated ? `${title}\n${content}` : `${title}\n${excerpt ?? ""}\n${content ?? ""}`;
}
