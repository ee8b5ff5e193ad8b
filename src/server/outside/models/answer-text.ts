import { AnswerError } from "./answer-engine.ts";

/** Removes the model's reasoning from an answer. Some servers omit its opening tag. */
export function withoutThoughts(text: string): string {
  const end = text.lastIndexOf("</think>");
  const said = end === -1 ? text : text.slice(end + "</think>".length);
  if (said.includes("<think>"))
    throw new AnswerError("unusable", "the answer stops in the model's reasoning");
  return said.trim();
}

/** Parses the JSON of an answer, even if the model wrapped it in words or in a fence. */
export function parseAnswerJson(text: string): unknown {
  const [begin, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  try {
    return JSON.parse(text.slice(begin, end + 1));
  } catch {
    throw new AnswerError("unusable", "the answer doesn't match the requested JSON");
  }
}

/** Removes citations such as [7], which refer to a separate list of sources. */
export const withoutCitations = (text: string): string =>
  text.replaceAll(/(?<=[\p{L}\p{N}.!?;)*%'’”])(?:\[\d{1,2}\])+/gu, "");
