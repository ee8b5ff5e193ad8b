import { UpstreamError } from "#server/upstream-error.ts";

/** Question for a language model. */
export interface Question {
  /** Task for the model. Must not contain text from outside. */
  instructions: string;
  /** Input for the task. Text from outside goes here, labelled as data. */
  input: string;
  /** JSON schema for the answer. The answer's `json` is then set, but not validated. */
  schema?: Readonly<Record<string, unknown>>;
  maxTokens: number;
  /** True if the answer must rest on a web search, where the provider has one. */
  wantsSearch?: boolean;
  signal?: AbortSignal | undefined;
}

export interface AnswerSource {
  url: string;
  title: string;
  /** As the provider writes it, usually 2026-11-21. */
  date: string | null;
}

export interface Answer {
  /** Without the model's reasoning. */
  text: string;
  /** Parsed answer if a schema was given. The caller must validate it. */
  json?: unknown;
  /** Search results. Empty if the provider can't search. */
  sources: AnswerSource[];
  /** Model that answered, as the provider names it. */
  model: string;
  provider: string;
}

/** Language model of a provider. Throws AnswerError, whose message can be shown to users. */
export interface AnswerEngine {
  /** Name of the provider, such as "Perplexity". */
  provider: string;
  /** True if answers can rest on a web search. */
  canSearch: boolean;
  ask(question: Question): Promise<Answer>;
}

/**
 * Reason for a missing answer. "busy", "unreachable" and "too slow" are temporary; the others need an administrator.
 */
export type AnswerErrorKind = "busy" | "unreachable" | "too slow" | "quota" | "key" | "refused" | "unusable";

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
