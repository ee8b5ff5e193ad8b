import { type Request, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import {
  endProviderSignIn,
  PROVIDER_PATH,
  startProviderSignIn,
} from "#server/features/users/provider-sign-in.service.ts";
import { onlyMethods } from "#server/web/server/replies.ts";
import { withRouteName } from "#server/web/server/request-tally.ts";
import { createContext } from "#server/web/trpc/context.ts";

/** Sends browsers to the identity provider, and signs them in when they return. */
export function providerSignIn(app: App): Router {
  const router = Router({ caseSensitive: true });
  router.use(PROVIDER_PATH, withRouteName("sign-in"), onlyMethods("GET"));
  router.get(PROVIDER_PATH, (request, response) => start(app, request, response));
  router.get(`${PROVIDER_PATH}/callback`, (request, response) => end(app, request, response));
  return router;
}

async function start(app: App, request: Request, response: Response): Promise<void> {
  const { caller } = await createContext(app, request, response);
  const { returnTo, invite } = request.query;
  const { url, setCookie } = await startProviderSignIn(app, caller, { returnTo, invite });
  response.append("Set-Cookie", setCookie).redirect(url);
}

async function end(app: App, request: Request, response: Response): Promise<void> {
  const { caller, signedIn, signIn } = await createContext(app, request, response);
  const { user, goTo, setCookie } = await endProviderSignIn(app, caller, {
    query: new URL(request.originalUrl, "http://localhost").search,
    cookies: request.headers.cookie,
    signedIn,
  });
  if (user) await signIn(user);
  response.append("Set-Cookie", setCookie).redirect(goTo);
}
