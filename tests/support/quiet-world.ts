import { OutboundError } from "#server/outside/http/http-client.ts";
import type { Integrations } from "#server/outside/integrations.ts";

import { buildTeamFeed, paperArchive } from "./found.ts";

/** An outside world with empty replies; tests add findings. */
export const quietWorld = (): Integrations => ({
  papers: paperArchive([]),
  news: [],
  teamFeed: () => Promise.resolve(buildTeamFeed()),
  releases: [],
  pages: { read: () => Promise.resolve(null) },
  icons: { async *list() {} },
  pictures: { fetch: (url) => Promise.reject(new OutboundError("unreachable", url)) },
  texts: { read: () => Promise.resolve(null) },
  books: { byIsbn: () => Promise.resolve(null) },
  newestRelease: null,
  answers: null,
  identityProvider: null,
  hooks: { send: ({ url }) => Promise.reject(new OutboundError("unreachable", url)) },
  mail: null,
});
