/**
 * Measures answers by quotation on CLAP NQ: questions with passages in which people marked the right sentences. All
 * passages are searched, through the product's own index. The unanswerable questions have a passage on their topic.
 * Each question is asked again without its own passage, so that no text contains the answer.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import type { SearchDoc } from "#db/search/ranked-search.ts";
import { findSentences, MAX_QUOTES } from "#server/features/ask/answer-sentences.ts";
import { findForQuestion } from "#server/kernel/search/search.queries.ts";

import { withSearchIndex } from "./search-quality.ts";

interface Answered {
  /** Score of the best sentence. */
  best: number;
  isRight: boolean;
}

export interface AnswerQuality {
  questions: number;
  /** Shares at a threshold. */
  at(threshold: number): { right: number; refusesAbsent: number; refusesTopic: number };
}

interface Question {
  id: string;
  question: string;
  title: string;
  sentences: string[];
  right: Set<string>;
}

export async function measureAnswerQuality(folder: string): Promise<AnswerQuality> {
  const answerable = readQuestions(join(folder, "answerable.jsonl"));
  const unanswerable = readQuestions(join(folder, "unanswerable.jsonl"));
  const asked = [...answerable, ...unanswerable];
  const byId = new Map(asked.map((one) => [one.id, one]));
  return withSearchIndex(asked.map(toDoc), async (db) => {
    /** Asks a question, with or without its own passage among the texts. */
    const ask = async ({ id, question, right }: Question, isPresent: boolean): Promise<Answered> => {
      const { keys, weightOf } = await findForQuestion(db, question);
      const docs = keys.flatMap(({ itemId }) => (isPresent || itemId !== id ? (byId.get(itemId) ?? []) : []));
      const found = findSentences(question, docs, weightOf).slice(0, MAX_QUOTES);
      const isRight = found.some(({ doc, sentence }) => doc.id === id && right.has(sentence));
      return { best: found[0]?.score ?? 0, isRight };
    };
    const present: Answered[] = [];
    const absent: Answered[] = [];
    const topics: Answered[] = [];
    for (const one of answerable) present.push(await ask(one, true));
    for (const one of unanswerable) topics.push(await ask(one, true));
    for (const one of asked) absent.push(await ask(one, false));
    const share = (answers: readonly Answered[], isGood: (answer: Answered) => boolean) =>
      answers.filter(isGood).length / answers.length;
    return {
      questions: asked.length,
      at: (threshold) => ({
        right: share(present, ({ best, isRight }) => best >= threshold && isRight),
        refusesAbsent: share(absent, ({ best }) => best < threshold),
        refusesTopic: share(topics, ({ best }) => best < threshold),
      }),
    };
  });
}

const toDoc = ({ id, title, sentences }: Question): SearchDoc => ({
  kind: "article",
  itemId: id,
  at: "2026-01-01T00:00:00.000Z",
  title,
  body: sentences.join(" "),
  people: "",
  tags: [],
  addedBy: null,
  verdict: null,
});

const lineSchema = z.object({
  id: z.string(),
  input: z.string(),
  passages: z.array(z.object({ title: z.string(), sentences: z.array(z.string()) })),
  output: z.array(z.object({ selected_sentences: z.array(z.string()) })),
});

const readQuestions = (file: string): Question[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { id, input, passages, output } = lineSchema.parse(JSON.parse(line));
      return {
        id,
        question: input,
        title: passages[0]?.title ?? "",
        sentences: (passages[0]?.sentences ?? []).map((sentence) => sentence.trim()),
        right: new Set((output[0]?.selected_sentences ?? []).map((sentence) => sentence.trim())),
      };
    });
