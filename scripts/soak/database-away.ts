import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { percentile } from "../bench/load.ts";
import { startPostgresql } from "../bench/postgresql-server.ts";
import { idOf, JSON_BODY, signIn, startProduct } from "../bench/product.ts";
import { failuresOf, type Part } from "./part.ts";
import { compareWritten } from "./written.ts";

const CLIENTS = 20;
const BEFORE_MS = 5000;
const AWAY_MS = 10_000;
const AFTER_MS = 10_000;
/** Who was refused asks again after so long. */
const PAUSE_MS = 50;
const PROBE_MS = 250;
const MOST_BACK_MS = 5000;

/** What a call was, when its reply came and how long that took, in milliseconds. */
interface Reply {
  what: "write" | "read" | "/readyz";
  status: number;
  at: number;
  ms: number;
}

/** A database server that crashes and comes back while people work: what they are told, and what is left of it. */
export const databaseAway: Part = {
  name: "database-away",
  about: `${CLIENTS} clients write and read while their PostgreSQL server crashes and is back ${AWAY_MS / 1000} s later`,
  async run({ folder, say }) {
    const database = await startPostgresql();
    const url = await database.createDatabase("stackloop");
    const server = await startProduct(join(folder, "away"), {
      environment: { DATABASE_URL: url, LOG_LEVEL: "silent" },
    });
    const { cookie } = await signIn(server, "ada");
    const replies: Reply[] = [];
    const saved: string[] = [];
    const ending = new AbortController();
    const start = performance.now();
    const ask = async (what: Reply["what"], path: string, body?: unknown) => {
      const sent = performance.now();
      const reply = await fetch(`${server.origin}${path}`, {
        headers: { cookie, ...JSON_BODY },
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      });
      const answer: unknown = await reply.json();
      const at = performance.now() - start;
      replies.push({ what, status: reply.status, at, ms: performance.now() - sent });
      return { isOk: reply.ok, answer };
    };
    const work = async (client: number) => {
      for (let number = 1; !ending.signal.aborted; number += 1) {
        const written = await ask("write", "/api/ai-tools", { name: `Tool ${client}.${number}` });
        if (written.isOk) saved.push(idOf(written.answer));
        const read = await ask("read", "/api/news?limit=50");
        if (!written.isOk || !read.isOk) await wait(PAUSE_MS);
      }
    };
    const probe = async () => {
      for (; !ending.signal.aborted; await wait(PROBE_MS)) await ask("/readyz", "/readyz");
    };
    const load = Promise.all([...Array.from({ length: CLIENTS }, (_, client) => work(client)), probe()]);
    await wait(BEFORE_MS);
    await database.crash();
    const goneAt = performance.now() - start;
    say(`the server is gone at ${seconds(goneAt)}`);
    await wait(AWAY_MS);
    await database.restart();
    const backAt = performance.now() - start;
    say(`the server is back at ${seconds(backAt)}`);
    await wait(AFTER_MS);
    ending.abort();
    await load;
    const code = await server.stop();
    const written = await compareWritten(url, saved);
    await database.stop();

    const isCall = ({ what }: Reply) => what !== "/readyz";
    const firstAfter = (ofWhat: Reply["what"]) =>
      replies.find(({ what, status, at }) => what === ofWhat && status < 300 && at > goneAt + AWAY_MS)?.at ??
      Infinity;
    // That the server is back is noticed a little later than it is.
    const [writeMs, readMs] = [firstAfter("write") - backAt, firstAfter("read") - backAt];
    // What was asked before may still be answered.
    const away = replies.filter(({ at, ms }) => at - ms > goneAt && at < goneAt + AWAY_MS);
    const around = replies.filter(({ at }) => at < goneAt - PROBE_MS || at > backAt + MOST_BACK_MS);
    return {
      figures: [
        ...timeline(replies),
        written.figure,
        `after the server was back: first write after ${seconds(writeMs)}, first read after ${seconds(readMs)}`,
        `while it was away: ${away.length} replies, ${seconds(percentile(timesOf(away), 0.5))} (median), ${seconds(Math.max(...timesOf(away)))} (longest)`,
        `longest reply of all: ${seconds(Math.max(...timesOf(replies)))}`,
      ],
      failures: failuresOf({
        "nothing that was acknowledged is lost": written.lost === 0,
        "nothing is half-written": written.halfWritten === 0,
        "every reply is a success or 503": replies.every(({ status }) => [200, 201, 503].includes(status)),
        "/readyz says 503 while the database is away": away.every(
          (reply) => isCall(reply) || reply.status === 503,
        ),
        "/readyz says 200 before and after": around.every((reply) => isCall(reply) || reply.status === 200),
        [`people can write again within ${MOST_BACK_MS} ms`]: writeMs <= MOST_BACK_MS,
        "the server ends in order": code === 0,
      }),
    };
  },
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

const timesOf = (replies: readonly Reply[]): number[] => replies.map(({ ms }) => ms);

/** A line for each second: how many replies of each status there were. */
function timeline(replies: readonly Reply[]): string[] {
  const bySecond = Map.groupBy(replies, ({ at }) => Math.floor(at / 1000));
  return [...bySecond]
    .toSorted(([one], [other]) => one - other)
    .map(([second, some]) => {
      const counts = [...Map.groupBy(some, ({ what, status }) => `${what} ${status}`)]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([name, same]) => `${name} × ${same.length}`);
      return `${String(second).padStart(3)} s: ${counts.join(", ")}`;
    });
}
