import { UpstreamError } from "#server/upstream-error.ts";

/** A question for a language model. */
export interface Question {
  /** What the model has to do. Ours alone: nothing that came from outside belongs in here. */
  instructions: string;
  /** What it has to do it with. Text from outside goes here, marked as data. */
  input: string;
  /** A JSON schema that the answer must have; `json` of the answer is then set, but not checked. */
  schema?: Readonly<Record<string, unknown>>;
  maxTokens: number;
  /** The answer must rest on a search of the web, where the provider has one. */
  wantsSearch?: boolean;
  signal?: AbortSignal | undefined;
}

export interface AnswerSource {
  url: string;
  title: string;
  /** As the provider writes it, mostly 2026-11-21. */
  date: string | null;
}

export interface Answer {
  /** Without the model's thoughts. */
  text: string;
  /** The parsed answer when a schema was given; to be checked by who asked. */
  json?: unknown;
  /** What a search found; empty when the provider cannot search. */
  sources: AnswerSource[];
  /** The model that really answered, as the provider names it. */
  model: string;
  provider: string;
}

/** A language model behind some provider. Throws AnswerError, whose message is fit for a person's eyes. */
export interface AnswerEngine {
  /** Names the provider, such as "Perplexity". */
  provider: string;
  /** Whether answers can rest on a search of the web. */
  canSearch: boolean;
  ask(question: Question): Promise<Answer>;
}

/** Why there is no answer. "busy", "unreachable" and "too slow" pass by themselves; the others need an administrator. */
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
