import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { http, HttpResponse } from "msw";
import { onTestFinished } from "vitest";

import { replyTo } from "#server/errors.ts";
import { endSession, readSession, startSession } from "#server/features/users/sessions.service.ts";
import { addUser, type NewUser } from "#server/features/users/users.service.ts";
import { appRouter } from "#server/web/trpc/app-router.ts";
import { Batch } from "#server/web/trpc/context.ts";
import type { User } from "#shared/accounts/users.ts";

import { mswServer } from "./page-network.ts";
import { PASSWORD_HASH } from "./people.ts";
import { type TestApp, testApp } from "./test-app.ts";

const CALLER = { ip: "127.0.0.1", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };

export { mswServer };

export interface Backend {
  app: TestApp;
  /** Creates an account with the password "secret-pass". */
  createUser(fields: Omit<NewUser, "password">): Promise<User>;
  /** Sets a session cookie, as if the browser had signed in. */
  signIn(user: User): Promise<void>;
  /** Creates an account and signs it in. */
  signInAs(fields: Omit<NewUser, "password">): Promise<User>;
}

/**
 * Replies to the page's calls with the real router on a temporary database. Holds the page's single cookie.
 */
export async function startBackend(environment: Record<string, string> = {}): Promise<Backend> {
  const app = await testApp(environment);
  let cookie = "";
  const replies = new Set<Promise<unknown>>();
  // A page may still call when its test ends, and the database is closed next.
  onTestFinished(async () => {
    await Promise.allSettled(replies);
  });
  async function inTime<Reply>(reply: Promise<Reply>): Promise<Reply> {
    replies.add(reply);
    try {
      return await reply;
    } finally {
      replies.delete(reply);
    }
  }

  async function signIn(user: User) {
    cookie = (await startSession(app, user.id, CALLER)).split(";")[0] ?? "";
  }

  async function createContext(calls: readonly string[] = []) {
    const { signedIn } = await readSession(app, cookie);
    return {
      app,
      caller: CALLER,
      batch: new Batch(calls),
      origin: null,
      requestId: "test",
      signedIn,
      async signIn(user: User) {
        await signIn(user);
        return user;
      },
      async signOut() {
        await endSession(app, cookie);
        cookie = "";
      },
      addCookie() {},
      abortSignal: () => new AbortController().signal,
    };
  }

  mswServer.use(
    http.all("*/trpc/*", ({ request }) =>
      inTime(
        fetchRequestHandler({
          endpoint: "/trpc",
          router: appRouter,
          req: request,
          createContext: ({ info }) => createContext(info.calls.map(({ path }) => path)),
          allowMethodOverride: true,
        }),
      ),
    ),
  );
  // The page reads whole lists from the REST paths.
  type Caller = ReturnType<typeof appRouter.createCaller>;
  for (const [path, read] of [
    ["*/api/ai-tools", ({ tools }: Caller) => tools.list({})],
    ["*/api/prompts", ({ prompts }: Caller) => prompts.list({})],
    ["*/api/verdicts", ({ verdicts }: Caller) => verdicts.present()],
  ] as const) {
    mswServer.use(
      http.get(path, async () => {
        try {
          const caller = appRouter.createCaller(await createContext());
          const { items } = await inTime<{ items: readonly unknown[] }>(read(caller));
          return HttpResponse.json(items);
        } catch (error) {
          const { status, body } = replyTo(error, "test");
          return HttpResponse.json(body, { status });
        }
      }),
    );
  }
  const createUser: Backend["createUser"] = async (fields) =>
    addUser(app, app.db, fields, await PASSWORD_HASH);
  return {
    app,
    createUser,
    signIn,
    async signInAs(fields) {
      const user = await createUser(fields);
      await signIn(user);
      return user;
    },
  };
}
