import type { WebClient } from "./server.ts";

/** The client as Vite serves it in development: unbuilt, with hot reload over the server's own port. */
export async function viteClient(): Promise<WebClient> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    server: { middlewareMode: true },
    appType: "spa",
    configLoader: "native",
  });
  return vite.middlewares;
}
