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

/**
 * Reads all pages of a list; the Link header contains the next page. The browser's cache revalidates the first page, so
 * an unchanged list is not sent again.
 */
export async function readCachedList(path: string, signal: AbortSignal): Promise<unknown[]> {
  const pages: unknown[][] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const response: Response = await fetch(next, { signal, headers: freshnessHeaders() });
    const body: unknown = await response.json();
    if (!response.ok || !Array.isArray(body)) throw refusal(response.status, body);
    pages.push(body);
    next = NEXT_PAGE.exec(response.headers.get("Link") ?? "")?.[1];
  }
  return pages.flat(1);
}

/** Converts an error of the REST API to a procedure's error. */
function refusal(httpStatus: number, body: unknown) {
  const message =
    typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
      ? body.message
      : "";
  return TRPCClientError.from<AppRouter>({ error: { message, code: -32_603, data: { httpStatus } } });
}
