/** Unusual PostgreSQL servers, in front of the real one or without any. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

import { onTestFinished } from "vitest";

/** Listens on a free port of this machine until the test ends. Returns the port. */
async function listenFor(accept: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    accept(socket);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  return (server.address() as AddressInfo).port;
}

/** Accepts connections and never replies, like with lost packets. */
export const silentServer = () => listenFor((socket) => socket.resume());

/** "Authentication ok", and "ready for query". */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Accepts everyone, and replies to no query. */
export const hangingServer = () =>
  listenFor((socket) => {
    socket.resume().once("data", () => socket.write(WELCOME));
  });

/** Forwards traffic to the real server; `change` can change its replies. */
function pass(
  near: Socket,
  port: number,
  change: (said: string) => string = (said) => said,
  changeRequest: (request: string) => string = (request) => request,
): void {
  const far = connect(port, "127.0.0.1");
  near.on("data", (chunk) => far.write(Buffer.from(changeRequest(chunk.toString("latin1")), "latin1")));
  far.on("data", (chunk) => near.write(Buffer.from(change(chunk.toString("latin1")), "latin1")));
  far.on("error", () => near.destroy()).on("close", () => near.destroy());
  near.on("error", () => far.destroy()).on("close", () => far.destroy());
}

/** The real server with the version of a few years ago, with the same number of characters. */
export const olderServer = (port: number) =>
  listenFor((near) => {
    pass(near, port, (said) => said.replaceAll(/\b1[5-9]\.(?=\d)/gu, "14."));
  });

/** The real server behind a pooler that changes the session after each statement, so that nothing listens. */
export const serverBehindPooler = (port: number) =>
  listenFor((near) => {
    const swallow = (request: string) =>
      request.replaceAll(/\blisten \w+/gu, (statement) => "select 1".padEnd(statement.length));
    pass(near, port, undefined, swallow);
  });

/** PgBouncer with its defaults, which refuses settings in the address. */
export const refusingPooler = () =>
  listenFor((socket) => {
    const fields = "SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0";
    const message = Buffer.alloc(5 + fields.length);
    message.write("E");
    message.writeInt32BE(4 + fields.length, 1);
    message.write(fields, 5);
    socket.once("data", () => socket.end(message));
  });

/** The real server with TLS and a certificate that no authority has signed. */
export const serverWithTls = (port: number) =>
  listenFor((socket) => {
    // The first message asks for TLS.
    socket.once("data", () => {
      socket.write("S");
      pass(new TLSSocket(socket, { isServer: true, key: KEY, cert: CERTIFICATE }), port);
    });
  });

const pem = (kind: string, lines: readonly string[]) =>
  [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ""].join("\n");

/** A certificate for localhost, valid until 2120; it secures nothing. */
export const CERTIFICATE = pem("CERTIFICATE", [
  "MIIBYTCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv",
  "c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM",
  "CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFzgZOgwt67cFVTu",
  "KKMPQubiRh7t645ScegsbG8ewABPSPlvTHEXHlqZeAJBbUa5qNK7aifBKUqIfJ+k",
  "ji+oOLmjSDBGMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/",
  "MB0GA1UdDgQWBBR95a9y755jTICDkJxRkxz+h2vWiTAKBggqhkjOPQQDAgNIADBF",
  "AiBYlkHEsOKr1SWDAxD2k5vkL9cxiigqDEGJ2z0FLu/IMQIhAMNnTD4pU02wOm8p",
  "mP5zvk1vNm6xTAPsWP8pJTaOwGfa",
]);
const KEY = pem("PRIVATE KEY", [
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQN5XK8h4oJG9SQMs",
  "xBRpdueNIe5G5w7dryEXwsrN70qhRANCAARc4GToMLeu3BVU7iijD0Lm4kYe7euO",
  "UnHoLGxvHsAAT0j5b0xxFx5amXgCQW1GuajSu2onwSlKiHyfpI4vqDi5",
]);
