import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A connection to a server that can be cut, as when a router restarts, or fall silent, as in a tunnel. */
export interface CutLine {
  origin: string;
  cut(): Promise<void>;
  silence(): void;
  /** Restores the connection. */
  stopFailing(): Promise<void>;
  close(): void;
}

/** Forwards traffic at its own address. */
export async function cutLine(port: number): Promise<CutLine> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      // If one end breaks, so does the other, as with a real connection.
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (isSilent) socket.pause();
    }
  });
  const listen = async (at: number): Promise<number> => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  const own = await listen(0);
  return {
    origin: `http://127.0.0.1:${own}`,
    async cut() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    async stopFailing() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(own);
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
