import { readWords } from "./words.ts";

/** Number of bits for each title. With 32, three in a hundred sequences of words are false positives. */
const BITS_PER_TITLE = 32;
const MIN_BITS = 2 ** 16;
const MAX_BITS = 2 ** 31;
const HASH_BASE = 0x01_00_01_93;
const SPACE = 0x20;

/**
 * Compact set of title beginnings, four bytes each, for scanning very many texts. It has false positives but no false
 * negatives. It is a Bloom filter. Its polynomial hash of a sequence derives from the hashes of the words.
 */
export class TitleHeads {
  readonly #bits: Uint32Array;
  readonly #mask: number;

  /** @param titles the approximate number of titles */
  constructor(titles: number) {
    let bits = MIN_BITS;
    while (bits < titles * BITS_PER_TITLE && bits < MAX_BITS) bits *= 2;
    this.#bits = new Uint32Array(bits / 32);
    this.#mask = bits - 1;
  }

  add(head: string): void {
    const bit = mixBits(hashOf(head)) & this.#mask;
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  /** Returns the indexes of lowercase words at which a sequence of this length may be in the set. */
  indexesIn(folded: readonly string[], runLength: number): number[] {
    const hashes = folded.map(hashOf);
    const powers = folded.map(({ length }) => powerOf(length));
    const indexes: number[] = [];
    for (let index = 0; index + runLength <= folded.length; index += 1) {
      let hash = hashes[index] ?? 0;
      for (let word = index + 1; word < index + runLength; word += 1) {
        hash = Math.imul(hash, HASH_BASE) + SPACE;
        hash = (Math.imul(hash, powers[word] ?? 0) + (hashes[word] ?? 0)) | 0;
      }
      if (this.#has(hash)) indexes.push(index);
    }
    return indexes;
  }

  #has(hash: number): boolean {
    const bit = mixBits(hash) & this.#mask;
    return (((this.#bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, HASH_BASE) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Returns the factor for a hash followed by this number of letters. */
function powerOf(chars: number): number {
  let power = 1;
  for (let letter = 0; letter < chars; letter += 1) power = Math.imul(power, HASH_BASE);
  return power;
}

/** Spreads differences to all bits, as the finalizer of MurmurHash3 does. */
function mixBits(hash: number): number {
  let mix = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2_b2_ae_35);
  return mix ^ (mix >>> 16);
}

/** Minimum number of words in a title. Shorter titles are everyday phrases. */
const HEAD_WORDS = 4;

/** Returns the beginning of a title long enough to search for, or null for a shorter one. */
export function headOf(title: string): string | null {
  const { folded } = readWords(title);
  return folded.length < HEAD_WORDS ? null : headAt(folded, 0);
}

/**
 * Returns every sequence of words in a text that may begin a title. With `heads`, only those that may be in the set.
 */
export function headsIn(text: string, heads?: TitleHeads): Set<string> {
  const { folded } = readWords(text);
  const indexes = heads?.indexesIn(folded, HEAD_WORDS) ?? folded.slice(HEAD_WORDS - 1).keys();
  return new Set(Array.from(indexes, (index) => headAt(folded, index)));
}

const headAt = (folded: readonly string[], index: number): string =>
  folded.slice(index, index + HEAD_WORDS).join(" ");
