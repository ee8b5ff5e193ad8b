/**
 * Measures the detection of mentions on CrossNER: sentences about AI with labelled names. Products, organisations and
 * programming languages are the names to find; the score judges whether a sentence names one.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { NameCount } from "#shared/mentions/mentions.ts";
import { countNames as countNamesIn, createNameFinder } from "#shared/mentions/names/name-finder.ts";
import { NameTable } from "#shared/mentions/names/name-table.ts";
import { foldName } from "#shared/mentions/names/names.ts";
import { hasWords, readWords } from "#shared/mentions/words.ts";

const FILES = ["train.txt", "dev.txt", "test.txt"];
const MARKED = /^([BI])-(?:product|organisation|programlang)$/u;

export interface Labelled {
  sentences: { text: string; names: ReadonlySet<string> }[];
  /** The most frequent label of every name, by its folded form. */
  names: ReadonlyMap<string, string>;
}

export interface Score {
  precision: number;
  recall: number;
  f1: number;
}

/** Reads one word a line, each with its label; an empty line ends a sentence. */
export function readLabelled(folder: string): Labelled {
  const spellings = new Map<string, Map<string, number>>();
  const sentences = FILES.flatMap((file) => readFileSync(join(folder, file), "utf8").split(/\n\s*\n/u))
    .filter((block) => block.trim() !== "")
    .map((block) => {
      const lines = block.trim().split("\n");
      const words = lines.map((line) => line.split(/\s+/u)[0] ?? "");
      const marked = readNames(lines).filter((name) => foldName(name) !== "");
      for (const name of marked) countSpelling(spellings, name);
      return { text: words.join(" "), names: new Set(marked.map(foldName)) };
    });
  return { sentences, names: new Map([...spellings].map(([folded, counts]) => [folded, commonest(counts)])) };
}

function countSpelling(spellings: Map<string, Map<string, number>>, name: string) {
  const counts = spellings.get(foldName(name)) ?? new Map<string, number>();
  spellings.set(foldName(name), counts.set(name, (counts.get(name) ?? 0) + 1));
}

/** The most frequent spelling of a name. */
const commonest = (counts: ReadonlyMap<string, number>): string =>
  [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];

function readNames(lines: readonly string[]): string[] {
  const found: string[][] = [];
  let isInside = false;
  for (const line of lines) {
    const [word = "", mark = ""] = line.split(/\s+/u);
    const [, position] = MARKED.exec(mark) ?? [];
    if (position === "B") found.push([word]);
    else if (position === "I" && isInside) found.at(-1)?.push(word);
    isInside = position !== undefined;
  }
  return found.map((words) => words.join(" "));
}

/** The product's detection: it counts the names in all texts first, like in a team's texts. */
export function scoreFinder(labelled: Labelled): Score {
  const names = [...labelled.names].map(([target, name]) => ({ target, name }));
  const counts = countNames(labelled);
  const finder = createNameFinder(names, (folded) => counts.get(folded));
  return score(labelled, (text) => new Set(finder.find(text).mentions.map(({ target }) => target)));
}

export function countNames({ sentences, names }: Labelled): Map<string, NameCount> {
  const counts = new Map<string, NameCount>();
  const table = new NameTable([...names.values()].map((name) => ({ name })));
  for (const { text } of sentences) {
    for (const [folded, { seen, lower }] of countNamesIn(table, text)) {
      const known = counts.get(folded) ?? { seen: 0, lower: 0, right: 0, wrong: 0 };
      counts.set(folded, { ...known, seen: known.seen + seen, lower: known.lower + lower });
    }
  }
  return counts;
}

/** The method of many searches: a name anywhere in the text, even inside words. */
export function scoreSubstrings(labelled: Labelled): Score {
  const names = [...labelled.names].map(([folded, name]) => ({ folded, written: name.toLowerCase() }));
  return score(labelled, (text) => {
    const lower = text.toLowerCase();
    return new Set(names.filter(({ written }) => lower.includes(written)).map(({ folded }) => folded));
  });
}

/** The same method, limited to whole words. */
export function scoreWholeWords(labelled: Labelled): Score {
  const names = [...labelled.names].map(([folded, name]) => ({ folded, words: readWords(name).folded }));
  return score(labelled, (text) => {
    const { folded } = readWords(text);
    return new Set(names.filter(({ words }) => hasWords(folded, words)).map((name) => name.folded));
  });
}

function score({ sentences }: Labelled, find: (text: string) => ReadonlySet<string>): Score {
  let right = 0;
  let found = 0;
  let wanted = 0;
  for (const { text, names } of sentences) {
    const foundNames = find(text);
    found += foundNames.size;
    wanted += names.size;
    right += [...foundNames].filter((name) => names.has(name)).length;
  }
  const precision = found === 0 ? 0 : right / found;
  const recall = wanted === 0 ? 0 : right / wanted;
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
