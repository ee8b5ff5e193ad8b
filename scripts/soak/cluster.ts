import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { percentile } from "../bench/load.ts";
import { startPostgresql } from "../bench/postgresql-server.ts";
import { type Server } from "../bench/processes.ts";
import { idOf, JSON_BODY, signIn, startProduct } from "../bench/product.ts";
import { failuresOf, type Part } from "./part.ts";
import { compareWritten } from "./written.ts";

const PROCESSES = 3;
const CLIENTS = 20;
const WRITES = 1000;
/** After so many writes one of the processes is killed, and after so many more it is started again. */
const KILLED_AT = 300;
const BACK_AT = 400;
const KILLED = 1;
/** Who got no reply, or was refused, asks the next process after so long. */
const PAUSE_MS = 20;

/** Several processes on one PostgreSQL server, one of which is killed while people write through all of them. */
export const cluster: Part = {
  name: "cluster",
  about: `${PROCESSES} processes on one database, ${WRITES} writes by ${CLIENTS} clients, one process killed (SIGKILL) and started again`,
  async run({ folder, say }) {
    const database = await startPostgresql();
    const url = await database.createDatabase("stackloop");
    const serve = () =>
      startProduct(join(folder, "cluster"), {
        // Whatever the hour, the jobs of some slots fall into this time.
        environment: { DATABASE_URL: url, SIGNUP: "open", NIGHTLY_CRON: "*/3 * * * * *" },
      });
    const servers = await Promise.all(Array.from({ length: PROCESSES }, serve));
    let turn = 0;
    const next = (): Server | undefined => servers[(turn += 1) % PROCESSES];
    const people = await Promise.all(
      servers.flatMap((server, process) =>
        Array.from({ length: CLIENTS }, (_, person) => person)
          .filter((person) => person % PROCESSES === process)
          .map((person) => signIn(server, `person-${person}`)),
      ),
    );
    const saved: string[] = [];
    const times: number[] = [];
    const outcomes = new Map<string, number>();
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const killed = Promise.withResolvers<void>();
    const back = Promise.withResolvers<void>();
    const write = async (cookie: string, name: string) => {
      const sent = performance.now();
      try {
        const reply = await fetch(`${next()?.origin}/api/ai-tools`, {
          method: "POST",
          headers: { cookie, ...JSON_BODY },
          body: JSON.stringify({ name }),
        });
        const answer: unknown = await reply.json();
        count(String(reply.status));
        times.push(performance.now() - sent);
        if (reply.ok) saved.push(idOf(answer));
        else await wait(PAUSE_MS);
      } catch {
        count("no reply");
        await wait(PAUSE_MS);
      }
      if (saved.length >= KILLED_AT) killed.resolve();
      if (saved.length >= BACK_AT) back.resolve();
    };
    const killAndReturn = async () => {
      await killed.promise;
      await servers[KILLED]?.kill();
      say(`killed one after ${saved.length} writes`);
      await back.promise;
      const server = await serve();
      servers[KILLED] = server;
      say(`back after ${server.startMs.toFixed(0)} ms, ${saved.length} writes`);
    };
    const start = performance.now();
    const returning = killAndReturn();
    await Promise.all(
      people.map(async ({ cookie }, person) => {
        for (let number = 1; saved.length < WRITES; number += 1)
          await write(cookie, `Tool ${person}.${number}`);
      }),
    );
    const seconds = (performance.now() - start) / 1000;
    await returning;
    const codes = await Promise.all(servers.map((server) => server.stop()));
    const written = await compareWritten(url, saved);
    await database.stop();
    return {
      figures: [
        `${seconds.toFixed(1)} s, ${(saved.length / seconds).toFixed(0)} writes per second, ${percentile(times, 0.5).toFixed(0)} ms (median), ${percentile(times, 0.99).toFixed(0)} ms (p99)`,
        `replies: ${[...outcomes].map(([outcome, calls]) => `${outcome} × ${calls}`).join(", ")}`,
        written.figure,
        `${written.doubled} slots of jobs run twice`,
      ],
      failures: failuresOf({
        "nothing that was acknowledged is lost": written.lost === 0,
        "nothing is half-written": written.halfWritten === 0,
        "every job of a slot ran once": written.doubled === 0,
        "every reply is a success or 503": [...outcomes.keys()].every((outcome) =>
          ["201", "503", "no reply"].includes(outcome),
        ),
        "the processes end in order": codes.every((code) => code === 0),
      }),
    };
  },
};
