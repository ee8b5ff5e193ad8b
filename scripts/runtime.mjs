/**
 * The Node.js for StackLoop: the bundled one, or a new enough one on the machine. Plain JavaScript for any Node ≥ 18.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const bundledNode = join(root, "node_modules/.bin/node");

/** The first version that runs TypeScript directly. */
const MIN_VERSION = { major: 22, minor: 18 };
/** True if the bundled Node.js can run on this platform. */
const hasBundledNode = process.platform === "linux" && process.arch === "x64";

/** @param {string} version such as 24.21.0 */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > MIN_VERSION.major || (major === MIN_VERSION.major && minor >= MIN_VERSION.minor);
}

/**
 * Ends the process with a line for the person at the terminal.
 * @returns {never}
 */
export function refuse(/** @type {string} */ line) {
  process.stderr.write(`stackloop: ${line}\n`);
  process.exit(1);
}

const refuseNode = () =>
  refuse(
    `Node.js ${process.versions.node} is too old. Install Node.js 24 from https://nodejs.org and try again ` +
      `(${MIN_VERSION.major}.${MIN_VERSION.minor} or newer; on 64-bit Intel Linux StackLoop brings its own).`,
  );

/** Exits if neither this Node.js nor an installable one can run StackLoop. */
export function checkNode() {
  if (!isNewEnough(process.versions.node) && !hasBundledNode) refuseNode();
}

/** @returns {string} the program to run StackLoop with; call it once everything is installed */
export function chooseNode() {
  // With another libc, such as Alpine's, it is installed but can't start.
  if (existsSync(bundledNode) && spawnSync(bundledNode, ["--version"]).status === 0) return bundledNode;
  if (!isNewEnough(process.versions.node)) refuseNode();
  return process.execPath;
}

/** Returns an environment in which the tools of `node_modules` and their `node` come first. */
export const environment = () => ({
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
});

/**
 * Uses two memory pools instead of eight for each processor, so that threads reuse each other's freed memory. After a
 * few slide decks, a server uses a fifth less (glibc only, https://man7.org/linux/man-pages/man3/mallopt.3.html).
 */
export const memoryPoolLimit = { MALLOC_ARENA_MAX: "2" };

/**
 * Limits V8's garbage. By default it depends on the machine's memory, and a server under load used 130 MiB more. 768
 * MiB is several times the need. The young generation has its full size at once, because a start would otherwise
 * collect it while it grows.
 */
export const heapFlags = ["--min-semi-space-size=4", "--max-semi-space-size=4", "--max-old-space-size=768"];

/**
 * Replaces this process by a Node.js program: same terminal, signals passed on, same exit code.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra] variables on top of this process's
 */
export function replaceProcess(args, extra = {}) {
  const child = spawn(chooseNode(), [...heapFlags, ...args], {
    stdio: "inherit",
    env: { ...memoryPoolLimit, ...environment(), ...extra },
  });
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  stopWithNpm(() => child.kill("SIGTERM"));
  child.on("error", (error) => refuse(error.message));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // Ends by the same signal, so that the parent process sees the reason.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * npm runs its scripts in a shell. When stopped, it stops only that shell, so this process checks if its parent has
 * ended; otherwise the server would continue unseen.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    stop();
  }, 250);
}
