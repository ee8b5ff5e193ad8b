import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as TcpServer } from "node:net";
import { setTimeout as after } from "node:timers/promises";

const EVENT_STREAM = "text/event-stream";

/** Follows what a server answers, so that it can end without breaking an answer off. */
export class Draining {
  readonly #server: Server;
  /** What is being answered, each with the promise of its end. */
  readonly #open = new Map<ServerResponse, { request: IncomingMessage; closed: Promise<void> }>();
  #hasBegun = false;

  constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      this.#open.set(response, { request, closed });
      response.once("close", () => {
        this.#open.delete(response);
        resolve();
      });
      if (this.#hasBegun) makeLast(request, response);
    });
  }

  /**
   * Stops accepting, ends subscriptions at once and waits until all else is answered; false when that took longer than
   * the grace and answers were cut off. Browsers subscribe anew by themselves, once there is a server again.
   */
  async end(graceMs: number): Promise<boolean> {
    this.#hasBegun = true;
    // The close of an HTTP server would also cut off answers that have been given but are still on their way.
    TcpServer.prototype.close.call(this.#server);
    for (const [response, { request }] of this.#open) makeLast(request, response);
    const isAnswered = await Promise.race([this.#answered(), after(graceMs, false, { ref: false })]);
    this.#server.closeAllConnections();
    return isAnswered;
  }

  async #answered(): Promise<true> {
    while (this.#open.size > 0) await Promise.all([...this.#open.values()].map(({ closed }) => closed));
    return true;
  }
}

/** Sees to it that a connection ends with this answer; a subscription would never end by itself. */
function makeLast(request: IncomingMessage, response: ServerResponse): void {
  if (isSubscription(request, response)) response.destroy();
  else if (!response.headersSent) response.setHeader("Connection", "close");
}

const isSubscription = ({ headers }: IncomingMessage, response: ServerResponse): boolean =>
  [headers.accept, response.getHeader("Content-Type")].some((type) => String(type).startsWith(EVENT_STREAM));
