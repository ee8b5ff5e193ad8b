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
function connectLiveStream(client: Client, { onMessage, onLost }: Listeners): () => void {
  const connection = new LiveConnection<LiveMessage>({
    onMessage,
    onLost,
    open(lastEventId, events) {
      const request = lastEventId === null ? createWatchRequest() : { lastEventId };
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
  const updateConnection = () => {
    if (document.visibilityState === "visible") connection.start();
    else connection.stop();
  };
  const renew = () => connection.renew();
  const stop = new AbortController();
  document.addEventListener("visibilitychange", updateConnection, { signal: stop.signal });
  // Also on "offline", because a stream over a lost connection still looks open.
  for (const name of ["online", "offline"]) window.addEventListener(name, renew, { signal: stop.signal });
  updateConnection();
  return () => {
    stop.abort();
    connection.stop();
  };
}

const DAY_MS = 86_400_000;

/**
 * Returns a request for the changes since the page began to load, because its lists may be that old. Uses the larger of
 * two clocks: one stops during sleep, the other can be set.
 */
function createWatchRequest(): WatchRequest {
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
    return connectLiveStream(utils.client, {
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
const OPEN_TIMEOUT_MS = 5000;
/** Minimum duration of a reported connection loss. */
const REPORT_LOSS_AFTER_MS = 10_000;
/** Delay between attempts, relative to the outage so far. It is short after a restart and long at night. */
const DELAY_PER_OUTAGE = 1 / 30;
const MIN_DELAY_MS = 300;
const MAX_DELAY_MS = 10_000;
/**
 * Interval of checks. If a check is later than `SLEEP_THRESHOLD_MS`, the computer was asleep, and the connection may be
 * dead without an error.
 */
const CHECK_INTERVAL_MS = 2000;
const SLEEP_THRESHOLD_MS = 10_000;

/** Callbacks of a stream. */
export interface StreamEvents<Message> {
  /** Called for each message. The first arrives as soon as the stream is open. */
  onMessage: (message: Message, id: string) => void;
  /** Called when the stream breaks, is refused or ends, with the error if known. */
  onEnd: (error?: unknown) => void;
}

interface ConnectionOptions<Message> {
  /** Opens a stream that resumes after the message `afterId`, if given. Returns a function that closes it. */
  open: (afterId: string | null, events: StreamEvents<Message>) => () => void;
  onMessage: (message: Message) => void;
  /** Called when the connection has been lost for a while, and when it is restored. */
  onLost: (isLost: boolean) => void;
}

/** Stream that reconnects after any interruption and resumes after the last message. */
export class LiveConnection<Message> {
  readonly #options: ConnectionOptions<Message>;
  #lastId: string | null = null;
  #close: (() => void) | null = null;
  #lostAt: number | null = null;
  #checkedAt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #openTimer: ReturnType<typeof setTimeout> | undefined;
  #lostTimer: ReturnType<typeof setTimeout> | undefined;
  #checkTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: ConnectionOptions<Message>) {
    this.#options = options;
  }

  /** Opens the stream, unless it is open or opening. */
  start(): void {
    if (this.#checkTimer !== undefined) return;
    this.#checkedAt = Date.now();
    this.#checkTimer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    this.#connect();
  }

  /** Closes the stream until the next call of `start`. */
  stop(): void {
    clearInterval(this.#checkTimer);
    this.#checkTimer = undefined;
    this.#closeStream();
    this.#handleRestored();
  }

  /** Reconnects immediately, because the connection may be dead or available again. */
  renew(): void {
    if (this.#checkTimer === undefined) return;
    this.#closeStream();
    this.#connect();
  }

  #check(): void {
    const now = Date.now();
    const wasAsleep = now - this.#checkedAt > SLEEP_THRESHOLD_MS;
    this.#checkedAt = now;
    if (wasAsleep) this.renew();
  }

  #connect(): void {
    let isCurrent = true;
    const close = this.#options.open(this.#lastId, {
      onMessage: (message, id) => {
        if (!isCurrent) return;
        this.#lastId = id;
        clearTimeout(this.#openTimer);
        this.#handleRestored();
        this.#options.onMessage(message);
      },
      onEnd: (error) => {
        if (isCurrent) this.#handleLoss(error);
      },
    });
    this.#close = () => {
      isCurrent = false;
      close();
    };
    this.#openTimer = setTimeout(() => this.#handleLoss(), OPEN_TIMEOUT_MS);
  }

  #handleLoss(error?: unknown): void {
    this.#closeStream();
    const now = Date.now();
    this.#lostAt ??= now;
    this.#lostTimer ??= setTimeout(() => this.#options.onLost(true), REPORT_LOSS_AFTER_MS);
    // The session has ended and the page is about to change, so don't reconnect.
    if (statusOf(error) === 401) return;
    const delay = retryDelayOf(error) ?? retryDelay(now - this.#lostAt);
    this.#retryTimer = setTimeout(() => this.#connect(), delay);
  }

  #handleRestored(): void {
    if (this.#lostAt === null) return;
    this.#lostAt = null;
    clearTimeout(this.#lostTimer);
    this.#lostTimer = undefined;
    this.#options.onLost(false);
  }

  #closeStream(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#openTimer);
    this.#close?.();
    this.#close = null;
  }
}

/** Returns a partly random delay in milliseconds, so that clients don't all reconnect at the same moment. */
const retryDelay = (outageMs: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, outageMs * DELAY_PER_OUTAGE)) * (1 - Math.random() / 4);
