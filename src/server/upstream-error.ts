/** A service outside that failed; the base of the integrations' errors. The message is fit for a person's eyes. */
export class UpstreamError<Kind extends string> extends Error {
  readonly kind: Kind | "too slow";
  /** For the log only; never holds a key. */
  readonly detail: string;
  /** The status that the service replied with, if it replied. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    kind: Kind | "too slow",
    detail: string,
    reply: { status?: number | null; retryAfterMs?: number | null } = {},
  ) {
    super(message);
    this.kind = kind;
    this.detail = detail;
    this.status = reply.status ?? null;
    this.retryAfterMs = reply.retryAfterMs ?? null;
  }
}
