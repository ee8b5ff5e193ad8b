import type { Db } from "#db/database.ts";
import { resultAddress, openConnection, findForQuestion } from "#server/kernel/search/search.queries.ts";
import { loadDocs } from "#server/kernel/texts/texts.queries.ts";
import { itemAddress, itemOfAddress, toolPageAddress } from "#shared/kernel/item-address.ts";
import { formatItemRef } from "#shared/kernel/items.ts";
import type { Quote } from "#shared/search/ask.ts";
import { SEARCH_KINDS } from "#shared/search/search.ts";
import type { AnswerLevel } from "#shared/search/words.ts";

import { findSentences, type FoundSentence, levelOf, MAX_QUOTES, sentencesOf } from "./answer-sentences.ts";
import { answerFromTables, type TableAnswer } from "./table-answers.task.ts";

type FoundDoc = Awaited<ReturnType<typeof loadDocs>>[number];

export interface AskTask {
  databaseUrl: string;
  question: string;
  /** Day in the team's time zone. */
  today: string;
}

export interface FoundAnswer {
  level: AnswerLevel;
  /** Quotations with paths instead of full URLs. */
  quotes: Quote[];
  /** Answer from the team's verdicts, ratings, links or discussions, or null. */
  text: string | null;
}

/** Answers a question in the current thread, from the team's data or with sentences from the team's texts. */
export async function answerQuestion({ databaseUrl, question, today }: AskTask): Promise<FoundAnswer> {
  const db = await openConnection(databaseUrl);
  const tableAnswer = await answerFromTables(db, question, today);
  return tableAnswer === null ? quoteTexts(db, question) : toFoundAnswer(tableAnswer);
}

const toFoundAnswer = ({ text, items }: TableAnswer): FoundAnswer => ({
  level: "answer",
  text,
  quotes: items.map(({ kind, id, commentId, ...quote }) => ({
    ref: formatItemRef({ kind, id }),
    url:
      kind === "tool" && commentId === undefined ? toolPageAddress(id) : itemAddress({ kind, id }, commentId),
    ...quote,
    score: 1,
  })),
});

async function quoteTexts(db: Db, question: string): Promise<FoundAnswer> {
  const { keys, weightOf } = await findForQuestion(db, question);
  const loaded = new Map<string, FoundDoc>();
  for (const kind of SEARCH_KINDS) {
    const ids = keys.filter((key) => key.kind === kind).map(({ itemId }) => itemId);
    for (const doc of await loadDocs(db, kind, ids)) loaded.set(`${kind} ${doc.itemId}`, doc);
  }
  const docs = keys.flatMap(({ kind, itemId }) => {
    const doc = loaded.get(`${kind} ${itemId}`);
    return doc
      ? { found: doc, title: doc.heading, context: doc.context, sentences: sentencesOf(doc.body) }
      : [];
  });
  const sentences = findSentences(question, docs, weightOf);
  const level = levelOf(sentences[0]?.score ?? 0);
  const selected = level === "none" ? firstPerDoc(sentences) : sentences;
  return { level, text: null, quotes: selected.slice(0, MAX_QUOTES).flatMap(toQuote) };
}

/**
 * Returns the best sentence of each document. Without an answer, the closest items matter more than their sentences.
 */
const firstPerDoc = <Doc>(sentences: readonly FoundSentence<Doc>[]) =>
  [...new Map(sentences.toReversed().map((one) => [one.doc, one])).values()].toReversed();

function toQuote({
  doc: { found, title },
  sentence,
  score,
}: FoundSentence<{ found: FoundDoc; title: string }>): Quote[] {
  const url = resultAddress(found);
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const item = itemOfAddress(pathname, searchParams);
  if (item === null) return [];
  return [
    {
      ref: formatItemRef(item),
      title,
      url,
      passage: sentence,
      author: found.shownPeople,
      score: Math.round(score * 100) / 100,
    },
  ];
}
