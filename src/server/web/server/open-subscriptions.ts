import { forbidden, tooMany, unauthorized, unavailable } from "#server/errors.ts";
import type { SessionOwner, SignedIn } from "#server/features/users/session-cache.ts";
import { inBackground, untilAborted } from "#server/kernel/async/promises.ts";
import type { Log } from "#server/log.ts";

/** Enough for every tab of a user. Each costs memory and a share of every notification. */
const MAX_PER_PERSON = 50;
const RETRY_AFTER_SECONDS = 60;
/** Interval of permission checks. A subscription ends at most this long after its session, account or role. */
const CHECK_INTERVAL_MS = 500;

interface SubscriptionAccess {
  log: Log;
  /** Changes after every change of users and sessions. */
  readVersion(): string;
  /** Catches up with other processes' writes to a shared database. */
  catchUp(): Promise<void>;
  /** Returns nothing if the session or token has ended. */
  findOwner(who: SignedIn): Promise<SessionOwner | undefined>;
}

interface Subscription {
  who: SignedIn;
  isForAdmins: boolean;
  /** Aborted, with the reason, when the user loses access to the data sent. */
  end: AbortController;
  /** Version of users and sessions at the last confirmation. */
  confirmedVersion: string | null;
  /** Expiry of the session or token, in milliseconds since 1970. */
  endsAt: number;
}

/** Open subscription. */
export interface Permit {
  /** Aborted with the reason as soon as the user loses access to the data sent. */
  readonly end: AbortSignal;
  /** True while no change is known since the last `confirm`. */
  isConfirmed(): boolean;
  /** Checks access before each send. Throws the reason if it has ended. */
  confirm(): Promise<void>;
}

/** Users' open subscriptions, each limited by its session or token. */
export class OpenSubscriptions {
  readonly #access: SubscriptionAccess;
  readonly #open = new Set<Subscription>();
  #timer: NodeJS.Timeout | undefined;
  /** Version of users and sessions at the last check. */
  #version = "";
  /** Earliest expiry of a session, in milliseconds since 1970. */
  #earliestEnd = 0;

  constructor(access: SubscriptionAccess) {
    this.#access = access;
  }

  /** Number of open subscriptions. */
  get count(): number {
    return this.#open.size;
  }

  /**
   * Registers a subscription until `signal` aborts. Throws 429 if the user has too many. The returned permit ends as
   * soon as the user loses access.
   */
  open(who: SignedIn, isForAdmins: boolean, signal: AbortSignal): Permit {
    const ownSubscriptions = [...this.#open].filter((other) => other.who.user.id === who.user.id);
    if (ownSubscriptions.length >= MAX_PER_PERSON) {
      throw tooMany(
        RETRY_AFTER_SECONDS,
        "StackLoop is open in too many of your tabs. Close some and try again.",
      );
    }
    const subscription: Subscription = {
      who,
      isForAdmins,
      end: new AbortController(),
      confirmedVersion: null,
      endsAt: 0,
    };
    this.#open.add(subscription);
    this.#earliestEnd = 0;
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
    signal.addEventListener("abort", () => this.#close(subscription), { once: true });
    // The client has already disconnected.
    if (signal.aborted) this.#close(subscription);
    return {
      end: subscription.end.signal,
      isConfirmed: () => this.#isConfirmed(subscription),
      confirm: () => this.#confirm(subscription),
    };
  }

  #isConfirmed({ confirmedVersion, endsAt, end }: Subscription): boolean {
    return !end.signal.aborted && confirmedVersion === this.#access.readVersion() && Date.now() < endsAt;
  }

  async #confirm(subscription: Subscription): Promise<void> {
    const { who, end } = subscription;
    await this.#access.catchUp();
    // Repeated if users change during the check.
    while (!this.#isConfirmed(subscription)) {
      end.signal.throwIfAborted();
      // Read before the owner: the owner may be newer than this version, but never older.
      const version = this.#access.readVersion();
      const owner = await this.#access.findOwner(who);
      const reason = findReasonToEnd(subscription, owner, Date.now());
      if (reason) end.abort(reason);
      else if (owner) Object.assign(subscription, { confirmedVersion: version, endsAt: owner.endsAt });
    }
  }

  #close(subscription: Subscription): void {
    this.#open.delete(subscription);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    inBackground(this.#access.log, "checking subscriptions", this.#endExpired());
  }

  /** Ends subscriptions without access. Queries sessions only when one of them has changed or expired. */
  async #endExpired(): Promise<void> {
    const version = this.#access.readVersion();
    if (version === this.#version && Date.now() < this.#earliestEnd) return;
    const owners = new Map<string, SessionOwner | undefined>();
    let earliestEnd = Number.POSITIVE_INFINITY;
    for (const subscription of this.#open) {
      const { who } = subscription;
      const { id } = who.session ?? who.token;
      if (!owners.has(id)) owners.set(id, await this.#access.findOwner(who));
      const owner = owners.get(id);
      // Uses the time after reading the owner, which takes a while.
      const reason = findReasonToEnd(subscription, owner, Date.now());
      if (reason) subscription.end.abort(reason);
      else if (owner) earliestEnd = Math.min(earliestEnd, owner.endsAt);
    }
    this.#version = version;
    this.#earliestEnd = earliestEnd;
  }
}

function findReasonToEnd({ who, isForAdmins }: Subscription, owner: SessionOwner | undefined, now: number) {
  if (!owner || owner.endsAt <= now) return unauthorized();
  if (owner.role === who.user.role) return undefined;
  // After this error, clients resubscribe by themselves and receive what their new role allows.
  return isForAdmins ? forbidden() : unavailable("Your role has changed");
}

/**
 * Yields the source's values, confirming the permit before each. Ends with the source, the permit or the client. Errors
 * after the client has disconnected reach nobody: a stopping server closes the database while it waits for a value.
 */
export async function* permitted<Value>(
  permit: Permit,
  source: AsyncIterable<Value>,
  clientSignal: AbortSignal,
): AsyncGenerator<Value> {
  const values = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(values.next(), permit.end);
      if (next.done) return;
      await permit.confirm();
      yield next.value;
    }
  } catch (error) {
    if (!clientSignal.aborted) throw error;
  }
}
