import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";

import { Client, escapeIdentifier } from "pg";

import { cpuMs } from "./processes.ts";

const PROGRAM = join(import.meta.dirname, "../postgresql-server.mjs");

/** A PostgreSQL server of our own that keeps what it has acknowledged (fsync on, 128 MB of shared buffers). */
export interface PostgresqlServer {
  /** Version and settings that count. */
  about: string;
  /** Makes an empty database and returns its address. */
  createDatabase(name: string): Promise<string>;
  /** Its processes that live now. */
  pids(): number[];
  /** Processor time of all its processes since it began, in milliseconds. */
  cpuMs(): number;
  /** Ends it as a crash does. */
  crash(): Promise<void>;
  /** Brings it back after a crash; returns once it answers. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server that ends with this process, if not before. */
export async function startPostgresql(): Promise<PostgresqlServer> {
  const child = spawn(process.execPath, [PROGRAM, "--durable"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const url = await nextLine(child, lines);
  const tell = async (command: string) => {
    child.stdin.write(`${command}\n`);
    await nextLine(child, lines);
  };
  return {
    about: await describe(url),
    async createDatabase(name) {
      await queryOnce(url, `create database ${escapeIdentifier(name)} template template0 encoding 'UTF8'`);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    pids: () => processesOf(url),
    cpuMs: () => processesOf(url).reduce((sum, pid) => sum + cpuOf(pid), 0),
    crash: () => tell("stop"),
    restart: () => tell("start"),
    async stop() {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}

async function nextLine(child: ChildProcess, lines: Interface): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const end = () => reject(new Error("the PostgreSQL server ended; see above"));
  lines.once("line", resolve);
  child.once("exit", end);
  return promise.finally(() => child.off("exit", end));
}

/** One statement by a connection of its own; the first column of its first row. */
export async function queryOnce(url: string, statement: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: "array" });
    return String(rows[0]?.[0] ?? "");
  } finally {
    await client.end();
  }
}

async function describe(url: string): Promise<string> {
  const read = (name: string) => queryOnce(url, `show ${name}`);
  const [version, buffers, fsync] = [
    await read("server_version"),
    await read("shared_buffers"),
    await read("fsync"),
  ];
  return `PostgreSQL ${version}, shared_buffers ${buffers}, fsync ${fsync}`;
}

/** Of the server's processes that live now; those of a connection are its children. */
function processesOf(url: string): number[] {
  const { port } = new URL(url);
  const processes = readdirSync("/proc").flatMap((name) => (/^\d+$/u.test(name) ? [Number(name)] : []));
  const parents = new Map(processes.map((pid) => [pid, parentOf(pid)]));
  const main = processes.find((pid) => isServerAt(pid, port));
  return processes.filter((pid) => pid === main || parents.get(pid) === main);
}

const readOf = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // it has ended meanwhile
  }
};

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/mu.exec(readOf(pid, "status"))?.[1] ?? 0);

const isServerAt = (pid: number, port: string): boolean => {
  const command = readOf(pid, "cmdline");
  return /^[^\0]*\/postgres\0/u.test(command) && command.includes(`port=${port}`);
};

function cpuOf(pid: number): number {
  try {
    return cpuMs(pid);
  } catch {
    return 0;
  }
}
