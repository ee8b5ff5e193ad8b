import { createTRPCClient, httpBatchLink } from "@trpc/client";

import type { AppRouter } from "#server/app-router.ts";

export interface StackloopClientOptions {
  /** Where the server is, such as http://localhost:3000. */
  url: string;
  /** The value of a session cookie that is there already; without it sign in with `auth.login`. */
  session?: string;
}

/**
 * Typed calls of a StackLoop server for scripts: `client.tools.list.query({})`. The session that `auth.login` or
 * `auth.register` begins is kept in memory and sent with the calls that follow. Failing calls throw TRPCClientError.
 */
export function createStackloopClient({ url, session }: StackloopClientOptions) {
  const origin = url.replace(/\/+$/u, "");
  const cookieName = origin.startsWith("https:") ? "__Host-session" : "session";
  let cookie = session === undefined ? undefined : `${cookieName}=${session}`;
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${origin}/trpc`,
        maxItems: 10,
        headers: () => (cookie === undefined ? {} : { cookie }),
        async fetch(input, init) {
          const body = typeof init?.body === "string" ? init.body : undefined;
          const response = await fetch(input, { ...init, body });
          const setCookie = response.headers.getSetCookie().at(-1);
          if (setCookie !== undefined) cookie = setCookie.split(";")[0];
          return response;
        },
      }),
    ],
  });
}
