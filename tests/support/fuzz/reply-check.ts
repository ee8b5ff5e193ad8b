import { z } from "zod";

import type { Request } from "./requests.ts";
import type { Reply } from "./send.ts";

const restError = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  current: z.unknown().optional(),
  requestId: z.string().optional(),
});
const trpcError = z.object({
  error: z.object({ message: z.string(), code: z.int(), data: z.looseObject({}) }),
});
const trpcErrors = z.union([trpcError, z.array(z.unknown()).min(1)]);

/** Failures of dependencies, by status and code. */
const BY_DESIGN: Readonly<Record<number, string>> = {
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
  507: "INSUFFICIENT_STORAGE",
};

/** Internals of a server, which no message contains. */
const INSIDE =
  /node_modules|\bat (?:async )?\S+ \(|\.(?:ts|cjs|js):\d+|SQLITE_|SqliteError|ZodError|TRPCError|\[object |\bselect .+ from\b|(?:^|\s)\/(?:home|work|tmp|root|usr)\/|expected \w+, received|is not a function|Cannot read prop/u;
/** Starts with a capital letter, a quotation or the name of a procedure. */
const SENTENCE = /^(?:[\p{Lu}“"‘]|[a-z]+\.[a-zA-Z]+ )/u;

/** Describes the problem of a reply, if any. */
export function findReplyProblem(request: Request, { status, mediaType, text }: Reply): string | undefined {
  if (status >= 500 && !isByDesign(status, text)) return `answered ${status}`;
  if (request.method === "HEAD" || status === 304 || status === 204)
    return text === "" ? undefined : `${status} came with a body`;
  // Node.js itself refuses invalid HTTP, slow requests and long headers, before the product's code runs.
  if (text === "" && [400, 408, 431].includes(status) && mediaType === "") return undefined;
  return status >= 400
    ? (findErrorFault(request, mediaType, text) ?? findUndocumented(request, status))
    : (findUndocumented(request, status) ?? findOtherShape(request, status, text));
}

function isByDesign(status: number, text: string): boolean {
  const code = BY_DESIGN[status];
  return code !== undefined && text.includes(`"code":"${code}"`);
}

function findErrorFault({ target }: Request, mediaType: string, text: string): string | undefined {
  if (mediaType !== "application/json") return `an error came as ${mediaType}`;
  const body = parse(text);
  const shape = target.startsWith("/trpc/") ? z.union([trpcErrors, restError.strict()]) : restError.strict();
  if (!shape.safeParse(body).success) return "an error of another shape than the documented one";
  for (const message of messagesIn(body)) {
    if (INSIDE.test(message)) return `an error tells of the inside: ${message.slice(0, 300)}`;
    if (!SENTENCE.test(message)) return `an error is no sentence: ${message.slice(0, 300)}`;
  }
  return undefined;
}

function findUndocumented({ call, isPlain }: Request, status: number): string | undefined {
  const isDocumented = !isPlain || !call?.replies || call.replies.has(status);
  return isDocumented ? undefined : `answered ${status}, which OpenAPI does not list`;
}

function findOtherShape({ call, isPlain }: Request, status: number, text: string): string | undefined {
  const schema = isPlain ? call?.replies?.get(status) : undefined;
  const { error } = schema?.safeParse(parse(text)) ?? {};
  return error && `the reply is not as documented: ${z.prettifyError(error).slice(0, 500)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every `message` of an error, except in the item that it is about. */
function messagesIn(body: unknown): string[] {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === "message" && typeof value === "string") return [value];
    return ["current", "result"].includes(name) ? [] : messagesIn(value);
  });
}
