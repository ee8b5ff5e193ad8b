/**
 * `npm run package`: installs and builds what is missing or stale, then makes one executable file. With `release`,
 * makes the files of a release; with `client`, writes the typed client, which servers offer at `/api/client.tgz`, to
 * the working folder.
 */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { buildIfStale, installIfStale } from "./ensure-ready.mjs";
import { replaceProcess, checkNode, root } from "./runtime.mjs";

const [what, ...others] = process.argv.slice(2);
checkNode();
installIfStale();
buildIfStale();
if (what === "client") {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const name = `stackloop-${version}.tgz`;
  copyFileSync(join(root, "dist/client-package.tgz"), name);
  console.log(name);
} else
  replaceProcess([
    join(root, `scripts/package/${what === "release" ? what : "make-executable"}.ts`),
    ...others,
  ]);
