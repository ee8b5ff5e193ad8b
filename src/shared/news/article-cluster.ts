/** Two articles of one story are published within three days. */
export const CLUSTER_SPAN_MS = 3 * 86_400_000;
/** From this share of common words on, two titles tell the same story. */
const NEARLY_SAME = 0.7;
/** Shorter titles must be the same: of three words one makes all the difference. */
const LEAST_WORDS = 4;
/** So many others share a title's rarest words at most, unless somebody made them: no more are compared with it. */
const MOST_COMPARED = 100;

const FILLERS = new Set(
  "a an and are as at by for from has have in into is it its of on or that the this to was were will with".split(
    " ",
  ),
);

/**
 * What a title tells, in a form that is equal for titles that differ in case, punctuation, order, little words or in
 * the publisher behind it only.
 */
export function toClusterKey(title: string): string {
  const words = splitWords(withoutPublisher(title));
  const telling = words.filter((word) => !FILLERS.has(word));
  const key = [...new Set(telling.length > 0 ? telling : words)].toSorted().join(" ");
  return key === "" ? title.trim().toLowerCase() : key;
}

/** An article as stories are told apart. */
export interface ClusterText {
  key: string;
  words: ReadonlySet<string>;
  /** What stands behind a number, as "fast mode" in "Opus 4.6 (fast mode)": another one is another release. */
  variant: string;
  time: number;
}

// Behind a number alone: "(updated)" at the end of a title makes no other story.
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

/** True for articles that tell one story: published close together, under the same or nearly the same title. */
export const isSameCluster = (a: ClusterText, b: ClusterText): boolean =>
  Math.abs(a.time - b.time) <= CLUSTER_SPAN_MS &&
  (a.key === b.key || (a.variant === b.variant && isNearlySame(a.words, b.words)));

/** Stories that are told so far, found by what an article tells without comparing it with each of them. */
export class Clusters<Story> {
  readonly #byKey = new Map<string, Told<Story>[]>();
  readonly #byWord = new Map<string, Told<Story>[]>();

  add(telling: ClusterText, story: Story): void {
    const told = { telling, story };
    append(this.#byKey, telling.key, told);
    for (const word of telling.words) append(this.#byWord, word, told);
  }

  /** The story that an article tells, if it is known. */
  find(telling: ClusterText): Story | undefined {
    const isIt = (told: Told<Story>) => isSameCluster(telling, told.telling);
    const sameKey = this.#byKey.get(telling.key)?.find(isIt);
    if (sameKey || telling.words.size < LEAST_WORDS) return sameKey?.story;
    const lists = [...telling.words]
      .map((word) => this.#byWord.get(word) ?? [])
      .toSorted((a, b) => a.length - b.length);
    // Who has none of these words has too few of the others, so it is enough to look among who has one.
    const enough = lists.length - Math.ceil(lists.length * NEARLY_SAME) + 1;
    const compared = new Set<Told<Story>>();
    for (const list of lists.slice(0, enough)) {
      for (const told of list) {
        if (compared.has(told)) continue;
        if (compared.size === MOST_COMPARED) return undefined;
        if (isIt(told)) return told.story;
        compared.add(told);
      }
    }
    return undefined;
  }
}

interface Told<Story> {
  telling: ClusterText;
  story: Story;
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function isNearlySame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < LEAST_WORDS) return false;
  const missing = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...words].filter((word) => !others.has(word));
  const different = [...missing(a, b), ...missing(b, a)];
  // Another number is another story: "version 4" is not "version 5".
  if (different.some((word) => /\d/u.test(word))) return false;
  const common = (a.size + b.size - different.length) / 2;
  return common / (common + different.length) >= NEARLY_SAME;
}

const splitWords = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** "The news - The Paper" without "The Paper"; a long or numbered tail belongs to the news. */
function withoutPublisher(title: string): string {
  const [, head = title, tail = ""] = /^(.*\S)\s+[-–—|·]\s+([^-–—|·]+)$/u.exec(title.slice(0, 500)) ?? [];
  const isPublisher =
    splitWords(tail).length <= 3 && !/\d/u.test(tail) && splitWords(head).length >= LEAST_WORDS;
  return isPublisher ? head : title;
}
