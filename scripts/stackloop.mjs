#!/usr/bin/env node
/** The command line, `npx stackloop`: the built program if it is up to date, else the sources. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { builtServer, isBuildFresh } from "./ensure-ready.mjs";
import { replaceProcess, checkNode, refuse, root } from "./runtime.mjs";

checkNode();
if (!existsSync(join(root, "node_modules/better-sqlite3")))
  refuse("nothing is installed yet; run npm start or npm ci first");
replaceProcess([isBuildFresh() ? builtServer : join(root, "src/server/main.ts"), ...process.argv.slice(2)]);
