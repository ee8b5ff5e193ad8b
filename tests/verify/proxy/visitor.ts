import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";

import { type Front, NAME } from "./front.ts";

export interface Reply {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  text: string;
}

interface Sent {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  bytes?: Buffer;
  headers?: Record<string, string>;
}

/** An unfinished reply, and its content so far. */
export interface Stream {
  /** Returns all content once a text appears, or the reply ends. */
  readUntil(wanted: string): Promise<string>;
  /** Returns the whole content at the end. */
  readToEnd(): Promise<string>;
}

/** A person with their own browser: one connection, with the session's cookie. */
export interface Visitor {
  /** The negotiated protocol, such as "h2". */
  protocol: string;
  /** The session's cookie, as set. */
  cookie: string;
  call(method: string, path: string, sent?: Sent): Promise<Reply>;
  /** Opens a stream of events before its first message. */
  watch(path: string): Stream;
  leave(): void;
}

/** Connects over TLS, from an address of this machine (any of 127.0.0.0/8), under the name of the examples. */
export async function visit({ httpsPort, certificate }: Front, from = "127.0.0.1"): Promise<Visitor> {
  const socket = connectTls({
    servername: NAME,
    ca: certificate,
    ALPNProtocols: ["h2", "http/1.1"],
    socket: connectTcp({ host: "127.0.0.1", port: httpsPort, localAddress: from }),
  });
  await once(socket, "secureConnect");
  if (socket.alpnProtocol !== "h2") throw new Error(`it speaks ${String(socket.alpnProtocol)}, not h2`);
  const session = connect(`https://${NAME}`, {
    createConnection: () => socket,
    // In MB. This client buffers data that a server refuses to read.
    maxSessionMemory: 100,
  });
  // The waiting check receives the error too.
  session.on("error", () => null);
  const visitor: Visitor = {
    protocol: socket.alpnProtocol,
    cookie: "",
    async call(method, path, { body, bytes, headers } = {}) {
      const content = body === undefined ? bytes : Buffer.from(JSON.stringify(body));
      const stream = send(session, method, path, visitor.cookie, {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(content !== undefined && { "content-length": String(content.length) }),
        ...headers,
      });
      if (content !== undefined) stream.end(content);
      const reply = await readReply(stream);
      const set = reply.headers["set-cookie"];
      if (set !== undefined) visitor.cookie = set;
      return reply;
    },
    watch(path) {
      return follow(send(session, "GET", path, visitor.cookie, { accept: "text/event-stream" }));
    },
    leave: () => session.destroy(),
  };
  return visitor;
}

const send = (
  session: ClientHttp2Session,
  method: string,
  path: string,
  cookie: string,
  headers: Record<string, string>,
): ClientHttp2Stream =>
  session.request(
    {
      ":method": method,
      ":path": path,
      ":authority": NAME,
      origin: `https://${NAME}`,
      ...(cookie !== "" && { cookie: cookie.split(";")[0] }),
      ...headers,
    },
    // Like browsers, because servers treat even an empty body as a body.
    { endStream: !("content-length" in headers) },
  );

async function readReply(stream: ClientHttp2Stream): Promise<Reply> {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [headers] = await once(stream, "response");
  if (!stream.readableEnded) await once(stream, "end");
  const bytes = Buffer.concat(chunks);
  const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return {
    status: Number(headers[":status"]),
    headers: Object.fromEntries(named),
    bytes,
    text: bytes.toString(),
  };
}

function follow(stream: ClientHttp2Stream): Stream {
  let text = "";
  let hear = () => {};
  stream.setEncoding("utf8");
  stream.on("error", () => null);
  stream.on("data", (chunk: string) => {
    text += chunk;
    hear();
  });
  stream.on("close", () => hear());
  const readUntil = async (isEnough: () => boolean) => {
    while (!isEnough() && !stream.closed) {
      await new Promise<void>((resolve) => {
        hear = resolve;
      });
    }
    return text;
  };
  return {
    readUntil: (wanted) => readUntil(() => text.includes(wanted)),
    readToEnd: () => readUntil(() => false),
  };
}
