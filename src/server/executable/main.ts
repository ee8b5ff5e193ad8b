/**
 * The executable file begins here: it puts the built program into a folder of this account and runs it from there, as
 * `npm start` would from a clone. It is a bundle of its own and imports nothing of the program.
 */
import { createRequire } from "node:module";
import { join } from "node:path";

import { makeCacheFolder } from "./cache-folder.ts";
import { ownContents } from "./contents.ts";
import { LaunchError } from "./launch-error.ts";
import { tryNativePart } from "./native-part.ts";
import { mendTheRest, tidy, unpack } from "./unpack.ts";

const DAY_MS = 86_400_000;
const AFTER_START_MS = 2000;

/** The folder of the program, ready to run. What can wait until it serves does, and keeps no command from its end. */
function prepare(): string {
  const contents = ownContents();
  const cacheFolder = makeCacheFolder(process.env);
  const folder = unpack(contents, cacheFolder, tryNativePart(contents));
  tidy(cacheFolder, folder);
  setInterval(() => {
    tidy(cacheFolder, folder);
  }, DAY_MS).unref();
  setTimeout(() => {
    // Tried again at the next start; the program works but for a page.
    mendTheRest(contents, folder).catch(() => undefined);
  }, AFTER_START_MS).unref();
  return folder;
}

try {
  const folder = prepare();
  process.env["NODE_ENV"] ??= "production";
  createRequire(join(folder, "server/"))("./stackloop.cjs");
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  process.stderr.write(`stackloop: ${error.message}\n`);
  process.exitCode = 1;
}
