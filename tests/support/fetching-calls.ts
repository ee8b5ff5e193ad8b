import type { App } from "#server/app.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import type { Resolve } from "#server/outside/http/address-guard.ts";
import type { User } from "#shared/accounts/users.ts";
import { PICTURES_PATH } from "#shared/pictures/brand-logos.ts";
import { newToolSchema } from "#shared/tools/tools.ts";

import { connect } from "./connect.ts";
import { buildPerson } from "./people.ts";
import { type Reply, type RestClient, restClient } from "./rest-client.ts";
import type { UpstreamContents } from "./stub-upstreams.ts";
import { testServer } from "./test-app.ts";

type Client = Pick<RestClient, "call">;

interface Typist {
  app: App;
  user: User;
  client: Client;
}

/** A call with an address typed by a person. */
type FetchingCall = (typist: Typist, url: string) => Promise<Reply>;

const toolName = "Nobody Knows It";

const ofTool =
  (path: (id: string) => string): FetchingCall =>
  async ({ app, user, client }, url) => {
    const { id } = await addTool(app, user, { ...newToolSchema.parse({ name: toolName }), url });
    return client.call("POST", path(id));
  };

/** Every call that makes the server fetch a typed address. */
export const FETCHING_CALLS: readonly (readonly [string, FetchingCall])[] = [
  [
    "auto-fill from a page",
    ({ client }, url) => client.call("POST", "/api/autofill", { toolName, fieldType: "company", url }),
  ],
  [
    "auto-fill of a logo",
    ({ client }, url) => client.call("POST", "/api/autofill", { toolName, fieldType: "logoUrl", url }),
  ],
  ["news of a tool", ofTool((id) => `/api/news/update/${id}`)],
  ["release notes of a tool", ofTool((id) => `/api/ai-tools/${id}/update-release-notes`)],
  [
    "a reading from a link",
    ({ client }, isbnOrUrl) => client.call("POST", "/trpc/readings.lookup", { isbnOrUrl }),
  ],
  ["a team's feed", ({ client }, url) => client.call("POST", "/trpc/feeds.add", { url })],
  [
    "a picture that somebody names",
    ({ client }, url) => client.call("POST", "/trpc/pictures.check", { url }),
  ],
  [
    "a picture that somebody looks at",
    async ({ app, user, client }, url) => {
      await addTool(app, user, { ...newToolSchema.parse({ name: toolName }), logoUrl: url });
      return client.call("GET", `${PICTURES_PATH}?url=${encodeURIComponent(url)}`);
    },
  ],
];

interface World {
  contents?: UpstreamContents;
  environment?: Record<string, string>;
  /** Variables of the server itself, such as its limits. */
  limits?: Record<string, string>;
  resolve?: Resolve;
}

/** A running server with stubs of the outside world, and an admin who types addresses. */
export async function typist({ contents, environment, limits, resolve }: World = {}) {
  const { app, origin } = await testServer(limits);
  const { user, cookie } = await buildPerson(app, "ada", "admin");
  // Only the requested site can fail or reply.
  await app.db.deleteFrom("news_feeds").execute();
  const world = await connect(contents, { HN_ALGOLIA_URL: "", ...environment }, resolve);
  Object.assign(app, { integrations: world });
  return { app, origin, user, client: callerOf(origin, cookie), world, site: world.upstreams.site };
}

/** Calls in an existing session. */
export function callerOf(origin: string, cookie: string): Client {
  const { call } = restClient(origin);
  return { call: (method, path, body, headers) => call(method, path, body, { cookie, ...headers }) };
}
