import { randomUUID } from "node:crypto";

import type { SharedPageRow } from "#db/schema.ts";
import type { App, Caller } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { getBrief } from "#server/features/briefs/briefs.service.ts";
import { listAllTools } from "#server/features/tools/tools.service.ts";
import {
  hashToken,
  isTokenShaped,
  generateToken,
  SHARED_PREFIX,
} from "#server/features/users/tokens.service.ts";
import { radar } from "#server/features/verdicts/radar.service.ts";
import { presentVerdicts, presentVerdictsOn } from "#server/features/verdicts/verdicts.service.ts";
import { SingleFlight } from "#server/kernel/async/promises.ts";
import { SizedCache } from "#server/kernel/async/sized-cache.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { addressKey } from "#server/web/limits/rate-limits.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import type { CreatedSharedPage, NewSharedPage, SharedPage } from "#shared/shared-pages/shared-pages.ts";

import { briefContent, landscapeContent, pageHtml, radarContent } from "./shared-page-html.ts";
import {
  countSharedPages,
  deleteSharedPage,
  findSharedPage,
  insertSharedPage,
  listSharedPageRows,
} from "./shared-pages.queries.ts";

/** Path of shared pages. The secret follows. */
const SHARED_PATH = "/shared/";
const MAX_SHARED_PAGES = 100;
/** Maximum number of tools on a page. */
const MAX_TOOLS = 1000;
const TITLES = { radar: "AI radar", landscape: "AI landscape" } as const;

/** Creates a page at a secret URL. The URL is returned only once and stored as a hash. */
export async function createSharedPage(
  app: App,
  admin: User,
  { kind, briefId, showsNames }: NewSharedPage,
): Promise<CreatedSharedPage> {
  const secret = generateToken(SHARED_PREFIX);
  const title = kind === "brief" ? (await getBrief(app, admin, { id: briefId ?? "" })).title : TITLES[kind];
  const row: SharedPageRow = {
    id: randomUUID(),
    hash: hashToken(secret),
    kind,
    briefId: briefId ?? null,
    title,
    showsNames: showsNames ? 1 : 0,
    createdBy: admin.id,
    createdAt: app.now().toISOString(),
  };
  await app.db.transaction().execute(async (db) => {
    if ((await countSharedPages(db)) >= MAX_SHARED_PAGES)
      throw conflict(
        `There are ${MAX_SHARED_PAGES} shared pages. Revoke one under Admin, Shared Pages first.`,
      );
    await insertSharedPage(db, row);
  });
  app.log.info({ userId: admin.id, sharedPageId: row.id, kind }, "shared a page");
  return { ...toSharedPage({ ...admin, ...row }), pageUrl: `${app.publicUrl}${SHARED_PATH}${secret}` };
}

type Row = Awaited<ReturnType<typeof listSharedPageRows>>[number];

const toSharedPage = ({
  id,
  kind,
  briefId,
  title,
  showsNames,
  createdAt,
  username,
  ...names
}: Row): SharedPage => ({
  id,
  kind,
  briefId,
  title,
  showsNames: showsNames === 1,
  by: username === null ? null : personName({ ...names, username }),
  createdAt,
});

/** Lists the shared pages, newest first. */
export const listSharedPages = (app: App, input: PageRequest): Promise<Page<SharedPage>> =>
  readPage(
    input,
    async (slice) => (await listSharedPageRows(app.db, slice)).map(toSharedPage),
    ({ createdAt, id }) => [createdAt, id],
  );

/** Deletes a shared page. Its URL stops working. */
export async function revokeSharedPage(app: App, admin: User, { id }: { id: string }): Promise<void> {
  if (!(await deleteSharedPage(app.db, id))) throw notFound("Shared page not found");
  app.log.info({ userId: admin.id, sharedPageId: id }, "revoked a shared page");
}

/** Time for which a page is cached. */
const CACHE_MS = 60_000;
const MAX_CACHED_CHARACTERS = 8_000_000;

/** Shared pages at secret URLs, rendered on request and cached for a minute. */
export class SharedPages {
  readonly #app: App;
  readonly #cached = new SizedCache<{ html: string; renderedAt: number }>(
    MAX_CACHED_CHARACTERS,
    ({ html }) => html.length,
  );
  readonly #rendering = new SingleFlight<string>();

  constructor(app: App) {
    this.#app = app;
  }

  /** Returns the HTML of the page at a URL. Throws 404 if the page doesn't exist or was revoked. */
  async read(caller: Caller, secret: string): Promise<string> {
    const { db, limits, now } = this.#app;
    const row = isTokenShaped(secret, SHARED_PREFIX)
      ? await findSharedPage(db, hashToken(secret))
      : undefined;
    if (!row) {
      await limits.visitors.count(addressKey(caller.ip));
      throw notFound("There is no page at this address. It may have been revoked.");
    }
    await limits.feeds.count(row.id);
    const cached = this.#cached.get(row.id);
    const age = cached ? now().getTime() - cached.renderedAt : CACHE_MS;
    if (cached && age >= 0 && age < CACHE_MS) return cached.html;
    return this.#rendering.run(this, row.id, () => this.#render(row));
  }

  async #render(row: SharedPageRow): Promise<string> {
    const renderedAt = this.#app.now().getTime();
    const html = pageHtml({ title: row.title, content: await renderContent(this.#app, row) });
    this.#cached.set(row.id, { html, renderedAt });
    return html;
  }
}

async function renderContent(app: App, { kind, briefId, showsNames }: SharedPageRow): Promise<string> {
  if (kind === "brief") {
    const { document } = await getBrief(app, ANONYMOUS_READER, { id: briefId ?? "" });
    return briefContent(document, showsNames === 1);
  }
  if (kind === "landscape") {
    const tools = (await listAllTools(app)).slice(0, MAX_TOOLS);
    const { items } = await presentVerdicts(app);
    return landscapeContent(tools, new Map(items.map(({ toolId, ring }) => [toolId, ring])));
  }
  const currentRadar = await radar(app, {});
  const blips = currentRadar.blips.slice(0, MAX_TOOLS);
  const ids = showsNames === 1 ? blips.map(({ toolId }) => toolId) : [];
  const verdicts = await presentVerdictsOn(app, ids);
  const deciders = verdicts.map(({ toolId, decidedBy }) => [toolId, personName(decidedBy)] as const);
  return radarContent({ ...currentRadar, blips }, new Map(deciders));
}

const ANONYMOUS_READER = { id: "", role: "user" } as const;
