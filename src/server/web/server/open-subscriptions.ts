import { forbidden, tooMany, unauthorized, unavailable } from "#server/errors.ts";
import type { SessionOwner, SignedIn } from "#server/features/users/session-cache.ts";
import { inBackground } from "#server/kernel/async/in-background.ts";
import { untilAborted } from "#server/kernel/async/until-aborted.ts";
import type { Log } from "#server/log.ts";

/** Enough for every tab of a person; each one costs memory and a share of every change that is told. */
const MAX_PER_PERSON = 50;
const RETRY_AFTER_SECONDS = 60;
/** A subscription ends at most this long after the session, the account or the role that it was opened with. */
const LOOK_EVERY_MS = 500;

interface People {
  log: Log;
  /** Differs after every change of people and sessions. */
  readMark(): string;
  /** Learns what other processes have written, where they share the database. */
  catchUp(): Promise<void>;
  /** Nobody for a session or a token that is gone. */
  findOwner(who: SignedIn): Promise<SessionOwner | undefined>;
}

interface Subscription {
  who: SignedIn;
  isForAdmins: boolean;
  /** Aborted, with the reason, when the person may no longer have what is sent. */
  end: AbortController;
  /** The mark of people and sessions at which the subscription was last confirmed. */
  confirmedAt: string | null;
  /** When the session or token ends, in milliseconds since 1970. */
  endsAt: number;
}

/** A subscription that is open. */
export interface Permit {
  /** Aborted with the reason as soon as the person may no longer have what is sent. */
  readonly end: AbortSignal;
  /** True while nothing is known to have changed since the last `confirm`. */
  isConfirmed(): boolean;
  /** Checks, before something is sent, that the person may still have it; throws the reason if not. */
  confirm(): Promise<void>;
}

/** What people have subscribed to, each as long as its session or token lasts. */
export class OpenSubscriptions {
  readonly #people: People;
  readonly #open = new Set<Subscription>();
  #timer: NodeJS.Timeout | undefined;
  /** What was known of people and sessions when they were looked at last. */
  #mark = "";
  /** When the first of the sessions ends, in milliseconds since 1970. */
  #firstEnd = 0;

  constructor(people: People) {
    this.#people = people;
  }

  /** How many there are. */
  get count(): number {
    return this.#open.size;
  }

  /**
   * Counts a subscription until `signal` is aborted, or refuses it with 429 when the person has too many open. The
   * permit returned ends as soon as the person may no longer have it.
   */
  open(who: SignedIn, isForAdmins: boolean, signal: AbortSignal): Permit {
    const own = [...this.#open].filter((other) => other.who.user.id === who.user.id);
    if (own.length >= MAX_PER_PERSON) {
      throw tooMany(
        RETRY_AFTER_SECONDS,
        "StackLoop is open in too many of your tabs. Close some and try again.",
      );
    }
    const subscription: Subscription = {
      who,
      isForAdmins,
      end: new AbortController(),
      confirmedAt: null,
      endsAt: 0,
    };
    this.#open.add(subscription);
    this.#firstEnd = 0;
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    signal.addEventListener("abort", () => this.#close(subscription), { once: true });
    // Who hung up before is told of no more.
    if (signal.aborted) this.#close(subscription);
    return {
      end: subscription.end.signal,
      isConfirmed: () => this.#isConfirmed(subscription),
      confirm: () => this.#confirm(subscription),
    };
  }

  #isConfirmed({ confirmedAt, endsAt, end }: Subscription): boolean {
    return !end.signal.aborted && confirmedAt === this.#people.readMark() && Date.now() < endsAt;
  }

  async #confirm(subscription: Subscription): Promise<void> {
    const { who, end } = subscription;
    await this.#people.catchUp();
    // Again while somebody is changed during the check.
    while (!this.#isConfirmed(subscription)) {
      end.signal.throwIfAborted();
      // Read before the owner, who may only be newer than the mark.
      const mark = this.#people.readMark();
      const owner = await this.#people.findOwner(who);
      const reason = findReasonToEnd(subscription, owner, Date.now());
      if (reason) end.abort(reason);
      else if (owner) Object.assign(subscription, { confirmedAt: mark, endsAt: owner.endsAt });
    }
  }

  #close(subscription: Subscription): void {
    this.#open.delete(subscription);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    inBackground(this.#people.log, "looking after subscriptions", this.#endWhatIsOver());
  }

  /** Ends what people may no longer have. Their sessions are read only when one of them changed or has come to its end. */
  async #endWhatIsOver(): Promise<void> {
    const mark = this.#people.readMark();
    if (mark === this.#mark && Date.now() < this.#firstEnd) return;
    const owners = new Map<string, SessionOwner | undefined>();
    let firstEnd = Number.POSITIVE_INFINITY;
    for (const subscription of this.#open) {
      const { who } = subscription;
      const { id } = who.session ?? who.token;
      if (!owners.has(id)) owners.set(id, await this.#people.findOwner(who));
      const owner = owners.get(id);
      // Of the moment after that: to read the owner takes time.
      const reason = findReasonToEnd(subscription, owner, Date.now());
      if (reason) subscription.end.abort(reason);
      else if (owner) firstEnd = Math.min(firstEnd, owner.endsAt);
    }
    this.#mark = mark;
    this.#firstEnd = firstEnd;
  }
}

function findReasonToEnd({ who, isForAdmins }: Subscription, owner: SessionOwner | undefined, now: number) {
  if (!owner || owner.endsAt <= now) return unauthorized();
  if (owner.role === who.user.role) return undefined;
  // Clients subscribe again by themselves after this one, and are sent what their new role may see.
  return isForAdmins ? forbidden() : unavailable("Your role has changed");
}

/** What `source` gives, each value after the permit is confirmed, until it ends or the permit does. */
export async function* permitted<Value>(permit: Permit, source: AsyncIterable<Value>): AsyncGenerator<Value> {
  const values = source[Symbol.asyncIterator]();
  for (;;) {
    const next = await untilAborted(values.next(), permit.end);
    if (next.done) return;
    await permit.confirm();
    yield next.value;
  }
}
