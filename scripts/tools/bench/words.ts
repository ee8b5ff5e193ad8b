import { seededRandom } from "#tests/support/seeded-random.ts";

const VOCABULARY = 60_000;
const SYLLABLES = [
  "ba",
  "ko",
  "ri",
  "ten",
  "mul",
  "sa",
  "dor",
  "vi",
  "lum",
  "pe",
  "gra",
  "nit",
  "fos",
  "que",
  "hal",
  "zy",
];

/** A word by its rank: frequent ones are short, and every 50th has a letter outside ASCII. */
function wordOfRank(rank: number): string {
  let word = "";
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return rank % 50 === 49 ? `${word}é` : word;
}

const vocabulary = Array.from({ length: VOCABULARY }, (_, rank) => wordOfRank(rank));

/** Text by Zipf's law: the word of rank n comes 1/n as often as the first. */
export class Writer {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  word(): string {
    // The inverse of the distribution, with its harmonic sum taken as a logarithm.
    return vocabulary[Math.floor(VOCABULARY ** this.#random()) - 1] ?? "";
  }

  text(words: number): string {
    return Array.from({ length: words }, () => this.word()).join(" ");
  }

  title(words: number): string {
    const text = this.text(words);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
}

/** Words to look for, by how often they stand in the texts. */
export const SEARCHED = {
  /** In about every fourth article. */
  common: wordOfRank(20),
  alsoCommon: wordOfRank(21),
  /** In about one of 4,000 articles. */
  rare: wordOfRank(12_000),
  /** A part from the middle of a rare word. */
  infix: wordOfRank(12_001).slice(1, -1),
  /** A rare word with a letter outside ASCII, in the other case. */
  foreign: wordOfRank(12_049).toUpperCase(),
};
