/** Error of an outside service, and base of the integrations' errors. Its message can be shown to users. */
export class UpstreamError<Kind extends string> extends Error {
  readonly kind: Kind | "too slow";
  /** Details for the log only. Never contains a key. */
  readonly detail: string;
  /** Status of the service's reply, if any. */
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
