/** Clones what is committed into a new folder and starts it there twice, as a newcomer would. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** The contract's bar for a second start. */
const QUICK_SECONDS = 2;
const PATIENCE_MS = 10 * 60_000;

const clone = mkdtempSync(join(tmpdir(), "stackloop-clone-"));

/** This process's variables without what npm and this clone's own programs added. */
function newcomersEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_") && name !== "NODE_ENV");
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"));
  return { ...Object.fromEntries(own), PATH: path.join(delimiter), PORT: "0" };
}

/** Runs `npm start` until the page and the database answer; answers how long that took. */
async function startOnce(): Promise<number> {
  const start = performance.now();
  const npm = spawn("npm", ["start"], {
    cwd: clone,
    env: newcomersEnvironment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const address = await addressOf(npm);
    for (const path of ["/readyz", "/"]) {
      const { status } = await fetch(new URL(path, address));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
    return (performance.now() - start) / 1000;
  } finally {
    await end(npm);
  }
}

function addressOf(npm: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  npm.stdout?.on("data", (chunk: Buffer) => {
    process.stdout.write(chunk);
    output += chunk.toString();
    const address = /serving on (http\S+)/u.exec(output)?.[1];
    if (address !== undefined) resolve(address);
  });
  npm.on("exit", (code) => {
    reject(new Error(`npm start ended with code ${code} before it served`));
  });
  const impatience = setTimeout(() => {
    reject(new Error("npm start did not serve in time"));
  }, PATIENCE_MS);
  return promise.finally(() => {
    clearTimeout(impatience);
  });
}

/** Stops npm alone, as a service manager would, and waits until the server has let go of its output. */
async function end(npm: ChildProcess): Promise<void> {
  if (npm.exitCode !== null) return;
  const ended = once(npm, "close");
  npm.kill("SIGTERM");
  await ended;
}

try {
  execFileSync("git", ["clone", "--quiet", join(import.meta.dirname, ".."), clone], { stdio: "inherit" });
  const first = await startOnce();
  const second = await startOnce();
  console.log(
    `first start ${first.toFixed(1)} s, second start ${second.toFixed(2)} s (at most ${QUICK_SECONDS} s)`,
  );
  if (second > QUICK_SECONDS) process.exitCode = 1;
} finally {
  rmSync(clone, { recursive: true, force: true });
}
