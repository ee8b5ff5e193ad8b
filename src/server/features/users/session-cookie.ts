/** What Lucia makes of a session's id, so that a cookie of the same name that another program set is passed over. */
const SESSION_ID = /^[a-z0-9]{40}$/u;

/**
 * The session's id in a Cookie header, or null for none. Nothing is decoded: the header also holds what other programs
 * of the host have set, and Lucia's own reader throws at the first escape of theirs that is broken.
 */
export function sessionIdIn(cookieHeader: string | undefined, cookieName: string): string | null {
  for (const pair of cookieHeader?.split(";") ?? []) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === cookieName && SESSION_ID.test(value)) return value;
  }
  return null;
}
