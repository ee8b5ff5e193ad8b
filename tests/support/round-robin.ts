import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

export interface RoundRobin {
  origin: string;
  /** Replaces one server with another. */
  replace(index: number, origin: string): void;
}

/** A proxy that passes each request to the next server; one without a server gets 502. */
export async function roundRobin(origins: readonly string[]): Promise<RoundRobin> {
  const servers = [...origins];
  let count = 0;
  const proxy = createServer((request, response) => {
    const origin = servers[count % servers.length] ?? "";
    count += 1;
    const { method, headers } = request;
    const onward = send(`${origin}${request.url}`, { method, headers, agent: false }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.on("error", () => response.destroy());
      reply.pipe(response);
    });
    onward.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.pipe(onward);
  });
  // Otherwise the server could close a connection just as a waiting client reuses it.
  proxy.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  const { port } = proxy.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    replace(index, origin) {
      servers[index] = origin;
    },
  };
}
