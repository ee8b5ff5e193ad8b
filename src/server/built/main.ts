/**
 * Entry point of the built program. Loads its files with the code that V8 compiled in an earlier run, functions
 * included. Node.js's own compile cache stores a file before it runs, when V8 has compiled none of its functions.
 */
import { createRequire } from "node:module";
import { join } from "node:path";

import { createCodeLoader } from "./code-loader.ts";

const folder = import.meta.dirname;
// With `--enable-source-maps`, Node.js reads the maps of files that it loads itself.
if (process.sourceMapsEnabled) createRequire(join(folder, "main.cjs"))("./main.cjs");
else {
  const { load, store } = createCodeLoader(folder);
  process.once("exit", store);
  load("main.cjs");
}
