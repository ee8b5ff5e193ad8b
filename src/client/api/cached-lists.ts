import { type Operation, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";

import type { AppRouter } from "#server/web/trpc/app-router.ts";

import { freshnessHeaders } from "./freshness.ts";

/** Complete lists that the server caches serialised and compressed under a REST path, at almost no cost per request. */
const PATHS = new Map([
  ["tools.list", "/api/ai-tools"],
  ["prompts.list", "/api/prompts"],
  ["verdicts.present", "/api/verdicts"],
]);

const NEXT_PAGE = /<([^>]+)>; rel="next"/u;

/** True for a call that requests such a complete list. */
export const isCachedList = ({ path, type, input }: Pick<Operation, "path" | "type" | "input">): boolean =>
  type === "query" &&
  PATHS.has(path) &&
  (input === undefined || (typeof input === "object" && input !== null && Object.keys(input).length === 0));

/** Answers those calls from the cached lists, with the same result as the procedure. */
export const cachedListLink: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      const isUnwanted = new AbortController();
      const signal = op.signal ? AbortSignal.any([op.signal, isUnwanted.signal]) : isUnwanted.signal;
      const answer = async () => {
        try {
          const items = await readCachedList(PATHS.get(op.path) ?? "", signal);
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

interface HeldList {
  etag: string;
  items: unknown[];
}

/** Lists that this page has loaded, by path. An unchanged list is not sent again. */
const heldLists = new Map<string, HeldList>();

/** Clears the loaded lists, as is necessary when a user signs out. */
export const forgetHeldLists = (): void => heldLists.clear();

/** Reads all pages of a list. The Link header contains the next page. */
export async function readCachedList(path: string, signal: AbortSignal): Promise<unknown[]> {
  const items: unknown[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const held = heldLists.get(next);
    const headers = { ...freshnessHeaders(), ...(held && { "If-None-Match": held.etag }) };
    const response: Response = await fetch(next, { signal, headers });
    if (held && response.status === 304) return held.items;
    const body: unknown = await response.json();
    if (response.status === 401) forgetHeldLists();
    if (!response.ok || !Array.isArray(body)) throw refusal(response.status, body);
    // Returns the first page unchanged, because it is nearly always the whole list.
    if (items.length === 0 && !response.headers.has("Link")) {
      const etag = response.headers.get("ETag");
      if (etag === null) heldLists.delete(path);
      else heldLists.set(path, { etag, items: body });
      return body;
    }
    for (const item of body) items.push(item);
    next = NEXT_PAGE.exec(response.headers.get("Link") ?? "")?.[1];
  }
  return items;
}

/** Converts an error of the REST API to a procedure's error. */
function refusal(httpStatus: number, body: unknown) {
  const message =
    typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
      ? body.message
      : "";
  return TRPCClientError.from<AppRouter>({ error: { message, code: -32_603, data: { httpStatus } } });
}
