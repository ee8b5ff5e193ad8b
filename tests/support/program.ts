import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, onTestFinished } from "vitest";

import { urlOfFile } from "#db/database-url.ts";

import { builtServer, isBuildFresh } from "../../scripts/ensure-ready.mjs";
import { runInHost } from "./command-runner.ts";
import { executableFile } from "./executable-file.ts";
import { createMigratedDatabase } from "./postgresql.ts";
import { temporaryFolder } from "./test-app.ts";
import { isOnServer, openTestDatabase } from "./test-database.ts";

const root = join(import.meta.dirname, "../..");
/** The built program if it is up to date, like `npx stackloop`: it starts three times as fast. */
const main = isBuildFresh() ? builtServer : join(root, "src/server/main.ts");
/** The beginning of every command line of the program. */
export const programCommand = executableFile?.command ?? [process.execPath, main];
/** Halves the start time of each of the many processes from the sources. */
const compileCache = join(root, "node_modules/.cache/node");

/** A command's output and exit code. */
interface Ending {
  /** Null if a signal ended it. */
  code: number | null;
  stdout: string;
  /** One error a line. */
  stderr: string[];
}

/** A running command. */
interface Running {
  pid: number;
  /** Sends it a signal. Returns the signal that ended it. */
  interrupt(signal: NodeJS.Signals): Promise<NodeJS.Signals | null>;
  /** Stops reading its output, like `head`. */
  stopReading(): void;
  ending: Promise<Ending>;
}

interface Serving {
  origin: string;
  pid: number;
  /** Resolves once it has ended. */
  ended: Promise<unknown>;
  /** The server's output so far. */
  output(): string;
  /** Sends signals, one after the other. Returns the exit code. */
  stop(...signals: NodeJS.Signals[]): Promise<number | null>;
}

/** The `stackloop` program as operators use it: real processes in their own working folder. */
export interface Program {
  folder: string;
  /** The default paths of the database and backups, unless a server holds the database. */
  database: string;
  backups: string;
  /** The address of its database. */
  url(): Promise<string>;
  /** Runs a command, in a shared process if it needs no process of its own. */
  run(args: string[], environment?: Record<string, string>): Promise<Ending>;
  /** Runs a command with this standard input. */
  runWith(input: string | Uint8Array, args: string[]): Promise<Ending>;
  begin(args: string[], environment?: Record<string, string>): Promise<Running>;
  /** Starts a server on a free port and waits until it serves. */
  serve(environment?: Record<string, string>, options?: string[], command?: string): Promise<Serving>;
}

/** `surround` starts a command inside another one, such as on a small disk. */
export function program(surround?: (command: string[]) => string[]): Program {
  const folder = temporaryFolder();
  const onServer = isOnServer() ? createMigratedDatabase() : null;
  const surroundings = async (environment: Record<string, string>): Promise<Record<string, string>> => {
    const url = await onServer;
    return {
      ...(executableFile?.environment ?? {
        PATH: process.env["PATH"] ?? "",
        NODE_COMPILE_CACHE: compileCache,
      }),
      PORT: "0",
      // A new database would fetch papers at once, from the internet.
      NIGHTLY_CRON: "",
      ...(url !== null && { DATABASE_URL: url }),
      ...environment,
    };
  };
  const start = async (args: string[], environment: Record<string, string> = {}) => {
    const line = [...programCommand, ...args];
    const [command = "", ...rest] = surround?.(line) ?? line;
    const child = spawn(command, rest, { cwd: folder, env: await surroundings(environment) });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    return child;
  };
  const runWith = async (
    input: string | Uint8Array,
    args: string[],
    environment?: Record<string, string>,
  ): Promise<Ending> => {
    const child = await start(args, environment);
    // Most commands don't read it, and some have ended before.
    child.stdin.on("error", () => {}).end(input);
    return ending(child);
  };
  return {
    folder,
    database: join(folder, "data/stackloop.db"),
    backups: join(folder, "data/backups"),
    url: async () => (await onServer) ?? urlOfFile(join(folder, "data/stackloop.db")),
    async run(args, environment = {}) {
      const canShare =
        surround === undefined &&
        executableFile === null &&
        !isServe(args) &&
        !args.includes("-") &&
        !("NODE_OPTIONS" in environment);
      const finished =
        canShare &&
        (await runInHost({ argv: [main, ...args], folder, environment: await surroundings(environment) }));
      return finished ? { ...finished, stderr: linesOf(finished.stderr) } : runWith("", args, environment);
    },
    runWith,
    async begin(args, environment) {
      const child = await start(args, environment);
      return {
        pid: child.pid ?? 0,
        async interrupt(signal) {
          const exit = once(child, "exit");
          child.kill(signal);
          await exit;
          return child.signalCode;
        },
        stopReading() {
          child.stdout.destroy();
        },
        ending: ending(child),
      };
    },
    async serve(environment, options = [], command = "serve") {
      const child = await start([command, ...options], environment);
      const output = collect(child);
      const ended = once(child, "exit");
      const origin = await address(child, output);
      return {
        origin,
        pid: child.pid ?? 0,
        ended,
        output: () => output.stdout,
        async stop(...signals) {
          const exit = once(child, "exit");
          for (const signal of signals) child.kill(signal);
          await exit;
          return child.exitCode;
        },
      };
    },
  };
}

let adasFiles: Promise<[name: string, bytes: Buffer][]> | undefined;

/** A program whose database has an admin named ada: a copy, which saves the time to create it. */
export async function withAda(): Promise<Program> {
  const stackloop = program();
  if (isOnServer()) {
    await makeAda(stackloop);
    return stackloop;
  }
  adasFiles ??= createAda();
  const folder = dirname(stackloop.database);
  mkdirSync(folder, { mode: 0o700 });
  for (const [name, bytes] of await adasFiles) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
  return stackloop;
}

async function createAda(): Promise<[name: string, bytes: Buffer][]> {
  const stackloop = program();
  await makeAda(stackloop);
  const folder = dirname(stackloop.database);
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]);
}

async function makeAda(stackloop: Program): Promise<void> {
  const { code } = await stackloop.run(["user", "create", "ada", "--admin", "--password", "secret-pass"]);
  expect(code).toBe(0);
}

/** Removes the bundled feeds of a program's database, which are all on the internet. */
export async function forgetBundledFeeds(stackloop: Program): Promise<void> {
  const { db, close } = await openTestDatabase(await stackloop.url());
  await db.deleteFrom("news_feeds").execute();
  await close();
}

/** All users with their role, as printed by the program. */
export const usersOf = async (stackloop: Program) => (await stackloop.run(["user", "list"])).stdout;

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  return output;
}

async function ending(child: ChildProcess): Promise<Ending> {
  const output = collect(child);
  await once(child, "close");
  return {
    code: child.exitCode,
    stdout: output.stdout,
    stderr: linesOf(output.stderr),
  };
}

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

function address(child: ChildProcess, output: { stdout: string; stderr: string }): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on("data", () => {
    // A server logs its port. `demo --serve` only prints its address.
    const [, logged, printed] =
      /"port":(\d+).*"msg":"serving"|^StackLoop is serving on http:\/\/localhost:(\d+)$/mu.exec(
        output.stdout,
      ) ?? [];
    const port = logged ?? printed;
    if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
  });
  child.on("close", () => {
    reject(new Error(`the server did not start: ${output.stderr}`));
  });
  return promise;
}

/** True for the default command, which serves until a signal. */
const isServe = ([first = "serve"]: string[]) => first === "serve" || first === "--new";
