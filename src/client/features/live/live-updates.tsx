import { useEffect } from "react";

import { retryAfterOf, statusOf } from "#client/api/errors.ts";
import { noteChangeElsewhere, trpc } from "#client/api/trpc.ts";
import type { LiveMessage, WatchRequest } from "#shared/kernel/ledger.ts";

import { createRefresh } from "./refresh.ts";
import { notifyLiveChanges, notifyLiveLost } from "./use-live-changes.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];

interface Listeners {
  onMessage: (message: LiveMessage) => void;
  onLost: (isLost: boolean) => void;
}

/**
 * Maintains a live stream while the page is visible. Returns a function that closes it. Over HTTP/1.1 browsers allow
 * six connections per server for all tabs, so hidden tabs must not use one.
 */
function connectLive(client: Client, { onMessage, onLost }: Listeners): () => void {
  const line = new LiveLine<LiveMessage>({
    onMessage,
    onLost,
    open(lastEventId, events) {
      const request = lastEventId === null ? whatThePageMayHold() : { lastEventId };
      const stream = client.events.watch.subscribe(request, {
        onData: ({ id, data }) => events.onMessage(data, id),
        onError: (error) => events.onEnd(error),
        onComplete: () => events.onEnd(),
        // It would reconnect by itself, but later.
        onConnectionStateChange: ({ state, error }) => {
          if (state === "connecting" && error) events.onEnd(error);
        },
      });
      return () => stream.unsubscribe();
    },
  });
  const follow = () => {
    if (document.visibilityState === "visible") line.start();
    else line.stop();
  };
  const renew = () => line.renew();
  const stop = new AbortController();
  document.addEventListener("visibilitychange", follow, { signal: stop.signal });
  // Also on "offline", because a stream over a lost connection looks open.
  for (const name of ["online", "offline"]) window.addEventListener(name, renew, { signal: stop.signal });
  follow();
  return () => {
    stop.abort();
    line.stop();
  };
}

const DAY_MS = 86_400_000;

/**
 * Returns the time since the page began to load, during which it may have read lists. One clock stops during sleep;
 * the other can be changed.
 */
function whatThePageMayHold(): WatchRequest {
  const loadedFor = Math.max(performance.now(), Date.now() - performance.timeOrigin);
  return loadedFor > DAY_MS ? { after: 0 } : { loadedFor };
}

/** Subscribes this tab to changes and refetches the affected data. */
export function LiveUpdates() {
  const utils = trpc.useUtils();
  useEffect(() => {
    // Without it, the tab only shows the user's own changes.
    if (!("EventSource" in window)) return undefined;
    const refresh = createRefresh(utils);
    return connectLive(utils.client, {
      onMessage(message) {
        noteChangeElsewhere();
        refresh(message);
        notifyLiveChanges(message);
      },
      onLost: notifyLiveLost,
    });
  }, [utils]);
  return null;
}

/** Timeout for opening a stream that the server neither accepts nor refuses. */
const OPEN_WITHIN_MS = 5000;
/** Shorter connection losses are not reported. */
const QUIET_FOR_MS = 10_000;
/** Delay between attempts, as a share of the outage so far: short after a restart, long during the night. */
const SHARE_OF_OUTAGE = 1 / 30;
const SHORTEST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;
/** A longer gap between timers means that the page was asleep. Its connection may then be dead unnoticed. */
const CHECK_INTERVAL_MS = 2000;
const ASLEEP_MS = 10_000;

/** Callbacks of a stream. */
export interface StreamEvents<Message> {
  /** Called for each message. The first arrives as soon as the stream is open. */
  onMessage: (message: Message, id: string) => void;
  /** Called when the stream broke, was refused or ended, with the error if known. */
  onEnd: (error?: unknown) => void;
}

interface Line<Message> {
  /** Opens a stream, after the message `afterId` if given. Returns a function that closes it. */
  open: (afterId: string | null, events: StreamEvents<Message>) => () => void;
  onMessage: (message: Message) => void;
  /** Called when the connection has been lost for more than a moment, and when it is restored. */
  onLost: (isLost: boolean) => void;
}

/** Stream that reconnects after any interruption and resumes after the last message. */
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

  /** Opens the stream, unless it is open or opening. */
  start(): void {
    if (this.#looking !== undefined) return;
    this.#lookedAt = Date.now();
    this.#looking = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    this.#connect();
  }

  /** Closes the stream until the next start. */
  stop(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
    this.#end();
    this.#findAgain();
  }

  /** Reconnects at once, because the connection may be dead or available again. */
  renew(): void {
    if (this.#looking === undefined) return;
    this.#end();
    this.#connect();
  }

  #check(): void {
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
    // The session has ended, so the page is about to be left.
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

/** Random delay, so that clients that lost the connection together don't reconnect at the same moment. */
const waitOf = (outageMs: number): number =>
  Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, outageMs * SHARE_OF_OUTAGE)) * (1 - Math.random() / 4);
