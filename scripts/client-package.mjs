/**
 * `npm run client-package`: installs and builds what is missing, then writes the typed client as an npm package to the
 * working folder. A running server offers the same file at `/api/client.tgz`.
 */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { buildIfStale, installIfStale } from "./ensure-ready.mjs";
import { checkNode, root } from "./runtime.mjs";

checkNode();
installIfStale();
buildIfStale();
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const name = `stackloop-${version}.tgz`;
copyFileSync(join(root, "dist/client-package.tgz"), name);
console.log(name);
