/**
 * `npm start`: installs and builds what is missing or stale, then serves. `npm start -- --new` passes the option on.
 */
import { buildIfStale, builtServer, installIfStale } from "./ensure-ready.mjs";
import { replaceProcess, checkNode } from "./runtime.mjs";

checkNode();
installIfStale();
buildIfStale();
replaceProcess([builtServer, "serve", ...process.argv.slice(2)], { NODE_ENV: "production" });
