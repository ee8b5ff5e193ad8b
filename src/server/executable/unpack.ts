import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { type Contents, type FileFacts, sha256 } from "./contents.ts";
import { cannotWrite, LaunchError, systemCode } from "./launch-error.ts";

const DAY_MS = 86_400_000;
/** What no program has used for so long goes; a running one says every day that it does. */
const KEPT_MS = 30 * DAY_MS;
/** Unpacking takes a second: what lies there for longer was left by a process that was killed. */
const UNFINISHED_MS = DAY_MS / 24;
const UNFINISHED = ".unpacking-";
/** What code was found to be right: see `stateOf`. */
const SEAL = ".checked";
const TICK_MS = 1000;
/** As `Contents` are named; of whatever else lies there nothing is known. */
const NAME = /^\d+\.\d+\.\d+.*-[\da-f]{16}$/u;

/**
 * Unpacks the program into a folder of its version, unless it is there, and mends code that is not as it was packed. Any
 * number of processes can do so at once. `tryOut` is handed the new folder before anybody else uses it. Returns the
 * folder; throws a LaunchError.
 */
export function unpack(
  contents: Contents,
  cacheFolder: string,
  tryOut: (folder: string) => void,
  now = Date.now(),
): string {
  const folder = join(cacheFolder, contents.name);
  try {
    if (!existsSync(folder)) unpackAll(contents, cacheFolder, tryOut);
    mendCode(contents, folder, now);
  } catch (error) {
    throw error instanceof LaunchError ? error : cannotWrite(folder, error);
  }
  return folder;
}

/** Compares code with its hashes, unless nothing was done to any file since the last time. */
function mendCode(contents: Contents, folder: string, now: number): void {
  const files = filesOf(contents, { isCode: true });
  const seal = join(folder, SEAL);
  if (read(seal) === stateOf(folder, files).state) return;
  for (const [path, facts] of files)
    if (!isSameCode(join(folder, path), facts)) replaceFile(join(folder, path), contents.read(path));
  const { state, changedAt } = stateOf(folder, files);
  // Two changes within a tick of the system's clock have the same time.
  if (now - changedAt < TICK_MS) return;
  try {
    replaceFile(seal, Buffer.from(state));
  } catch {
    // A folder that can only be read is compared at each start.
  }
}

/** Which file lies where, and when the system says that it was last changed, which nobody can make it say. */
function stateOf(
  folder: string,
  files: readonly [string, FileFacts][],
): { state: string; changedAt: number } {
  const found = files.map(([path]) => statSync(join(folder, path), { throwIfNoEntry: false, bigint: true }));
  const marks = found.map(
    (file, index) => `${files[index]?.[0]} ${file?.ino} ${file?.size} ${file?.ctimeNs}`,
  );
  return {
    state: sha256(marks.join("\n")),
    changedAt: Math.max(...found.map((file) => Number(file?.ctimeMs ?? 0))),
  };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Mends pages and pictures that are missing or cut off; they are many, and nothing needs them to start. */
export async function mendTheRest(contents: Contents, folder: string): Promise<void> {
  for (const [path, { bytes }] of filesOf(contents, { isCode: false })) {
    const found = await stat(join(folder, path)).catch(() => null);
    if (found?.size !== bytes) replaceFile(join(folder, path), contents.read(path));
  }
}

const filesOf = ({ files }: Contents, { isCode }: { isCode: boolean }) =>
  Object.entries(files).filter(([, facts]) => facts.isCode === isCode);

/** Into a folder beside it, which then takes the name: whoever sees the name sees all of it. */
function unpackAll(contents: Contents, cacheFolder: string, tryOut: (folder: string) => void): void {
  const unfinished = join(cacheFolder, `${UNFINISHED}${randomBytes(8).toString("hex")}`);
  try {
    for (const path of Object.keys(contents.files)) writeNew(join(unfinished, path), contents.read(path));
    tryOut(unfinished);
    renameSync(unfinished, join(cacheFolder, contents.name));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was quicker.
    if (!["ENOTEMPTY", "EEXIST"].includes(systemCode(error) ?? "")) throw error;
  }
}

/** Does not wait for the disk: what a power cut takes away of a file, the next start sees and mends. */
function writeNew(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes, { mode: 0o600, flag: "wx" });
}

/** Under a name of its own first, so that a program that runs keeps the file that it has open. */
function replaceFile(file: string, bytes: Uint8Array): void {
  const unfinished = `${file}${UNFINISHED}${randomBytes(8).toString("hex")}`;
  writeNew(unfinished, bytes);
  renameSync(unfinished, file);
}

function isSameCode(file: string, { bytes, sha256: expected }: FileFacts): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === bytes && sha256(readFileSync(file)) === expected;
}

/**
 * Notes that a folder is in use, and removes those of other versions that have not been for a month, and what killed
 * processes left. All that fails here can wait: the folder may be one that can only be read.
 */
export function tidy(cacheFolder: string, used: string, now = Date.now()): void {
  try {
    utimesSync(used, now / 1000, now / 1000);
  } catch {
    // See above.
  }
  try {
    for (const name of readdirSync(cacheFolder)) {
      const folder = join(cacheFolder, name);
      const kept = name.startsWith(UNFINISHED) ? UNFINISHED_MS : NAME.test(name) ? KEPT_MS : Infinity;
      if (folder !== used && now - statSync(folder).mtimeMs > kept) rmSync(folder, { recursive: true });
    }
  } catch {
    // See above; or another process was quicker.
  }
}
