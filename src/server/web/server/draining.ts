import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as TcpServer } from "node:net";
import { setTimeout as after } from "node:timers/promises";

const EVENT_STREAM = "text/event-stream";

/** Tracks replies in progress, so that a server can stop without cutting off any. */
export class Draining {
  readonly #server: Server;
  readonly #open = new Map<ServerResponse, IncomingMessage>();
  #hasBegun = false;
  readonly #allReplied = Promise.withResolvers<true>();

  constructor(server: Server) {
    this.#server = server;
    // Before the request handlers, since some reply immediately.
    server.prependListener("request", (request, response) => {
      this.#open.set(response, request);
      response.once("close", () => {
        this.#open.delete(response);
        this.#resolveWhenDone();
      });
      if (this.#hasBegun) closeAfterReply(request, response);
    });
  }

  /**
   * Stops accepting connections, ends subscriptions and waits for all other replies. Returns false if the grace period
   * ended first and replies were cut off. Browsers resubscribe by themselves.
   */
  async end(graceMs: number): Promise<boolean> {
    this.#hasBegun = true;
    // An HTTP server's own close would also cut off replies that are still being sent.
    TcpServer.prototype.close.call(this.#server);
    for (const [response, request] of this.#open) closeAfterReply(request, response);
    this.#resolveWhenDone();
    const isDone = await Promise.race([this.#allReplied.promise, after(graceMs, false, { ref: false })]);
    this.#server.closeAllConnections();
    return isDone;
  }

  #resolveWhenDone(): void {
    if (this.#hasBegun && this.#open.size === 0) this.#allReplied.resolve(true);
  }
}

/** Closes a connection after this reply. Ends a subscription, which would never end by itself. */
function closeAfterReply(request: IncomingMessage, response: ServerResponse): void {
  if (isSubscription(request, response)) response.destroy();
  else if (!response.headersSent) response.setHeader("Connection", "close");
}

const isSubscription = ({ headers }: IncomingMessage, response: ServerResponse): boolean =>
  [headers.accept, response.getHeader("Content-Type")].some((type) => String(type).startsWith(EVENT_STREAM));
