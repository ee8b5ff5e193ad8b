import { z } from "zod";

import { type HttpClient, OutboundError } from "#server/outside/http/http-client.ts";

import { AnswerError, type AnswerErrorKind } from "./answer-engine.ts";

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 30_000;

interface ProviderCall {
  url: string;
  /** Used only in the Authorization header. */
  key: string | null;
  body: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Calls a provider once. Does not retry: the waiting user can, and every call may cost money even if its answer is
 * lost.
 */
export async function callProvider(
  http: HttpClient,
  { url, key, body, signal }: ProviderCall,
): Promise<unknown> {
  try {
    const reply = await http.send({
      url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      tries: 1,
      inTurn: false,
      signal,
    });
    return JSON.parse(reply.body.toString());
  } catch (error) {
    if (error instanceof OutboundError) throw toAnswerError(error, key);
    if (error instanceof SyntaxError) throw new AnswerError("unusable", "the answer is not JSON");
    throw error;
  }
}

const errorShape = z.object({
  message: z.string().nullish(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
});
/** Providers use different envelopes for errors. */
const envelope = z.union([
  z.object({ error: errorShape }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => ({ message: error, type: null, code: null })),
  errorShape,
]);

function toAnswerError(
  { kind, status, retryAfterMs, body, detail }: OutboundError,
  key: string | null,
): AnswerError {
  const reported = envelope.safeParse(parse(body)).data;
  const reason = [reported?.type, reported?.code, reported?.message]
    .filter((part) => part != null && part !== "")
    .join(": ");
  const line = withoutKey(`${detail} ${reason}`.trim().slice(0, 500), key);
  if (kind !== "status") return new AnswerError(kind === "too large" ? "unusable" : kind, line);
  return new AnswerError(findKind(status ?? 0, reason), line, { status, retryAfterMs });
}

/** Returns the kind of error for a status. A valid key can get 403 if it is for a discontinued service. */
function findKind(status: number, reason: string): AnswerErrorKind {
  if (status === 402 || /insufficient_quota|insufficient[_ ]balance|credit balance|billing/iu.test(reason))
    return "quota";
  if (status === 401) return "key";
  if (status === 429 || status >= 500 || status === 408) return "busy";
  return "refused";
}

/** Removes the key from a text, since providers quote keys in errors, some of them in part. */
const withoutKey = (text: string, key: string | null): string =>
  (key === null ? text : text.replaceAll(key, "[key]")).replaceAll(
    /\b(?:sk|pplx|key)-[\w*.-]{4,}/giu,
    "[key]",
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
