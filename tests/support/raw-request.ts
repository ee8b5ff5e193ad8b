import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

interface RawRequest {
  method: string;
  path: string;
  /** Unchanged, including `Host`, which `fetch` writes itself. */
  headers: Record<string, string>;
}

/** One request to a port of this machine, on its own connection. */
export async function rawRequest(
  port: number,
  { method, path, headers }: RawRequest,
): Promise<{ status: number; body: string }> {
  const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }).end();
  const [response]: IncomingMessage[] = await once(sent, "response");
  if (!response) throw new Error("there was no reply");
  return { status: response.statusCode ?? 0, body: await text(response) };
}
