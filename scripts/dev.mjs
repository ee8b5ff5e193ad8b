/**
 * `npm run dev`: one process that serves the sources, with hot reload of the client and restarts of the server.
 */
import { join } from "node:path";

import { installIfStale } from "./ensure-ready.mjs";
import { replaceProcess, checkNode, root } from "./runtime.mjs";

checkNode();
installIfStale();
// Only the server's own folders: Vite writes next to its configuration, which would restart the server endlessly.
const watched = ["src/server", "src/shared", "db"].map((folder) => `--watch-path=${join(root, folder)}`);
replaceProcess([...watched, "--watch-preserve-output", join(root, "src/server/main.ts"), "serve"], {
  NODE_ENV: "development",
});
