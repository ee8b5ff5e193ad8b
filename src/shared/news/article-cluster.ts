/** Maximum time between two articles of one cluster: three days. */
export const CLUSTER_SPAN_MS = 3 * 86_400_000;
/** Minimum share of words that two titles of one cluster have in common. */
const MIN_SHARED_WORDS = 0.7;
/**
 * Minimum number of words to compare. Shorter titles must be equal, because one different word can mean another event.
 */
const MIN_WORDS = 4;
/** Maximum number of comparisons for a title. Only fabricated titles share their rarest words with more others. */
const MAX_COMPARISONS = 100;

const FILLERS = new Set(
  "a an and are as at by for from has have in into is it its of on or that the this to was were will with".split(
    " ",
  ),
);

/**
 * Returns a title's key. Titles that differ only in case, punctuation, word order, minor words or an appended
 * publisher have the same key.
 */
export function toClusterKey(title: string): string {
  const words = splitWords(withoutPublisher(title));
  const important = words.filter((word) => !FILLERS.has(word));
  const key = [...new Set(important.length > 0 ? important : words)].toSorted().join(" ");
  return key === "" ? title.trim().toLowerCase() : key;
}

/** Properties of an article that determine its cluster. */
interface ClusterText {
  key: string;
  words: ReadonlySet<string>;
  /** Variant after a number, such as "fast mode" in "Opus 4.6 (fast mode)". Another variant is another release. */
  variant: string;
  time: number;
}

// Matches only after a number, because "(updated)" at the end of a title doesn't make another cluster.
const VARIANT =
  /\d\s*(?:\(([^()]{1,60})\)|[ -](audio|beta|coder|codex|fast|flash|image|instruct|large|lite|max|medium|mini|nano|preview|pro|small|thinking|turbo|ultra|vision)(?![\p{L}\p{N}]))/giu;

const findVariant = (title: string): string =>
  [...title.matchAll(VARIANT)]
    .map(([, remark, word]) => splitWords(remark ?? word ?? "").join(" "))
    .join("; ");

export function toClusterText({ title, publishedAt }: { title: string; publishedAt: string }): ClusterText {
  const key = toClusterKey(title);
  return { key, words: new Set(key.split(" ")), variant: findVariant(title), time: Date.parse(publishedAt) };
}

/** True for articles of one cluster: published close together, with the same or nearly the same title. */
export const isSameCluster = (a: ClusterText, b: ClusterText): boolean =>
  Math.abs(a.time - b.time) <= CLUSTER_SPAN_MS &&
  (a.key === b.key || (a.variant === b.variant && isNearlySame(a.words, b.words)));

/** Index of known clusters, to find an article's cluster without comparing it with each. */
export class Clusters<Cluster> {
  readonly #byKey = new Map<string, KnownArticle<Cluster>[]>();
  readonly #byWord = new Map<string, KnownArticle<Cluster>[]>();

  add(text: ClusterText, cluster: Cluster): void {
    const article = { text, cluster };
    append(this.#byKey, text.key, article);
    for (const word of text.words) append(this.#byWord, word, article);
  }

  /** Returns the cluster of an article, or undefined if none is known. */
  find(text: ClusterText): Cluster | undefined {
    const isMatch = (known: KnownArticle<Cluster>) => isSameCluster(text, known.text);
    const sameKey = this.#byKey.get(text.key)?.find(isMatch);
    if (sameKey || text.words.size < MIN_WORDS) return sameKey?.cluster;
    const lists = [...text.words]
      .map((word) => this.#byWord.get(word) ?? [])
      .toSorted((a, b) => a.length - b.length);
    // A match must contain at least one of these words, so only their lists are searched.
    const listCount = lists.length - Math.ceil(lists.length * MIN_SHARED_WORDS) + 1;
    const compared = new Set<KnownArticle<Cluster>>();
    for (const list of lists.slice(0, listCount)) {
      for (const known of list) {
        if (compared.has(known)) continue;
        if (compared.size === MAX_COMPARISONS) return undefined;
        if (isMatch(known)) return known.cluster;
        compared.add(known);
      }
    }
    return undefined;
  }
}

interface KnownArticle<Cluster> {
  text: ClusterText;
  cluster: Cluster;
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function isNearlySame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < MIN_WORDS) return false;
  const missing = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...words].filter((word) => !others.has(word));
  const different = [...missing(a, b), ...missing(b, a)];
  // A different number means another cluster: "version 4" is not "version 5".
  if (different.some((word) => /\d/u.test(word))) return false;
  const common = (a.size + b.size - different.length) / 2;
  return common / (common + different.length) >= MIN_SHARED_WORDS;
}

const splitWords = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Removes the publisher at the end of a title such as "The news - The Paper". A long or numbered ending is part of the
 * title.
 */
function withoutPublisher(title: string): string {
  const [, head = title, tail = ""] = /^(.*\S)\s+[-–—|·]\s+([^-–—|·]+)$/u.exec(title.slice(0, 500)) ?? [];
  const isPublisher =
    splitWords(tail).length <= 3 && !/\d/u.test(tail) && splitWords(head).length >= MIN_WORDS;
  return isPublisher ? head : title;
}
