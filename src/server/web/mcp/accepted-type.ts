import type { McpHandlerRequestOptions } from "@modelcontextprotocol/server";

type Answer = (request: Request, options?: McpHandlerRequestOptions) => Promise<Response>;

const STREAM_TYPE = "text/event-stream";
const BOTH_TYPES = `application/json, ${STREAM_TYPE}`;

/**
 * Answers whatever a client accepts: the library refuses clients that don't name both JSON and streams. A client gets a
 * stream only if it names that type, or subscribes.
 */
export function answerInAcceptedType(answer: Answer): Answer {
  return async (request, options) => {
    const readsStreams = (request.headers.get("accept") ?? "").toLowerCase().includes(STREAM_TYPE);
    request.headers.set("accept", BOTH_TYPES);
    const response = await answer(request, options);
    const isStream = response.headers.get("content-type")?.startsWith(STREAM_TYPE) ?? false;
    if (!isStream || readsStreams || isSubscription(options?.parsedBody)) return response;
    return Response.json(await readReplies(response, Array.isArray(options?.parsedBody)));
  };
}

const isSubscription = (message: unknown): boolean =>
  typeof message === "object" &&
  message !== null &&
  "method" in message &&
  message.method === "subscriptions/listen";

/** The replies in a stream that ends with the last of them; a batch has several. */
async function readReplies(response: Response, isBatch: boolean): Promise<unknown> {
  const replies = (await response.text()).split("\n").flatMap((line): unknown[] => {
    if (!line.startsWith("data: ")) return [];
    const message: unknown = JSON.parse(line.slice("data: ".length));
    const isReply =
      typeof message === "object" && message !== null && "id" in message && !("method" in message);
    return isReply ? [message] : [];
  });
  return isBatch ? replies : replies[0];
}
