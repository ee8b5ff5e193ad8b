import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

/** Another program on this machine. Returns its address without the scheme. */
export async function listening(answer: RequestListener): Promise<string> {
  const other = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => {
    other.close();
    other.closeAllConnections();
  });
  await once(other, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = other.address() as AddressInfo;
  return `127.0.0.1:${port}`;
}

/**
 * A free port below those that systems assign: no other test's server gets it between two starts of a program.
 */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = 20_000 + randomInt(10_000);
    const other = createServer().listen(port, "127.0.0.1");
    try {
      await once(other, "listening");
    } catch {
      continue;
    }
    other.close();
    await once(other, "close");
    return String(port);
  }
}
