import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";

import { addressKey } from "./rate-limits.ts";

/** Number of requests started at once, which take a few milliseconds together. */
const MAX_STARTED_AT_ONCE = 8;

/**
 * Starts a few requests at a time and yields in between. Otherwise a client with hundreds of simultaneous requests
 * would delay everybody else's.
 */
export function limitConcurrency(next: RequestListener): RequestListener {
  const waiting: (() => void)[] = [];
  let startedCount = 0;
  let isCounting = false;

  const startWaiting = () => {
    const batch = waiting.splice(0, MAX_STARTED_AT_ONCE);
    startedCount = batch.length;
    isCounting = startedCount > 0;
    if (isCounting) setImmediate(startWaiting);
    for (const start of batch) start();
  };

  return (request, response) => {
    if (!isCounting) {
      isCounting = true;
      setImmediate(startWaiting);
    }
    if (startedCount < MAX_STARTED_AT_ONCE) {
      startedCount += 1;
      next(request, response);
      return;
    }
    waiting.push(() => {
      // No reply is needed if the client has disconnected.
      if (!response.destroyed) next(request, response);
    });
  };
}

/** Limits of a server's open connections. */
export interface ConnectionLimits {
  total: number;
  /** Limit for one address. Null behind a proxy, where all share one address. */
  perAddress: number | null;
}

/**
 * Limits a server's connections. Beyond the limit, the longest idle connection closes, of the same address or of all.
 * If none is idle, the new one closes.
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
  // Before the request handlers, since some reply immediately.
  server.prependListener("request", ({ socket }, response) => {
    connections.markBusy(socket);
    response.once("close", () => connections.markIdle(socket));
  });
}

/** Open connections by address, and the idle ones among them. */
class Connections {
  readonly #open = new Map<Socket, string>();
  readonly #counts = new Map<string, number>();
  /** Ordered by idle time, longest first. */
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
    const remaining = this.countOf(address) - 1;
    if (remaining > 0) this.#counts.set(address, remaining);
    else this.#counts.delete(address);
  }

  markBusy(socket: Socket): void {
    this.#idle.delete(socket);
  }

  markIdle(socket: Socket): void {
    if (this.#open.has(socket)) this.#idle.add(socket);
  }

  /** Closes the longest idle connection among some addresses. Returns false if none is idle. */
  closeIdle(isAmong: (address: string) => boolean): boolean {
    for (const socket of this.#idle) {
      if (!isAmong(this.#open.get(socket) ?? "")) continue;
      socket.destroy();
      // Its close event comes later, but it no longer counts.
      this.remove(socket);
      return true;
    }
    return false;
  }
}
