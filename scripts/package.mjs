/** `npm run package`: installs and builds what is missing or stale, then makes one executable file. */
import { join } from "node:path";

import { buildIfStale, installIfStale } from "./ensure-ready.mjs";
import { become, checkNode, root } from "./runtime.mjs";

checkNode();
installIfStale();
buildIfStale();
become([join(root, "scripts/package/make-executable.ts")]);
