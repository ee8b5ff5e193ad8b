import { AnswerError } from "./answer-engine.ts";

/** An answer without what a model thought on the way. Some servers leave out where the thoughts begin. */
export function withoutThoughts(text: string): string {
  const end = text.lastIndexOf("</think>");
  const said = end === -1 ? text : text.slice(end + "</think>".length);
  if (said.includes("<think>"))
    throw new AnswerError("unusable", "the answer stops in the model's reasoning");
  return said.trim();
}

/** The JSON of an answer, also when the model wrapped it in words or in a fence. */
export function parseAnswerJson(text: string): unknown {
  const [begin, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  try {
    return JSON.parse(text.slice(begin, end + 1));
  } catch {
    throw new AnswerError("unusable", "the answer doesn't match the requested JSON");
  }
}

/** Removes marks such as [7], which point at a list of sources that is kept apart. */
export const withoutCitations = (text: string): string =>
  text.replaceAll(/(?<=[\p{L}\p{N}.!?;)*%'’”])(?:\[\d{1,2}\])+/gu, "");
