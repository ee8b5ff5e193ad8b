import { retryAfterOf, statusOf } from "#client/api/errors.ts";

/** A stream that is neither open nor refused by then is given up: nobody answers there. */
const OPEN_WITHIN_MS = 5000;
/** A line that is lost for less is nobody's concern. */
const QUIET_FOR_MS = 10_000;
/** Between two tries passes a share of the time since the line was lost: soon after a restart, seldom in the night. */
const SHARE_OF_OUTAGE = 1 / 30;
const SHORTEST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;
/** A page whose timers stood still for so long was asleep, and its line may be dead without anybody noticing. */
const LOOK_EVERY_MS = 2000;
const ASLEEP_MS = 10_000;

/** What a stream tells of itself. */
export interface StreamEvents<Message> {
  /** A message came, the first one as soon as the stream is open. */
  onMessage: (message: Message, id: string) => void;
  /** It broke, was refused, or ended: with what was wrong, if that is known. */
  onEnd: (error?: unknown) => void;
}

interface Line<Message> {
  /** Opens a stream, after the message of an id where there was one, and returns the way to hang up. */
  open: (afterId: string | null, events: StreamEvents<Message>) => () => void;
  onMessage: (message: Message) => void;
  /** Told when the line has been lost for longer than a moment, and when it is back. */
  onLost: (isLost: boolean) => void;
}

/** One stream, kept open: whatever ends it, it is opened again, and goes on after the last message that came. */
export class LiveLine<Message> {
  readonly #line: Line<Message>;
  #lastId: string | null = null;
  #hangUp: (() => void) | null = null;
  #lostAt: number | null = null;
  #lookedAt = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #given: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;

  constructor(line: Line<Message>) {
    this.#line = line;
  }

  /** Opens the stream, unless it is open or on its way. */
  start(): void {
    if (this.#looking !== undefined) return;
    this.#lookedAt = Date.now();
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#connect();
  }

  /** Hangs up until the next start. */
  stop(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
    this.#end();
    this.#findAgain();
  }

  /** Opens it anew at once: there is reason to think that the line is dead, or alive again. */
  renew(): void {
    if (this.#looking === undefined) return;
    this.#end();
    this.#connect();
  }

  #look(): void {
    const now = Date.now();
    const hasSlept = now - this.#lookedAt > ASLEEP_MS;
    this.#lookedAt = now;
    if (hasSlept) this.renew();
  }

  #connect(): void {
    let isCurrent = true;
    const hangUp = this.#line.open(this.#lastId, {
      onMessage: (message, id) => {
        if (!isCurrent) return;
        this.#lastId = id;
        clearTimeout(this.#given);
        this.#findAgain();
        this.#line.onMessage(message);
      },
      onEnd: (error) => {
        if (isCurrent) this.#lose(error);
      },
    });
    this.#hangUp = () => {
      isCurrent = false;
      hangUp();
    };
    this.#given = setTimeout(() => this.#lose(), OPEN_WITHIN_MS);
  }

  #lose(error?: unknown): void {
    this.#end();
    const now = Date.now();
    this.#lostAt ??= now;
    this.#quiet ??= setTimeout(() => this.#line.onLost(true), QUIET_FOR_MS);
    // The page is about to leave.
    if (statusOf(error) === 401) return;
    const wait = retryAfterOf(error) ?? waitOf(now - this.#lostAt);
    this.#again = setTimeout(() => this.#connect(), wait);
  }

  #findAgain(): void {
    if (this.#lostAt === null) return;
    this.#lostAt = null;
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
    this.#line.onLost(false);
  }

  #end(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#given);
    this.#hangUp?.();
    this.#hangUp = null;
  }
}

/** Those who lost the line together do not all come back in the same moment. */
const waitOf = (outageMs: number): number =>
  Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, outageMs * SHARE_OF_OUTAGE)) * (1 - Math.random() / 4);
