import { type Operation, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";

import type { AppRouter } from "#server/app-router.ts";

import { freshnessHeaders } from "./freshness.ts";

/** Whole lists that the server keeps serialised and compressed under a REST path: they cost it next to nothing there. */
const PATHS = new Map([
  ["tools.list", "/api/ai-tools"],
  ["prompts.list", "/api/prompts"],
  ["verdicts.present", "/api/verdicts"],
]);

const NEXT_PAGE = /<([^>]+)>; rel="next"/u;

/** True for a call that asks for all of such a list. */
export const isKeptList = ({ path, type, input }: Pick<Operation, "path" | "type" | "input">): boolean =>
  type === "query" &&
  PATHS.has(path) &&
  (input === undefined || (typeof input === "object" && input !== null && Object.keys(input).length === 0));

/** Answers those calls from the kept replies, as the procedure would. */
export const keptListLink: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      const isUnwanted = new AbortController();
      const signal = op.signal ? AbortSignal.any([op.signal, isUnwanted.signal]) : isUnwanted.signal;
      const answer = async () => {
        try {
          const items = await readAll(PATHS.get(op.path) ?? "", signal);
          observer.next({ result: { type: "data", data: { items, nextCursor: null } } });
          observer.complete();
        } catch (error) {
          observer.error(asClientError(error));
        }
      };
      void answer();
      return () => isUnwanted.abort();
    });

const asClientError = (error: unknown) =>
  TRPCClientError.from<AppRouter>(error instanceof Error ? error : new Error(String(error)));

/** All pages of a list; the server names the next one in the Link header. */
async function readAll(path: string, signal: AbortSignal): Promise<unknown[]> {
  const items: unknown[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const response: Response = await fetch(next, { signal, headers: freshnessHeaders() });
    const body: unknown = await response.json();
    if (!response.ok || !Array.isArray(body)) throw refusal(response.status, body);
    // The first page is taken as it is: nearly always it is the whole list.
    if (items.length === 0 && !response.headers.has("Link")) return body;
    for (const item of body) items.push(item);
    next = NEXT_PAGE.exec(response.headers.get("Link") ?? "")?.[1];
  }
  return items;
}

/** A REST call's refusal in the shape of a procedure's. */
function refusal(httpStatus: number, body: unknown) {
  const message =
    typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
      ? body.message
      : "";
  return TRPCClientError.from<AppRouter>({ error: { message, code: -32_603, data: { httpStatus } } });
}
