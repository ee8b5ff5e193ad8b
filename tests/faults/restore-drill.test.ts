import { execFile, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { freePort } from "#tests/support/listening.ts";
import { program, programCommand, withAda } from "#tests/support/program.ts";
import { signedIn } from "#tests/support/rest-client.ts";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
/** The drill's replacement for curl: requests an address until it responds, and prints the reply. */
const ASK = `
  const ask = async (left) => {
    const reply = await fetch(process.argv[1]).catch(() => null);
    if (reply?.ok) console.log(await reply.text());
    else if (left > 0) setTimeout(ask, 1000, left - 1);
    else process.exitCode = 1;
  };
  ask(30);`;
const LONGEST_MS = 60_000;

/** The commands of the drill in the admin guide. */
function drill(): string[] {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/admin-guide.md"), "utf8");
  const [, block = ""] = /<!-- restore drill.*?```sh\n(.*?)```/su.exec(guide) ?? [];
  return block.trim().split("\n");
}

/** Replacements for the machine's programs: `npx`, `curl`, and a service that starts and stops. */
function machine(folder: string): Record<string, string> {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const node = `exec ${programCommand.map((word) => `"${word}"`).join(" ")}`;
  const scripts = {
    npx: `shift; ${node} "$@"`,
    systemctl: `if [ "$1" = start ]; then (${node} serve >server.log 2>&1) & echo $! >server.pid
      elif [ -f server.pid ]; then kill "$(cat server.pid)"; fi`,
    ...(!hasCurl && {
      curl: `for address; do :; done; exec "${process.execPath}" --eval '${ASK}' "$address"`,
    }),
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { PATH: `${bin}:${process.env["PATH"]}` };
}

/** A backup of a running product with one tool. */
async function backUp(): Promise<string> {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  const ada = await signedIn(server.origin, "ada");
  expect((await ada.call("POST", "/api/ai-tools", { name: "Orca" })).status).toBe(201);
  expect((await stackloop.run(["backup", "saved.db"])).code).toBe(0);
  await server.stop("SIGKILL");
  return join(stackloop.folder, "saved.db");
}

test(
  "R33: the admin guide's five commands serve from a backup in an empty folder within a minute",
  async () => {
    const commands = drill();
    expect(commands).toHaveLength(5);
    const { folder } = program();
    const port = await freePort();
    const environment = { ...machine(folder), PORT: port, NIGHTLY_CRON: "", LOG_LEVEL: "warn" };
    const backup = join(folder, /restore (\S+)/u.exec(commands.join("\n"))?.[1] ?? "");
    mkdirSync(dirname(backup), { recursive: true });
    renameSync(await backUp(), backup);
    onTestFinished(() => {
      spawnSync("systemctl", ["stop"], { cwd: folder, env: environment });
    });
    let printed = "";
    for (const command of commands) {
      // A started service outlives the command and would hold its output.
      const { stdout } = await promisify(execFile)("sh", ["-c", command], { cwd: folder, env: environment });
      printed += stdout;
    }
    expect(printed).toMatch(/Restored[^]*intact[^]*\{"status":"ok"\}/u);
    const ada = await signedIn(`http://127.0.0.1:${port}`, "ada");
    const { body: tools } = await ada.call("GET", "/api/ai-tools");
    expect(tools).toMatchObject([{ name: "Orca" }]);
  },
  LONGEST_MS,
);
