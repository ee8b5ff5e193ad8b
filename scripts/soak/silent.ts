import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { percentile } from "../bench/load.ts";
import { signIn, startProduct } from "../bench/product.ts";
import { failuresOf, type Part } from "./part.ts";

/** Addresses of this machine; the server takes so many connections of one, and the people come from another. */
const ADDRESSES = ["127.0.0.2", "127.0.0.3"];
const SOCKETS_PER_ADDRESS = 1000;
const LIVE_CALLS = 200;
const BACK_MS = 90_000;
const P99_MS = 300;

/** Opens connections, says half of a request on each, and tells when it has. */
const CLIENT = `
  const { connect } = require("node:net");
  const [port, address, count] = process.argv.slice(1);
  let open = 0;
  for (let index = 0; index < Number(count); index += 1) {
    const done = () => { if ((open += 1) === Number(count)) console.log("open"); };
    const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: address });
    socket.once("connect", () => socket.write("GET /api/ai-tools HTTP/1.1\\r\\nHost: a\\r\\n", done));
    socket.once("error", done);
  }`;

/** Holds connections by processes that are stopped, so that nothing of theirs answers any more. */
export const silent: Part = {
  name: "silent",
  about: `clients that fall silent with ${ADDRESSES.length * SOCKETS_PER_ADDRESS} connections`,
  async run({ folder, say }) {
    const file = join(folder, "silent.db");
    const server = await startProduct(file);
    const { cookie } = await signIn(server, "ada");
    const countDescriptors = () => readdirSync(`/proc/${server.pid}/fd`).length;
    const call = async () => {
      const start = performance.now();
      const reply = await fetch(`${server.origin}/api/ai-tools`, { headers: { cookie } });
      await reply.arrayBuffer();
      return { ms: performance.now() - start, isOk: reply.ok };
    };
    for (let time = 0; time < 20; time += 1) await call();
    const before = countDescriptors();
    const port = new URL(server.origin).port;
    const clients = await Promise.all(ADDRESSES.map((address) => silentClient(port, address)));
    const during = countDescriptors();
    const live: Awaited<ReturnType<typeof call>>[] = [];
    for (let time = 0; time < LIVE_CALLS; time += 1) live.push(await call());
    const start = performance.now();
    // The connection that the people use is one more than none.
    while (countDescriptors() > before && performance.now() - start < BACK_MS) await wait(250);
    const backMs = performance.now() - start;
    const after = countDescriptors();
    for (const client of clients) client.kill("SIGKILL");
    const p99 = percentile(
      live.map(({ ms }) => ms),
      0.99,
    );
    say(`descriptors: ${before} before, ${during} with silent clients, ${after} afterwards`);
    const code = await server.stop();
    return {
      figures: [
        `${during - before} connections were taken and fell silent`,
        `${LIVE_CALLS} live calls meanwhile: p99 ${p99.toFixed(0)} ms`,
        `descriptors back after ${(backMs / 1000).toFixed(1)} s`,
      ],
      failures: failuresOf({
        "live calls go on": live.every(({ isOk }) => isOk),
        [`their p99 is below ${P99_MS} ms`]: p99 < P99_MS,
        "the descriptors come back within 90 s": after <= before,
        "the server ends in order": code === 0,
      }),
    };
  },
};

async function silentClient(port: string, address: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", CLIENT, port, address, `${SOCKETS_PER_ADDRESS}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  child.kill("SIGSTOP");
  return child;
}
