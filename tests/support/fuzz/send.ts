import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";

export interface Reply {
  status: number;
  mediaType: string;
  text: string;
  milliseconds: number;
}

/** The raw request: nothing is checked or fixed, except what HTTP could not carry. */
export interface Sending {
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** Longer than any time limit of the product. */
const TIMEOUT_MS = 130_000;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request and reads the whole reply, or only the beginning of an event stream. */
export async function send(origin: string, { method, target, headers, body }: Sending): Promise<Reply> {
  const start = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asking = request(origin, {
    agent,
    method,
    path: target,
    headers: { ...headers, ...(body !== null && { "content-length": Buffer.byteLength(body) }) },
    timeout: TIMEOUT_MS,
  });
  asking.on("response", resolve).on("error", reject);
  asking.on("timeout", () => asking.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
  asking.end(body ?? undefined);
  const response = await promise;
  const mediaType = response.headers["content-type"]?.split(";")[0] ?? "";
  const text = mediaType === "text/event-stream" ? disconnect(response) : await readAll(response);
  return { status: response.statusCode ?? 0, mediaType, text, milliseconds: performance.now() - start };
}

function disconnect(response: IncomingMessage): string {
  response.on("error", () => {});
  response.destroy();
  return "";
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

async function readAll(response: IncomingMessage): Promise<string> {
  const bytes = await buffer(response);
  const decode = DECODERS[response.headers["content-encoding"] ?? ""];
  return (decode && bytes.length > 0 ? decode(bytes) : bytes).toString();
}
