import { createNameFinder } from "#shared/mentions/name-finder.ts";

import type { BenchRun } from "./bench-run.ts";
import { findLabelled } from "./labelled.ts";
import {
  countNames,
  type Labelled,
  readLabelled,
  type Score,
  scoreFinder,
  scoreSubstrings,
  scoreWholeWords,
} from "./mention-quality.ts";
import type { Report } from "./report.ts";

const NAMES = 1000;
const LETTERS_SCANNED = 8_000_000;
/** As long as many articles are. */
const LETTERS_OF_TEXT = 2000;
const ROUNDS = 5;

/** What the team's memory does: how well and how fast it finds what names what. */
export function memory({ report, collection }: BenchRun): Promise<void> {
  const folder = findLabelled(collection, "crossner-ai", "test.txt");
  if (folder === null) report.note("mentions found", "not measured: --collection names no folder with CrossNER-AI");
  else {
    const labelled = readLabelled(folder);
    measureMentions(report, labelled);
    measureScan(report, labelled);
  }
  // The time of a name that is added at 100,000 articles is measured here, through the running product.
  return Promise.resolve();
}

function measureMentions(report: Report, labelled: Labelled): void {
  const judged = labelled.sentences.reduce((sum, { names }) => sum + names.size, 0);
  const on = `CrossNER-AI: ${labelled.sentences.length} sentences, ${labelled.names.size} names, ${judged} judgements`;
  const { precision, recall, f1 } = scoreFinder(labelled);
  report.value(`mentions found (${on})`, f1, "F1", { atLeast: 0.92 });
  report.value("precision of them", precision, "P");
  report.value("recall of them", recall, "R");
  const compared: [string, Score][] = [
    ["names anywhere in the text, as by `like`", scoreSubstrings(labelled)],
    ["names in whole words", scoreWholeWords(labelled)],
  ];
  for (const [what, score] of compared) report.value(`the same of ${what}`, score.f1, "F1");
}

/** How fast a text is split into words and looked through for names. */
function measureScan(report: Report, labelled: Labelled): void {
  const known = [...labelled.names.values()].slice(0, NAMES);
  const made = Array.from({ length: NAMES - known.length }, (_, index) => `Name${index} AI`);
  const counts = countNames(labelled);
  const finder = createNameFinder(
    [...known, ...made].map((name) => ({ target: name, name })),
    (folded) => counts.get(folded),
  );
  const texts = makeTexts(labelled);
  const letters = texts.reduce((sum, { length }) => sum + length, 0);
  const speeds = Array.from({ length: ROUNDS }, () => {
    const from = performance.now();
    for (const text of texts) finder.find(text);
    return letters / 1000 / (performance.now() - from);
  });
  const speed = speeds.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  report.value(`texts looked through for ${NAMES.toLocaleString("en-US")} names`, speed, "MB/s", { atLeast: 4 });
}

function makeTexts({ sentences }: Labelled): string[] {
  const all = sentences.map(({ text }) => text).join(" ");
  const texts: string[] = [];
  for (let from = 0; texts.length * LETTERS_OF_TEXT < LETTERS_SCANNED; from += LETTERS_OF_TEXT) {
    // What is cut from a text is copied, or every text would be a view of the one.
    const begin = from % Math.max(1, all.length - LETTERS_OF_TEXT);
    texts.push(Buffer.from(all.slice(begin, begin + LETTERS_OF_TEXT)).toString());
  }
  return texts;
}
