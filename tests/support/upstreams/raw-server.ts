import type { AddressInfo, Server } from "node:net";

import { onTestFinished } from "vitest";

/** A custom server on a free port of this machine, until the test ends. */
export async function rawServer(server: Server) {
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    // A disconnecting client is not a test failure.
    socket.on("error", () => {});
    onTestFinished(() => {
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
  onTestFinished(() => {
    server.close();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Value for OUTBOUND_ALLOW. */
    hostAndPort: `127.0.0.1:${port}`,
    connections: () => connections,
    close,
  };
}
