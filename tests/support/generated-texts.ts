import { seededRandom } from "#tests/support/seeded-random.ts";

const VOCABULARY = 60_000;
const SYLLABLES = "ba ko ri ten mul sa dor vi lum pe gra nit fos que hal zy".split(" ");

/** Returns a word by its rank: frequent words are short, and every 50th has a letter outside ASCII. */
function wordOfRank(rank: number): string {
  let word = "";
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return rank % 50 === 49 ? `${word}é` : word;
}

const vocabulary = Array.from({ length: VOCABULARY }, (_, rank) => wordOfRank(rank));

/** Writes text by Zipf's law: the word of rank n is 1/n as frequent as the first. */
export class Writer {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  text(words: number): string {
    // The inverse of the distribution, with its harmonic sum approximated by a logarithm.
    const word = () => vocabulary[Math.floor(VOCABULARY ** this.#random()) - 1] ?? "";
    return Array.from({ length: words }, word).join(" ");
  }

  title(words: number): string {
    const text = this.text(words);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
}

/** Search words by their frequency in the texts. */
export const SEARCHED = {
  /** A word in about one of four articles. */
  common: wordOfRank(20),
  alsoCommon: wordOfRank(21),
  /** A word in about one of 4,000 articles. */
  rare: wordOfRank(12_000),
  infix: wordOfRank(12_001).slice(1, -1),
  /** A rare word with a letter outside ASCII, in upper case. */
  foreign: wordOfRank(12_049).toUpperCase(),
};

/** Rows of an import of different tools, without addresses, so that no site is fetched. */
export const toolRows = (count: number, first = 0): Record<string, unknown>[] => {
  const write = new Writer(3);
  return Array.from({ length: count }, (_, position) => {
    const index = first + position;
    return {
      name: `Tool ${index}`,
      company: `Company ${index % 97}`,
      capabilities: write.text(50),
      use: "Everyday writing",
      modality: ["text", "image", "audio", "video"][index % 4],
      industry: ["general", "finance", "media"][index % 3],
      tags: ["writing", `group ${index % 50}`],
    };
  });
};
