import type { z } from "zod";

/** Bytes received from outside, with their metadata. */
export interface ReceivedBytes {
  bytes: Uint8Array;
  contentType?: string | null | undefined;
  /** Source address. Relative addresses in the bytes are resolved against it. */
  url: string;
  now: Date;
}

/** Error of a source that sent unusable data or was discontinued. Its message can be shown to users and in reports. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** True if the source is permanently discontinued and needs no retry. */
  readonly isGone: boolean;
  /** True if the reply is not a feed. */
  readonly isNoFeed: boolean;
  /** Time until the next attempt, in milliseconds, if the source was skipped because it failed recently. */
  readonly pauseMs: number | null;

  constructor(
    message: string,
    { isGone = false, isNoFeed = false, pauseMs = null }: Partial<Omit<SourceError, keyof Error>> = {},
  ) {
    super(message);
    this.isGone = isGone;
    this.isNoFeed = isNoFeed;
    this.pauseMs = pauseMs;
  }
}

/** Skipped item of a reply, with the reason. */
export interface Rejection {
  /** Name of the skipped item, short enough for a report. */
  name: string;
  reason: string;
}

/** Creates a rejection, with the name shortened for a report. */
export const createRejection = (name: string, reason: string): Rejection => ({
  name: name.slice(0, 120),
  reason,
});

/** Result or error of a parser, in a form that can be sent between threads. */
export type Outcome<Result> =
  | { result: Result }
  | { problem: { message: string; isGone: boolean; isNoFeed: boolean } };

/** Wraps a parser to return its SourceErrors instead of throwing them. */
export const returnSourceErrors =
  <Input, Result>(read: (input: Input) => Result) =>
  (input: Input): Outcome<Result> => {
    try {
      return { result: read(input) };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const { message, isGone, isNoFeed } = error;
      return { problem: { message, isGone, isNoFeed } };
    }
  };

/** Returns the result, or throws the SourceError again. */
export function unwrapOutcome<Result>(outcome: Outcome<Result>): Result {
  if ("result" in outcome) return outcome.result;
  throw new SourceError(outcome.problem.message, outcome.problem);
}

/** Parses a source's JSON reply and validates it. */
export function readJson<Shape extends z.ZodType>(
  bytes: Uint8Array,
  shape: Shape,
  source: string,
): z.output<Shape> {
  const parsed = shape.safeParse(parse(new TextDecoder().decode(bytes)));
  if (!parsed.success) throw new SourceError(`${source} returned an unreadable response`);
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
