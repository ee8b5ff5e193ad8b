/** The Node.js that StackLoop runs on: the one it brings, or a new enough one of the machine. Plain JavaScript for any Node ≥ 18. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const bundledNode = join(root, "node_modules/.bin/node");

/** From here on Node.js runs TypeScript as it is. */
const OLDEST = { major: 22, minor: 18 };
/** Where the Node.js that StackLoop brings can run. */
const canBringNode = process.platform === "linux" && process.arch === "x64";

/** @param {string} version such as 24.21.0 */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
}

/** Ends the process with a line for the person at the terminal. */
export function refuse(/** @type {string} */ line) {
  process.stderr.write(`stackloop: ${line}\n`);
  process.exit(1);
}

const refuseNode = () =>
  refuse(
    `Node.js ${process.versions.node} is too old. Install Node.js 24 from https://nodejs.org and try again ` +
      `(${OLDEST.major}.${OLDEST.minor} or newer; on 64-bit Intel Linux StackLoop brings its own).`,
  );

/** Ends the process where neither this Node.js nor one that an installation would bring can run StackLoop. */
export function checkNode() {
  if (!isNewEnough(process.versions.node) && !canBringNode) refuseNode();
}

/** @returns {string} the program to run StackLoop with; call it once everything is installed */
export function chooseNode() {
  // Another libc (Alpine's, say) cannot start it although it is there.
  if (existsSync(bundledNode) && spawnSync(bundledNode, ["--version"]).status === 0) return bundledNode;
  if (!isNewEnough(process.versions.node)) refuseNode();
  return process.execPath;
}

/** The environment in which the tools of `node_modules` and their `node` are found first. */
export const environment = () => ({
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
});

/**
 * Two pools of memory instead of eight for each processor: what one thread has freed another can use. After a few slide
 * decks a server holds a fifth less (glibc alone knows this, https://man7.org/linux/man-pages/man3/mallopt.3.html).
 */
export const fewPools = { MALLOC_ARENA_MAX: "2" };

/**
 * How much garbage V8 lets pile up: without these it goes by the memory of the machine, and a server under load held
 * 130 MiB more. 768 MiB is several times what it needs.
 */
export const heapFlags = ["--max-semi-space-size=8", "--max-old-space-size=768"];

/**
 * Runs a Node.js program in this one's place: same terminal, signals passed on, same exit code.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra] variables on top of this process's
 */
export function become(args, extra = {}) {
  const child = spawn(chooseNode(), [...heapFlags, ...args], {
    stdio: "inherit",
    env: { ...fewPools, ...environment(), ...extra },
  });
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  stopWhenNpmIsGone(() => child.kill("SIGTERM"));
  child.on("error", (error) => refuse(error.message));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // Ends by the same signal, so that whoever started this sees what happened.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * npm runs its scripts in a shell. Asked to stop, it stops that shell alone, so this process has to see for itself that
 * it was left behind; else the server would go on unseen.
 * @param {() => void} stop
 */
function stopWhenNpmIsGone(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    stop();
  }, 250);
}
