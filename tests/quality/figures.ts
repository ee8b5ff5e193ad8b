/**
 * Quality on texts that other people judged: search, mentions, answers, one-sentence summaries and rankings by stars.
 */
import { join } from "node:path";

import { ANSWER_SCORE, PASSAGE_SCORE } from "#shared/search/words.ts";

import { measureAnswerQuality } from "./answer-quality.ts";
import { findLabelled } from "./labelled.ts";
import { readLabelled, scoreFinder, scoreSubstrings, scoreWholeWords } from "./mention-quality.ts";
import { measureRankingQuality, measureSimilarQuality } from "./ranking-quality.ts";
import { measureSearchQuality } from "./search-quality.ts";
import { measureSummaryQuality } from "./summary-quality.ts";

export interface Figure {
  what: string;
  score: number;
  /** Lowest score that is good enough. */
  goal?: number;
}

/** Measures each set that is found, in `collection` or next to the project. */
const SETS: { set: string; file: string; measure: (folder: string) => Figure[] | Promise<Figure[]> }[] = [
  {
    set: "cranfield",
    file: "cran.all.1400.xml",
    async measure(folder) {
      const { docs, questions, judgements, map, mapAllWords } = await measureSearchQuality(folder);
      const from = `cran.all.1400.xml, ${docs} abstracts, ${questions} searches, ${judgements} judgements`;
      const similar = measureSimilarQuality(folder);
      return [
        {
          what: `nDCG of similar papers in the first fifth (cranqrel.trec.txt, ${similar.papers} papers)`,
          score: similar.ndcg,
        },
        { what: `mean average precision of the search (${from})`, score: map, goal: 0.31 },
        { what: "the same if all words are required", score: mapAllWords },
        ...[3, 10, 20].map((stars) => {
          const { people, inFirstTenth } = measureRankingQuality(folder, stars);
          return {
            what: `wanted papers in the first tenth, by ${stars} stars (cranqrel.trec.txt, ${people} questions as people)`,
            score: inFirstTenth,
            ...(stars === 10 && { goal: 0.5 }),
          };
        }),
      ];
    },
  },
  {
    set: "crossner-ai",
    file: "test.txt",
    measure(folder) {
      const labelled = readLabelled(folder);
      const { precision, recall, f1 } = scoreFinder(labelled);
      return [
        { what: `F1 of mentions (${labelled.sentences.length} sentences)`, score: f1, goal: 0.92 },
        { what: "precision", score: precision },
        { what: "recall", score: recall },
        { what: "F1 of names anywhere in the text", score: scoreSubstrings(labelled).f1 },
        { what: "F1 of names in whole words", score: scoreWholeWords(labelled).f1 },
      ];
    },
  },
  {
    set: "clapnq",
    file: "answerable.jsonl",
    async measure(folder) {
      const { questions, at } = await measureAnswerQuality(folder);
      const answer = at(ANSWER_SCORE);
      const from = `answerable.jsonl and unanswerable.jsonl, ${questions} questions`;
      return [
        { what: `right sentence among three quotations (${from})`, score: answer.right, goal: 0.68 },
        { what: "questions refused if the answer is absent", score: answer.refusesAbsent, goal: 0.9 },
        { what: "questions refused if only the topic is present", score: answer.refusesTopic, goal: 0.65 },
        { what: "right sentence with the second level", score: at(PASSAGE_SCORE).right, goal: 0.8 },
      ];
    },
  },
  ...["dev.jsonl", "test.jsonl"].map((file) => ({
    set: "scitldr",
    file,
    measure(folder: string) {
      const { abstracts, rouge1, rouge2, rougeL } = measureSummaryQuality(join(folder, file));
      return [
        {
          what: `ROUGE-1 of one-sentence summaries (${file}, ${abstracts} abstracts)`,
          score: rouge1,
          goal: 0.39,
        },
        { what: "ROUGE-2", score: rouge2, goal: 0.18 },
        { what: "ROUGE-L", score: rougeL, goal: 0.31 },
      ];
    },
  })),
];

/** Returns the figures of all sets, or of one. Sets that are not found have none. */
export async function measureQuality(collection?: string, only?: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { set, file, measure } of SETS) {
    const folder = only === undefined || only === set ? findLabelled(collection, set, file) : null;
    if (folder !== null) figures.push(...(await measure(folder)));
  }
  return figures;
}
