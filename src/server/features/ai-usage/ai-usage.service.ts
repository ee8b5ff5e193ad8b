import type { App } from "#server/app.ts";
import { tooMany, unavailable, upstreamFailed } from "#server/errors.ts";
import { requestAndRecord } from "#server/features/sources/sources.service.ts";
import { findRefusalReason } from "#server/outside/http/address-guard.ts";
import type { Answer, Question } from "#server/outside/models/answer-engine.ts";
import { AnswerError } from "#server/outside/models/answer-engine.ts";
import { oneLine, cleanText } from "#server/outside/pages/plain-text.ts";

import { countAiCall, readAiCalls } from "./ai-usage.queries.ts";

/** Name of the AI provider in the list of sources. */
export const AI_PROVIDER = "AI provider";

/**
 * Calls the AI provider, within the limits of the day (UTC). `userId` is null for the server's own jobs. Throws 429 if
 * a limit is reached, and 502, 503 or 504 if the provider fails. Failed calls count too, because they may cost the
 * same.
 */
export async function requestAnswer(app: App, userId: string | null, question: Question): Promise<Answer> {
  const { answers } = app.integrations;
  if (!answers) throw unavailable("No AI provider is connected to this server.");
  const { aiDailyLimit, aiDailyLimitPerUser: limitPerUser } = app.config;
  // The server's own jobs may use half of the day's calls.
  const totalLimit = userId === null ? Math.floor(aiDailyLimit / 2) : aiDailyLimit;
  const now = app.now();
  const day = now.toISOString().slice(0, 10);
  if (!(await countAiCall(app.db, { day, userId, limitPerUser, totalLimit }))) {
    const midnight = Date.parse(`${day}T00:00:00Z`) + 86_400_000;
    throw tooMany(Math.ceil((midnight - now.getTime()) / 1000), "AI limit reached, try again tomorrow");
  }
  try {
    const use = { name: AI_PROVIDER, signal: question.signal };
    const answer = readableAnswer(await requestAndRecord(app, use, () => answers.ask(question)));
    return { ...answer, sources: answer.sources.filter(({ url }) => isPublicAddress(app, url)) };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    app.log.warn({ err: error, detail: error.detail }, "the AI provider failed");
    throw upstreamFailed(error.message, error);
  }
}

/** Returns an answer without control characters, which a model may repeat and PostgreSQL can't store. */
const readableAnswer = (answer: Answer): Answer => ({
  ...answer,
  text: cleanText(answer.text),
  json: readableStrings(answer.json),
  model: oneLine(answer.model),
});

const readableStrings = (json: unknown): unknown =>
  json === undefined
    ? undefined
    : JSON.parse(JSON.stringify(json), (_key, value: unknown) =>
        typeof value === "string" ? cleanText(value) : value,
      );

/** Returns the number of calls today (UTC), out of `AI_DAILY_LIMIT`. */
export const aiCallsToday = ({ db, now }: App): Promise<number> =>
  readAiCalls(db, now().toISOString().slice(0, 10));

/** True if a URL seems to lead to the public web. Makes no request. */
export function isPublicAddress(app: App, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const isDomainName =
    /\.[a-z-]{2,}\.?$/iu.test(url.hostname) && !/\.(?:local|internal|localhost)\.?$/iu.test(url.hostname);
  return isDomainName && findRefusalReason(url, new Set(app.config.outboundAllow)) === undefined;
}

/** Wraps external text in tags as data for a model. The text can't close the tags. */
export const wrapAsData = (name: string, lines: readonly (string | null)[]): string =>
  `<${name}>\n${lines.filter(Boolean).join("\n").replaceAll("</", "< /")}\n</${name}>`;
