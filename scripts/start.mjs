/** `npm start`: installs and builds what is missing or stale, then serves. */
import { buildIfStale, builtServer, installIfStale } from "./ensure-ready.mjs";
import { become, checkNode } from "./runtime.mjs";

checkNode();
installIfStale();
buildIfStale();
become([builtServer, "serve"], { NODE_ENV: "production" });
