import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

import type { RequestHandler } from "express";

import type { RecentRequests } from "#shared/operations/system.ts";

const MINUTE_MS = 60_000;
/** Period covered by `recent`, in minutes. */
const RECENT_MINUTES = 5;
/** Upper limits of the buckets of durations, in seconds. */
const BUCKET_LIMITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, Infinity];
/** Other methods are grouped, so that clients can't create series of their own. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Completed request. */
export interface CompletedRequest {
  method: string;
  /** Route from a fixed set, never the raw address: `/api/ai-tools/{id}`, `trpc:tools.list`, `page`. */
  route: string;
  /** Null if the client disconnected before the reply. */
  status: number | null;
  /** Duration in milliseconds. Null for a stream, which lasts as long as its client listens. */
  ms: number | null;
}

/** Requests of one minute. */
interface Minute {
  /** Minutes since the process started. */
  start: number;
  /** Durations in microseconds. */
  durations: RecordableHistogram;
  /** Number of server errors. */
  errors: number;
}

type Labels = Record<string, string | number>;

/** Writes a line of a metric in the text format of Prometheus. */
function writeLine(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(String(text))}`);
  return `${name}{${pairs.join(",")}} ${value}`;
}

/** A sum for each combination of labels. */
class Sums {
  readonly #values = new Map<string, { labels: Labels; value: number }>();

  add(labels: Labels, amount = 1): void {
    const key = Object.values(labels).join("\0");
    const sum = this.#values.get(key) ?? { labels, value: 0 };
    this.#values.set(key, sum);
    sum.value += amount;
  }

  /** Returns the lines of these values. */
  write(name: string): string[] {
    return Array.from(this.#values.values(), ({ labels, value }) => writeLine(name, labels, value));
  }
}

/** Durations in seconds by kind, in buckets. The last bucket has no limit. */
class Durations {
  readonly #kinds = new Map<string, { counts: number[]; sum: number }>();

  observe(kind: string, seconds: number): void {
    const bucketed = this.#kinds.get(kind) ?? { counts: BUCKET_LIMITS.map(() => 0), sum: 0 };
    this.#kinds.set(kind, bucketed);
    const index = BUCKET_LIMITS.findIndex((limit) => seconds <= limit);
    bucketed.counts[index] = (bucketed.counts[index] ?? 0) + 1;
    bucketed.sum += seconds;
  }

  write(name: string): string[] {
    return [...this.#kinds].flatMap(([kind, { counts, sum }]) => {
      let count = 0;
      const buckets = BUCKET_LIMITS.map((limit, index) => {
        count += counts[index] ?? 0;
        return writeLine(`${name}_bucket`, { le: limit === Infinity ? "+Inf" : limit, kind }, count);
      });
      return [
        ...buckets,
        writeLine(`${name}_sum`, { kind }, sum),
        writeLine(`${name}_count`, { kind }, count),
      ];
    });
  }
}

/**
 * Counts requests and their durations, under a limited number of names. Formats them itself, because loading the
 * metrics library takes a twelfth of the server's start.
 */
export class RequestTally {
  readonly #requests = new Sums();
  readonly #durations = new Durations();
  readonly #calls = new Sums();
  readonly #seconds = new Sums();
  /** Newest last. */
  readonly #minutes: Minute[] = [];

  countRequest({ method, route, status, ms }: CompletedRequest): void {
    const labels = { method: METHODS.has(method) ? method : "other", route, status: status ?? "aborted" };
    this.#requests.add(labels);
    if (ms === null || status === null) return;
    this.#durations.observe(kindOf(route), ms / 1000);
    const minute = this.#currentMinute();
    minute.durations.record(Math.max(1, Math.round(ms * 1000)));
    // Errors of calls are counted by `countCall`.
    if (status === 500 && !isCall(route)) minute.errors += 1;
  }

  /** Counts a call with its own status, which can differ from its batch's. */
  countCall(procedure: string, status: number, ms: number): void {
    this.#calls.add({ procedure, result: resultOf(status) });
    if (status === 500) this.#currentMinute().errors += 1;
    this.#seconds.add({ procedure }, ms / 1000);
  }

  /** Returns all counts in the text format of Prometheus. */
  write(): string {
    const metrics = [
      [
        "stackloop_http_requests_total",
        "HTTP requests, by method, route and status; aborted means that the client disconnected.",
        this.#requests,
      ],
      [
        "stackloop_http_request_duration_seconds",
        "Duration of HTTP requests until the reply was sent, by kind of route, without streams.",
        this.#durations,
      ],
      [
        "stackloop_procedure_calls_total",
        "Procedure calls over tRPC and REST: ok, refused (client error), unavailable (a dependency is down) or failed (server error), without cached replies.",
        this.#calls,
      ],
      [
        "stackloop_procedure_seconds_total",
        "Total duration of the calls of a procedure; divide by their number for the mean.",
        this.#seconds,
      ],
    ] as const;
    const lines = metrics.flatMap(([name, help, values]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${values === this.#durations ? "histogram" : "counter"}`,
      ...values.write(name),
    ]);
    return `${lines.join("\n")}\n`;
  }

  /** Returns the requests of the last minutes. */
  recent(): RecentRequests {
    this.#dropOldMinutes();
    const all = createHistogram({ figures: 2 });
    for (const { durations } of this.#minutes) all.add(durations);
    const inMs = (percentile: number) =>
      all.count === 0 ? null : Math.round(all.percentile(percentile) / 10) / 100;
    return {
      minutes: RECENT_MINUTES,
      count: all.count,
      errors: this.#minutes.reduce((sum, { errors }) => sum + errors, 0),
      p50Ms: inMs(50),
      p99Ms: inMs(99),
    };
  }

  #currentMinute(): Minute {
    const start = Math.floor(performance.now() / MINUTE_MS);
    const last = this.#minutes.at(-1);
    if (last?.start === start) return last;
    const minute = { start, durations: createHistogram({ figures: 2 }), errors: 0 };
    this.#minutes.push(minute);
    this.#dropOldMinutes();
    return minute;
  }

  #dropOldMinutes(): void {
    const oldest = Math.floor(performance.now() / MINUTE_MS) - RECENT_MINUTES + 1;
    while ((this.#minutes[0]?.start ?? oldest) < oldest) this.#minutes.shift();
  }
}

function resultOf(status: number): string {
  if (status < 400) return "ok";
  if (status < 500) return "refused";
  return status === 500 ? "failed" : "unavailable";
}

const isCall = (route: string): boolean => ["rest", "trpc"].includes(kindOf(route));

/** Groups REST and tRPC calls, since one slow call delays others. Other routes are unchanged. */
function kindOf(route: string): string {
  if (route.startsWith("/api/")) return "rest";
  return route.startsWith("trpc:") ? "trpc" : route;
}

/** Route name of requests that no handler has named. */
const UNNAMED_ROUTE = "other";

/** The parts of the app that count requests. */
interface Counters {
  requests: RequestTally;
  eventLoop: { recordActivity(): void };
}

const routeNames = new WeakMap<ServerResponse, string>();

/** Names a request's route for the counters, from a small set and never from the address. */
export function nameRoute(response: ServerResponse, name: string): void {
  routeNames.set(response, name);
}

/** Creates middleware that names the route. */
export const withRouteName =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    nameRoute(response, name);
    next();
  };

/** Counts requests when they end, with the time spent in the queue. */
export function withRequestCount(app: Counters, next: RequestListener): RequestListener {
  return (request, response) => {
    const start = performance.now();
    app.eventLoop.recordActivity();
    response.once("close", () => countRequest(app, request, response, start));
    next(request, response);
  };
}

/** Counts a request that has ended. `start` is from `performance.now()`. */
function countRequest(
  { requests }: Counters,
  { method }: IncomingMessage,
  response: ServerResponse,
  start: number,
) {
  const isStream = String(response.getHeader("Content-Type")).startsWith("text/event-stream");
  requests.countRequest({
    method: method ?? "",
    route: routeNames.get(response) ?? UNNAMED_ROUTE,
    status: response.writableFinished || isStream ? response.statusCode : null,
    ms: isStream ? null : performance.now() - start,
  });
}
