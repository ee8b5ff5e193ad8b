import { createTRPCClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";

import type { AppRouter } from "#server/app-router.ts";
import { CALLED_ALONE } from "#shared/called-alone.ts";

export interface StackloopClientOptions {
  /** Where the server is, such as http://localhost:3000. */
  url: string;
  /** An API token, made under Account, Assistants. Without it sign in with `auth.login`. */
  token?: string;
  /** The value of a session cookie that is there already, in place of a token. */
  session?: string;
}

/**
 * Typed calls of a StackLoop server for scripts: `client.tools.list.query({})`. The session that `auth.login` or
 * `auth.register` begins is kept in memory and sent with the calls that follow. Failing calls throw TRPCClientError.
 */
export function createStackloopClient({ url, token, session }: StackloopClientOptions) {
  const origin = url.replace(/\/+$/u, "");
  const cookieName = origin.startsWith("https:") ? "__Host-session" : "session";
  let cookie = session === undefined ? undefined : `${cookieName}=${session}`;
  const requests = {
    url: `${origin}/trpc`,
    headers: () => ({
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    }),
    async fetch(input: RequestInfo | URL | string, init?: { body?: unknown }) {
      const body = typeof init?.body === "string" ? init.body : undefined;
      const response = await fetch(input, { ...init, body });
      const setCookie = response.headers.getSetCookie().at(-1);
      if (setCookie !== undefined) cookie = setCookie.split(";")[0];
      return response;
    },
  };
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ path }) => CALLED_ALONE.has(path),
        true: httpLink(requests),
        false: httpBatchLink({ ...requests, maxItems: 10 }),
      }),
    ],
  });
}
