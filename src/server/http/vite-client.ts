import type { Server } from "node:http";

import type { WebClient } from "./server.ts";

/** The client as Vite serves it in development: unbuilt, with hot reload over the server's own port. */
export async function viteClient(server: Server): Promise<WebClient> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    appType: "spa",
    configLoader: "native",
    server: { middlewareMode: { server }, hmr: { server } },
  });
  // A browser's hot reload connection is none of the server's own, and would keep it from stopping.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void vite.close());
  return vite.middlewares;
}
