/**
 * Checks search and mentions against texts that other people judged: Cranfield (search) and CrossNER-AI (mentions).
 * Fails if a score is below its goal. `--collection FOLDER` names a folder with one set, or with a folder for each.
 */
import { parseArgs } from "node:util";

import { findLabelled } from "./labelled.ts";
import { readLabelled, scoreFinder, scoreSubstrings, scoreWholeWords } from "./mention-quality.ts";
import { measureSearchQuality } from "./search-quality.ts";

const { collection } = parseArgs({ options: { collection: { type: "string" } } }).values;

function report(what: string, score: number, goal?: number): void {
  const isMissed = goal !== undefined && score < goal;
  if (isMissed) process.exitCode = 1;
  const judged = goal === undefined ? "" : `, at least ${goal}: ${isMissed ? "FAIL" : "PASS"}`;
  console.log(`${what}: ${score.toFixed(3)}${judged}`);
}

const cranfield = findLabelled(collection, "cranfield", "cran.all.1400.xml");
const search = cranfield === null ? null : await measureSearchQuality(cranfield);
if (search === null) console.log("Search not checked: no folder with Cranfield was found.");
else {
  report(`mean average precision of ${search.questions} searches`, search.map, 0.31);
  report("the same if all words are required", search.mapAllWords);
}

const crossner = findLabelled(collection, "crossner-ai", "test.txt");
if (crossner === null) console.log("Mentions not checked: no folder with CrossNER-AI was found.");
else {
  const labelled = readLabelled(crossner);
  const { precision, recall, f1 } = scoreFinder(labelled);
  report(`F1 of mentions in ${labelled.sentences.length} sentences`, f1, 0.92);
  report("precision", precision);
  report("recall", recall);
  report("F1 of names anywhere in the text", scoreSubstrings(labelled).f1);
  report("F1 of names in whole words", scoreWholeWords(labelled).f1);
}
