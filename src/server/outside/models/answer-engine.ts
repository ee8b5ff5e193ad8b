import { z } from "zod";

import { UpstreamError } from "#server/errors.ts";
import { type HttpClient, OutboundError } from "#server/outside/http/http-client.ts";

/** Question for a language model. */
export interface Question {
  /** Task for the model. Must not contain text from outside. */
  instructions: string;
  /** Input for the task. Text from outside goes here, labelled as data. */
  input: string;
  /** JSON schema for the answer. The answer's `json` is then set, but not validated. */
  schema?: Readonly<Record<string, unknown>>;
  maxTokens: number;
  /** True if the answer must be based on a web search, if the provider has one. */
  wantsSearch?: boolean;
  signal?: AbortSignal | undefined;
}

export interface AnswerSource {
  url: string;
  title: string;
  /** Date in the provider's form, usually 2026-11-21. */
  date: string | null;
}

export interface Answer {
  /** Without the model's reasoning. */
  text: string;
  /** Parsed answer if a schema was given. The caller must validate it. */
  json?: unknown;
  /** Search results. Empty if the provider can't search. */
  sources: AnswerSource[];
  /** Name that the provider gives to the model. */
  model: string;
  provider: string;
}

/** Language model of a provider. Throws AnswerError, whose message can be shown to users. */
export interface AnswerEngine {
  /** Name of the provider, such as "Perplexity". */
  provider: string;
  /** True if answers can be based on a web search. */
  canSearch: boolean;
  ask(question: Question): Promise<Answer>;
}

/**
 * Reason for a missing answer. "busy", "unreachable" and "too slow" are temporary; the others need an administrator.
 */
type AnswerErrorKind = "busy" | "unreachable" | "too slow" | "quota" | "key" | "refused" | "unusable";

const MESSAGES: Record<AnswerErrorKind, string> = {
  busy: "The AI provider is busy. Please try again in a moment.",
  unreachable: "Couldn't reach the AI provider. Please try again later.",
  "too slow": "The AI provider took too long to answer. Please try again in a moment.",
  quota: "The AI provider account is out of credit. Ask an administrator to check it.",
  key: "The AI provider rejected this server's key. Ask an administrator to check it.",
  refused: "The AI provider rejected this server's request. Ask an administrator to check the settings.",
  unusable: "The AI provider returned no usable answer. Please try again.",
};

export class AnswerError extends UpstreamError<AnswerErrorKind> {
  override readonly name = "AnswerError";

  constructor(
    kind: AnswerErrorKind,
    detail: string,
    reply?: { status?: number | null; retryAfterMs?: number | null },
  ) {
    super(MESSAGES[kind], kind, detail, reply);
  }
}

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
 * Calls a provider once. Does not retry: the waiting user can, and a call may cost money even if its answer is lost.
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
      isQueued: false,
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
const errorSchema = z.union([
  z.object({ error: errorShape }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => ({ message: error, type: null, code: null })),
  errorShape,
]);

function toAnswerError(
  { kind, status, retryAfterMs, body, detail }: OutboundError,
  key: string | null,
): AnswerError {
  const reported = errorSchema.safeParse(parse(body)).data;
  const reason = [reported?.type, reported?.code, reported?.message]
    .filter((part) => part != null && part !== "")
    .join(": ");
  const line = withoutKey(`${detail} ${reason}`.trim().slice(0, 500), key);
  if (kind !== "status") return new AnswerError(kind === "too large" ? "unusable" : kind, line);
  return new AnswerError(toErrorKind(status ?? 0, reason), line, { status, retryAfterMs });
}

/** Returns the kind of error for a status. A valid key can get 403 if it is for a discontinued service. */
function toErrorKind(status: number, reason: string): AnswerErrorKind {
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
