import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

export interface RoundRobin {
  origin: string;
  /** Puts another server in the place of one. */
  replace(index: number, origin: string): void;
}

/** A proxy that hands each request to the next of some servers; one whose server is gone is replied to with 502. */
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
  // Or it would close a connection in the moment in which a client that was kept waiting uses it again.
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
