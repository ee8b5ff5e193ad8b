/**
 * Clones the committed files into a new folder and follows the README word by word: start it, become the first
 * administrator, back up while it runs, restore, start again.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { restClient } from "#tests/support/rest-client.ts";

/** The contract's limit for a second start. */
const QUICK_SECONDS = 2;
const TIMEOUT_MS = 10 * 60_000;
const ADA = { username: "ada", password: "secret-pass" };

const clone = mkdtempSync(join(tmpdir(), "stackloop-clone-"));

/** This process's variables without those of npm and this clone's own programs. */
function newcomersEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_") && name !== "NODE_ENV");
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"));
  return { ...Object.fromEntries(own), PATH: path.join(delimiter), PORT: "0" };
}

/** The commands marked with `walk` in the README, in order. */
function walk(): string[] {
  const readme = readFileSync(join(clone, "README.md"), "utf8");
  return [...readme.matchAll(/```sh walk\n(.+?)```/gsu)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );
}

interface Served {
  origin: string;
  /** The one-time link, until there is an administrator. */
  link: string | undefined;
  seconds: number;
  /** Presses Ctrl+C. */
  stop(): Promise<void>;
}

/** Runs `npm start` and waits until the page and the database respond. */
async function start(command: string): Promise<Served> {
  const begin = performance.now();
  // In its own process group, to which a terminal sends Ctrl+C.
  const shell = spawn(command, {
    cwd: clone,
    env: newcomersEnvironment(),
    shell: true,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    if (shell.exitCode !== null || shell.pid === undefined) return;
    const ended = once(shell, "close");
    process.kill(-shell.pid, "SIGINT");
    await ended;
  };
  try {
    const { origin, link } = await said(shell);
    for (const path of ["/readyz", "/"]) {
      const { status } = await fetch(new URL(path, origin));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
    return { origin, link, seconds: (performance.now() - begin) / 1000, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The server's output when it serves. */
function said(shell: ChildProcess): Promise<{ origin: string; link: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ origin: string; link: string | undefined }>();
  let output = "";
  shell.stdout?.on("data", (chunk: Buffer) => {
    process.stdout.write(chunk);
    output += chunk.toString();
    const origin = /serving on (http\S+)/u.exec(output)?.[1];
    // The log has this line after all output.
    if (origin !== undefined && output.includes('"msg":"serving"'))
      resolve({ origin, link: /http\S+\?setup=\S+/u.exec(output)?.[0] });
  });
  shell.on("exit", (code) => {
    reject(new Error(`npm start ended with code ${code} before it served`));
  });
  const impatience = setTimeout(() => {
    reject(new Error("npm start did not serve in time"));
  }, TIMEOUT_MS);
  return promise.finally(() => {
    clearTimeout(impatience);
  });
}

const type = (command: string) => {
  console.log(`$ ${command}`);
  execFileSync("sh", ["-c", command], { cwd: clone, env: newcomersEnvironment(), stdio: "inherit" });
};

/** Opens the one-time link, signs up, and adds a tool. */
async function becomeAdmin({ origin, link }: Served): Promise<void> {
  const setup = new URL(link ?? origin).searchParams.get("setup");
  const ada = restClient(origin);
  const { body } = await ada.call("POST", "/api/register", { ...ADA, setup });
  if (body.role !== "admin") throw new Error(`the link of the first start made no admin: ${link}`);
  const { status } = await ada.call("POST", "/api/ai-tools", { name: "Whisper" });
  if (status !== 201) throw new Error(`adding a tool answered ${status}`);
}

/** Adds data that is not in the backup. */
async function addAfterBackup({ origin }: Served): Promise<void> {
  const ada = restClient(origin);
  await ada.call("POST", "/api/login", ADA);
  await ada.call("POST", "/api/ai-tools", { name: "Sora" });
}

async function checkRestored({ origin, link }: Served): Promise<void> {
  if (link !== undefined) throw new Error("the restored server looks for its first administrator again");
  const ada = restClient(origin);
  const { body: user } = await ada.call("POST", "/api/login", ADA);
  const { body: tools } = await ada.call("GET", "/api/ai-tools");
  const names = tools.map(({ name }: { name: string }) => name).join();
  if (user.role !== "admin" || names !== "Whisper") throw new Error(`restored: ${user.role}, ${names}`);
}

let server: Served | undefined;
try {
  execFileSync("git", ["clone", "--quiet", join(import.meta.dirname, "../.."), clone], { stdio: "inherit" });
  const [firstStart = "", backup = "", restore = "", secondStart = ""] = walk();
  server = await start(firstStart);
  const first = server.seconds;
  await becomeAdmin(server);
  type(backup);
  await addAfterBackup(server);
  await server.stop();
  type(restore);
  server = await start(secondStart);
  await checkRestored(server);
  const { seconds } = server;
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" });
  if (changed !== "") throw new Error(`the clone is not as it was:\n${changed}`);
  console.log(
    `first start ${first.toFixed(1)} s, second start ${seconds.toFixed(2)} s (at most ${QUICK_SECONDS} s)`,
  );
  if (seconds > QUICK_SECONDS) process.exitCode = 1;
} finally {
  await server?.stop();
  rmSync(clone, { recursive: true, force: true });
}
