import type { McpHandlerRequestOptions } from "@modelcontextprotocol/server";

type Answer = (request: Request, options?: McpHandlerRequestOptions) => Promise<Response>;

const STREAM_TYPE = "text/event-stream";
const BOTH_TYPES = `application/json, ${STREAM_TYPE}`;

/**
 * Answers in a type that the client accepts. The library would refuse clients that don't name both JSON and streams. A
 * client gets a stream only if it names that type or subscribes.
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

/** Reads the replies in a stream until the last one. A batch has several. */
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
