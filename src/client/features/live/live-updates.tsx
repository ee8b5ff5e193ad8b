import { useEffect } from "react";

import { retryDelayOf, statusOf } from "#client/api/errors.ts";
import { recordRemoteChange, trpc } from "#client/api/trpc.ts";
import type { LiveMessage, WatchRequest } from "#shared/kernel/ledger.ts";

import { createRefresh } from "./refresh.ts";
import { notifyLiveChanges, notifyLiveLost } from "./use-live-changes.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];

interface Listeners {
  onMessage: (message: LiveMessage) => void;
  onLost: (isLost: boolean) => void;
}

/**
 * Opens a live stream whenever the page is visible. Returns a function that closes it. Hidden tabs have no stream,
 * because over HTTP/1.1 browsers limit all tabs to six connections per server.
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
        // The stream would reconnect by itself, but later.
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
  // Also on "offline", because a stream over a lost connection still looks open.
  for (const name of ["online", "offline"]) window.addEventListener(name, renew, { signal: stop.signal });
  follow();
  return () => {
    stop.abort();
    line.stop();
  };
}

const DAY_MS = 86_400_000;

/**
 * Returns the time since the page began to load, because lists on the page may be that old. The maximum of two clocks:
 * one stops during sleep, the other can be set.
 */
function whatThePageMayHold(): WatchRequest {
  const loadedFor = Math.max(performance.now(), Date.now() - performance.timeOrigin);
  return loadedFor > DAY_MS ? { after: 0 } : { loadedFor };
}

/** Subscribes this tab to changes and refetches the affected data. */
export function LiveUpdates() {
  const utils = trpc.useUtils();
  useEffect(() => {
    // Browsers without EventSource only show the user's own changes.
    if (!("EventSource" in window)) return undefined;
    const refresh = createRefresh(utils);
    return connectLive(utils.client, {
      onMessage(message) {
        recordRemoteChange();
        refresh(message);
        notifyLiveChanges(message);
      },
      onLost: notifyLiveLost,
    });
  }, [utils]);
  return null;
}

/** Timeout for a stream that the server neither accepts nor refuses. */
const OPEN_WITHIN_MS = 5000;
/** Minimum duration of a reported connection loss. */
const QUIET_FOR_MS = 10_000;
/** Delay between attempts, relative to the outage so far. It is short after a restart and long at night. */
const SHARE_OF_OUTAGE = 1 / 30;
const SHORTEST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;
/**
 * Interval of checks. If a check is later than `ASLEEP_MS`, the computer was asleep, and the connection may be dead
 * without an error.
 */
const CHECK_INTERVAL_MS = 2000;
const ASLEEP_MS = 10_000;

/** Callbacks of a stream. */
export interface StreamEvents<Message> {
  /** Called for each message. The first arrives as soon as the stream is open. */
  onMessage: (message: Message, id: string) => void;
  /** Called when the stream breaks, is refused or ends, with the error if known. */
  onEnd: (error?: unknown) => void;
}

interface Line<Message> {
  /** Opens a stream that resumes after the message `afterId`, if given. Returns a function that closes it. */
  open: (afterId: string | null, events: StreamEvents<Message>) => () => void;
  onMessage: (message: Message) => void;
  /** Called when the connection has been lost for a while, and when it is restored. */
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

  /** Closes the stream until the next call of `start`. */
  stop(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
    this.#end();
    this.#findAgain();
  }

  /** Reconnects immediately, because the connection may be dead or available again. */
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
    // The session has ended and the page is about to change, so don't reconnect.
    if (statusOf(error) === 401) return;
    const wait = retryDelayOf(error) ?? waitOf(now - this.#lostAt);
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

/** Returns a partly random delay in milliseconds, so that clients don't all reconnect at the same moment. */
const waitOf = (outageMs: number): number =>
  Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, outageMs * SHARE_OF_OUTAGE)) * (1 - Math.random() / 4);
