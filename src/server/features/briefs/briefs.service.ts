import { randomUUID } from "node:crypto";

import type { BriefDraftRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { conflict, forbidden, notFound } from "#server/errors.ts";
import { radar } from "#server/features/verdicts/radar.service.ts";
import { todayOf } from "#server/features/verdicts/verdicts.service.ts";
import { toExportedFile, PPTX } from "#server/kernel/exports/export.service.ts";
import { getTimeZone } from "#server/kernel/jobs/jobs.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";
import { daysOfPeriod } from "#shared/brief/brief-rules.ts";
import { briefMarkdown, applyChoices, briefTitle } from "#shared/brief/brief-texts.ts";
import {
  type BriefDocument,
  briefDocumentSchema,
  type BriefChoices,
  briefChoicesSchema,
  type BriefDraft,
  type BriefFileRequest,
  type BriefFormat,
  type BriefRequest,
  type ListedBrief,
  type OpenBrief,
  type PublishedBrief,
  type PublishedBriefFileRequest,
} from "#shared/brief/briefs.ts";
import type { ExportedFile } from "#shared/export.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import {
  countBriefs,
  deleteBrief,
  deleteDraft,
  deleteOldDrafts,
  findBrief,
  findDraft,
  insertBrief,
  listBriefRows,
  upsertDraft,
} from "./briefs.queries.ts";

/** Maximum number of published briefs: ten a week for twenty years. */
const MAX_BRIEFS = 10_000;
/** Maximum number of drafts of one person. The oldest ones are deleted. */
const MAX_DRAFTS = 50;

/** Returns the brief of a period with all its lines. The default period is last week. */
export function createBrief(app: App, request: BriefRequest, signal?: AbortSignal): Promise<BriefDocument> {
  const { databaseUrl, period } = { databaseUrl: app.database.url, period: periodOf(app, request) };
  return app.workers.run("briefs.read", { databaseUrl, period }, { signal });
}

function periodOf(app: App, { from, to }: BriefRequest) {
  const days =
    from === undefined || to === undefined ? daysOfPeriod("Last week", todayOf(app)) : { from, to };
  return { ...days, timeZone: getTimeZone(app) };
}

/** Returns the brief of a period with all its lines, and the person's saved choices. */
export async function openBrief(
  app: App,
  user: User,
  request: BriefRequest,
  signal?: AbortSignal,
): Promise<OpenBrief> {
  const document = await createBrief(app, request, signal);
  const row = await findDraft(app.db, { userId: user.id, ...daysOf(document.period) });
  return { document, draft: row ? toChoices(row) : null };
}

const daysOf = ({ from, to }: { from: string; to: string }) => ({ firstDay: from, lastDay: to });

function toChoices({ headline, note, hidden, sections }: BriefDraftRow): BriefChoices {
  const stored = { headline, note, hidden: JSON.parse(hidden), sections: JSON.parse(sections) };
  const choices = briefChoicesSchema.safeParse(stored);
  // Another version of the program may have stored other choices.
  return choices.success ? choices.data : { headline, note, hidden: [], sections: [] };
}

/** Saves a person's choices for the brief of a period. */
export async function saveDraft(app: App, user: User, draft: BriefDraft): Promise<void> {
  const { headline, note, hidden, sections } = draft;
  await app.db.transaction().execute(async (db) => {
    await upsertDraft(db, {
      userId: user.id,
      ...daysOf(periodOf(app, draft)),
      headline,
      note,
      hidden: JSON.stringify(hidden),
      sections: JSON.stringify(sections),
      savedAt: app.now().toISOString(),
    });
    await deleteOldDrafts(db, user.id, MAX_DRAFTS);
  });
}

/**
 * Publishes the brief of a period with these choices, for everybody, and deletes the person's draft. Later changes of
 * items don't change a published brief.
 */
export async function publishBrief(
  app: App,
  user: User,
  draft: BriefDraft,
  signal?: AbortSignal,
): Promise<ListedBrief> {
  const document = applyChoices(await createBrief(app, draft, signal), draft);
  if (document.sections.length === 0 && document.note.trim() === "")
    throw conflict("There is nothing to publish. Choose another period, or write a note.");
  const days = daysOf(document.period);
  const row = {
    id: randomUUID(),
    ...days,
    title: briefTitle(document),
    note: document.note,
    document: JSON.stringify(document),
    createdBy: user.id,
    publishedAt: app.now().toISOString(),
  };
  await app.db.transaction().execute(async (db) => {
    if ((await countBriefs(db)) >= MAX_BRIEFS)
      throw conflict(`There are ${MAX_BRIEFS.toLocaleString("en-US")} briefs. Delete one first.`);
    await insertBrief(db, row);
    await deleteDraft(db, { userId: user.id, ...days });
  });
  app.log.info({ userId: user.id, briefId: row.id }, "published a brief");
  return toListedBrief({ ...user, ...row });
}

type BriefRow = Awaited<ReturnType<typeof listBriefRows>>[number];

const toListedBrief = ({ firstDay, lastDay, title, publishedAt, ...row }: BriefRow): ListedBrief => ({
  id: row.id,
  from: firstDay,
  to: lastDay,
  title,
  by: row.username === null ? null : personName({ ...row, username: row.username }),
  publishedAt,
});

/** Lists published briefs, newest first. */
export const listBriefs = (app: App, input: PageRequest): Promise<Page<ListedBrief>> =>
  readPage(
    input,
    async (slice) => (await listBriefRows(app.db, slice)).map(toListedBrief),
    ({ publishedAt, id }) => [publishedAt, id],
  );

/** Returns a published brief. Throws 404 if there is none. */
export async function getBrief(
  app: App,
  user: Pick<User, "id" | "role">,
  { id }: { id: string },
): Promise<PublishedBrief> {
  const row = await findBrief(app.db, id);
  if (!row) throw notFound("Brief not found");
  return {
    ...toListedBrief(row),
    document: briefDocumentSchema.parse(JSON.parse(row.document)),
    mayRemove: mayRemove(user, row),
  };
}

const mayRemove = (
  { id, role }: Pick<User, "id" | "role">,
  { createdBy }: Pick<BriefRow, "createdBy">,
): boolean => role === "admin" || createdBy === id;

/** Deletes a published brief with its shared pages. Throws 403 unless the user is its author or an administrator. */
export async function removeBrief(app: App, user: User, { id }: { id: string }): Promise<void> {
  const row = await findBrief(app.db, id);
  if (!row) throw notFound("Brief not found");
  if (!mayRemove(user, row)) throw forbidden("Only its author and administrators can delete this brief.");
  await deleteBrief(app.db, id);
  app.log.info({ userId: user.id, briefId: id }, "deleted a brief");
}

/** Returns the brief of a period as a file. */
export async function exportBrief(
  app: App,
  user: User,
  { format, lines, ...request }: BriefFileRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const { document, draft } = await openBrief(app, user, request, signal);
  return briefFile(app, lines === "mine" && draft ? applyChoices(document, draft) : document, format, signal);
}

/** Returns a published brief as a file. */
export async function exportPublishedBrief(
  app: App,
  user: User,
  { id, format }: PublishedBriefFileRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const { document } = await getBrief(app, user, { id });
  return briefFile(app, document, format, signal);
}

/** Renders a brief as a file. */
export async function briefFile(
  app: App,
  document: BriefDocument,
  format: BriefFormat,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const name = `brief-${document.period.from}-${document.period.to}`;
  if (format === "pptx") {
    const today = todayOf(app);
    const asOf = document.period.to < today ? document.period.to : today;
    const input = { document, radar: await radar(app, { asOf }), origin: app.publicUrl };
    return toExportedFile(`${name}.pptx`, PPTX, await app.workers.run("briefs.deck", input, { signal }));
  }
  const [ending, mediaType, text] =
    format === "markdown"
      ? (["md", "text/markdown", briefMarkdown(document, app.publicUrl)] as const)
      : (["json", "application/json", `${JSON.stringify(document, null, 2)}\n`] as const);
  return toExportedFile(`${name}.${ending}`, `${mediaType}; charset=utf-8`, Buffer.from(text));
}
