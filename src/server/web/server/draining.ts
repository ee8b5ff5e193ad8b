import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as TcpServer } from "node:net";
import { setTimeout as after } from "node:timers/promises";

const EVENT_STREAM = "text/event-stream";

/** Follows what a server replies, so that it can end without breaking a reply off. */
export class Draining {
  readonly #server: Server;
  readonly #open = new Map<ServerResponse, IncomingMessage>();
  #hasBegun = false;
  readonly #allReplied = Promise.withResolvers<true>();

  constructor(server: Server) {
    this.#server = server;
    // Before whoever replies: some replies are given at once.
    server.prependListener("request", (request, response) => {
      this.#open.set(response, request);
      response.once("close", () => {
        this.#open.delete(response);
        this.#resolveWhenDone();
      });
      if (this.#hasBegun) makeLast(request, response);
    });
  }

  /**
   * Stops accepting, ends subscriptions at once and waits until all else has its reply; false when that took longer than
   * the grace and replies were cut off. Browsers subscribe anew by themselves, once there is a server again.
   */
  async end(graceMs: number): Promise<boolean> {
    this.#hasBegun = true;
    // The close of an HTTP server would also cut off replies that have been given but are still on their way.
    TcpServer.prototype.close.call(this.#server);
    for (const [response, request] of this.#open) makeLast(request, response);
    this.#resolveWhenDone();
    const isDone = await Promise.race([this.#allReplied.promise, after(graceMs, false, { ref: false })]);
    this.#server.closeAllConnections();
    return isDone;
  }

  #resolveWhenDone(): void {
    if (this.#hasBegun && this.#open.size === 0) this.#allReplied.resolve(true);
  }
}

/** Sees to it that a connection ends with this reply; a subscription would never end by itself. */
function makeLast(request: IncomingMessage, response: ServerResponse): void {
  if (isSubscription(request, response)) response.destroy();
  else if (!response.headersSent) response.setHeader("Connection", "close");
}

const isSubscription = ({ headers }: IncomingMessage, response: ServerResponse): boolean =>
  [headers.accept, response.getHeader("Content-Type")].some((type) => String(type).startsWith(EVENT_STREAM));
