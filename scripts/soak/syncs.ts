import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { signInAdmin, startProduct } from "../bench/product.ts";
import { failuresOf, type Part } from "./part.ts";

const WRITES = 100;
/** The column of the calls, after those of their share, seconds and microseconds each. */
const CALLS = 3;

/** Counts how often the server has the disk write what it holds, beside what it acknowledges. */
export const syncs: Part = {
  name: "syncs",
  about: "a sync to the disk for each acknowledged write, counted by strace",
  async run({ folder }) {
    const file = join(folder, "syncs.db");
    const server = await startProduct(file);
    const admin = await signInAdmin(server, file);
    const report = join(folder, "strace");
    const strace = spawn(
      "strace",
      ["-f", "-c", "-e", "trace=fsync,fdatasync", "-o", report, "-p", `${server.pid}`],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    const isAttached = await Promise.race([
      once(strace.stderr, "data").then(([line]) => String(line).includes("attached")),
      once(strace, "error").then(() => false),
    ]);
    if (!isAttached) {
      await server.stop();
      return { figures: ["left out: this machine has no strace that may look at the server"], failures: [] };
    }
    for (let write = 0; write < WRITES; write += 1)
      await admin.call("POST", "/api/ai-tools", { name: `Tool ${write}`, tags: [] });
    const ended = once(strace, "exit");
    strace.kill("SIGINT");
    await ended;
    await server.stop();
    const summary = existsSync(report) ? readFileSync(report, "utf8") : "";
    const count = summary
      .split("\n")
      .filter((line) => /(?:fsync|fdatasync)$/u.test(line))
      .reduce((sum, line) => sum + Number(line.trim().split(/\s+/u)[CALLS]), 0);
    return {
      figures: [`${WRITES} acknowledged writes, ${count} syncs`],
      failures: failuresOf({ "there is a sync for each write": count >= WRITES }),
    };
  },
};
