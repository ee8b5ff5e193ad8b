import type { Server } from "node:http";
import type { Socket } from "node:net";

import { addressKey } from "#server/web/limits/address-key.ts";

/** How many connections a server holds at once. */
export interface ConnectionLimits {
  total: number;
  /** Of one address; null behind a proxy, where all come from the same one. */
  perAddress: number | null;
}

/**
 * Bounds the connections of a server. One too many takes the place of the one that has been idle for longest, of the
 * same address or of all; where each of them waits for a reply, it is closed itself.
 */
export function limitConnections(server: Server, { total, perAddress }: ConnectionLimits): void {
  const connections = new Connections();
  server.on("connection", (socket) => {
    const address = addressKey(socket.remoteAddress ?? "");
    const hasRoom =
      (perAddress === null ||
        connections.countOf(address) < perAddress ||
        connections.closeIdle((other) => other === address)) &&
      (connections.count < total || connections.closeIdle(() => true));
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    connections.add(socket, address);
    socket.once("close", () => connections.remove(socket));
  });
  // Before whoever replies: some replies are given at once.
  server.prependListener("request", ({ socket }, response) => {
    connections.begin(socket);
    response.once("close", () => connections.rest(socket));
  });
}

/** Open connections by their addresses, and those of them that wait for no reply. */
class Connections {
  readonly #open = new Map<Socket, string>();
  readonly #counts = new Map<string, number>();
  /** The one that has been idle for longest comes first. */
  readonly #idle = new Set<Socket>();

  get count(): number {
    return this.#open.size;
  }

  countOf(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  add(socket: Socket, address: string): void {
    this.#open.set(socket, address);
    this.#counts.set(address, this.countOf(address) + 1);
    this.#idle.add(socket);
  }

  remove(socket: Socket): void {
    const address = this.#open.get(socket);
    if (address === undefined) return;
    this.#open.delete(socket);
    this.#idle.delete(socket);
    const left = this.countOf(address) - 1;
    if (left > 0) this.#counts.set(address, left);
    else this.#counts.delete(address);
  }

  begin(socket: Socket): void {
    this.#idle.delete(socket);
  }

  rest(socket: Socket): void {
    if (this.#open.has(socket)) this.#idle.add(socket);
  }

  /** Closes the connection that has been idle for longest among some addresses; false where none of theirs is idle. */
  closeIdle(isAmong: (address: string) => boolean): boolean {
    for (const socket of this.#idle) {
      if (!isAmong(this.#open.get(socket) ?? "")) continue;
      socket.destroy();
      // Its end is told only later, and it takes no place any more.
      this.remove(socket);
      return true;
    }
    return false;
  }
}
