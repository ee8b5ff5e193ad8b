import { Pool } from "undici";

import { cpuMs } from "#tests/support/built/processes.ts";

export interface Load {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** One round: what a request cost the server, and how long it took here. */
export interface Round {
  cpuMicroseconds: number;
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
}

interface Target {
  origin: string;
  pid: number;
}

interface Amount {
  /** As many requests as this, or as many as fit into the time. */
  count: number;
  connections: number;
  atMostMs?: number;
}

/** Sends requests over several connections and measures them; a load that is made anew for each may vary. */
export async function sendLoad(
  server: Target,
  load: Load | (() => Load),
  { count, connections, atMostMs = Infinity }: Amount,
): Promise<Round> {
  const pool = new Pool(server.origin, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const times: number[] = [];
  const cpuBefore = cpuMs(server.pid);
  const start = performance.now();
  let left = count;
  const work = async () => {
    while (left > 0 && performance.now() - start < atMostMs) {
      left -= 1;
      const { path, method = "GET", headers, body } = typeof load === "function" ? load() : load;
      const sent = performance.now();
      const reply = await pool.request({ path, method, headers: headers ?? {}, body: body ?? null });
      if (reply.statusCode >= 400)
        throw new Error(`${method} ${path} answered ${reply.statusCode}: ${await reply.body.text()}`);
      await reply.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
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

/** Of 100 values, the one that `share` of them do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
