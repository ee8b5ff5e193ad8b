import type { Server } from "node:http";

import { inBackground } from "#server/kernel/async/in-background.ts";
import type { Log } from "#server/log.ts";

import type { WebClient } from "./web-client.ts";

/** Serves the client through Vite in development: unbuilt, with hot reload over the server's own port. */
export async function viteClient(server: Server, log: Log): Promise<WebClient> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    appType: "spa",
    configLoader: "native",
    server: { middlewareMode: { server }, hmr: { server } },
  });
  // A browser's hot reload connection is not tracked by the server and would prevent it from stopping.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      inBackground(log, "closing Vite", vite.close());
    });
  }
  return vite.middlewares;
}
