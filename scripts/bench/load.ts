import { Pool } from "undici";

import { cpuMs } from "./processes.ts";

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
  perSecond: number;
}

/** Sends `count` requests over `connections` connections and measures them. */
export async function sendLoad(
  server: { origin: string; pid: number },
  { path, method = "GET", headers, body }: Load,
  { count, connections }: { count: number; connections: number },
): Promise<Round> {
  const pool = new Pool(server.origin, { connections, pipelining: 1 });
  const times: number[] = [];
  const cpuBefore = cpuMs(server.pid);
  const start = performance.now();
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const sent = performance.now();
      const reply = await pool.request({ path, method, headers: headers ?? {}, body: body ?? null });
      await reply.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (reply.statusCode >= 400) throw new Error(`${method} ${path} answered ${reply.statusCode}`);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return {
    cpuMicroseconds: ((cpuMs(server.pid) - cpuBefore) * 1000) / count,
    p50Ms: median(times),
    perSecond: count / seconds,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
