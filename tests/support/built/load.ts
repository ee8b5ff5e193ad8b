import { Pool } from "undici";

import { cpuMs, type Server } from "#tests/support/built/processes.ts";

export interface Load {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** Figures of one round of requests. */
export interface Round {
  cpuMicroseconds: number;
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
}

interface Amount {
  /** Maximum number of requests. The round ends earlier after `atMostMs`. */
  count: number;
  connections: number;
  atMostMs?: number;
  /** Pause of each connection after a reply. */
  pauseMs?: number;
  signal?: AbortSignal;
}

/** Sends requests over several connections. Measures the server's CPU time and the latency. */
export async function sendLoad(
  server: Pick<Server, "origin" | "pid">,
  nextLoad: () => Load,
  { count, connections, atMostMs = Number.POSITIVE_INFINITY, pauseMs = 0, signal }: Amount,
): Promise<Round> {
  const pool = new Pool(server.origin, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const times: number[] = [];
  const cpuBefore = cpuMs(server.pid);
  const start = performance.now();
  let remaining = count;
  const isRunning = () => remaining > 0 && performance.now() - start < atMostMs && signal?.aborted !== true;
  const send = async () => {
    while (isRunning()) {
      remaining -= 1;
      const { path, method = "GET", headers = {}, body = null } = nextLoad();
      const sent = performance.now();
      const reply = await pool.request({ path, method, headers, body });
      if (reply.statusCode >= 400)
        throw new Error(`${method} ${path} answered ${reply.statusCode}: ${await reply.body.text()}`);
      await reply.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      times.push(performance.now() - sent);
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return {
    cpuMicroseconds: ((cpuMs(server.pid) - cpuBefore) * 1000) / times.length,
    p50Ms: median(times),
    p99Ms: percentile(times, 0.99),
    perSecond: times.length / seconds,
  };
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Returns the smallest value that at least `share` of the values don't exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
