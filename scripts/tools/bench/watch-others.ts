import { Pool } from "undici";

import type { Server } from "#tests/support/built/processes.ts";
import type { Person } from "#tests/support/built/product.ts";

/** How many people look at the server meanwhile, each again as soon as they were answered and had a short rest. */
const PEOPLE = 4;
const REST_MS = 2;

/** Asks for the current user all the time while some work goes on; returns how long each answer took, in milliseconds. */
export async function watchOthers(
  server: Server,
  { cookie }: Person,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const pool = new Pool(server.origin, {
    connections: PEOPLE,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const times: number[] = [];
  const over = new AbortController();
  const look = async () => {
    while (!over.signal.aborted) {
      const sent = performance.now();
      const reply = await pool.request({ path: "/api/user", method: "GET", headers: { cookie } });
      await reply.body.dump();
      times.push(performance.now() - sent);
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
  };
  const people = Array.from({ length: PEOPLE }, look);
  try {
    await work();
  } finally {
    over.abort();
    await Promise.all(people);
    await pool.close();
  }
  return times;
}
