import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";

import { onTestFinished } from "vitest";

/** Node publishes each socket here before it connects. */
const CHANNEL = "net.client.socket";

/**
 * Every address, as `address:port`, that this process tries to connect to until the test ends, with or without a
 * listener.
 */
export function watchSockets(): string[] {
  const attempts: string[] = [];
  const watch = (message: unknown) => {
    const socket = typeof message === "object" && message && "socket" in message ? message.socket : null;
    if (!(socket instanceof Socket)) throw new Error("Node tells of sockets in another way than it did");
    socket.on("connectionAttempt", (address: string, port: number) => {
      attempts.push(`${address}:${port}`);
    });
  };
  subscribe(CHANNEL, watch);
  onTestFinished(() => {
    unsubscribe(CHANNEL, watch);
  });
  return attempts;
}
