import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import type { Library, LibraryItem } from "#server/kernel/items/library-kind.service.ts";
import { saveItems } from "#server/kernel/items/library.service.ts";
import { findImportExtras } from "#server/kernel/slice.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ImportReport } from "#shared/imports/request.ts";

import type { ImportCall, PlannedImport } from "./import-rules.ts";

interface ImportOptions {
  /** Aborts when the client no longer waits for the report. */
  signal?: AbortSignal | undefined;
  /** True in a program without other users, which doesn't need a worker thread and its limits. */
  runsOnMainThread?: boolean;
  note?: string;
  /** True if the user may decide on tools. */
  mayDecide?: boolean;
}

/** Number of attempts without a lock. If items change during each of them, the last attempt locks out other writers. */
const UNLOCKED_ATTEMPTS = 3;

/** Imports rows, or only plans the import in a dry run. Returns a report on each row. */
export async function runImport<Item extends LibraryItem, Fields extends object>(
  app: App,
  by: User,
  library: Library<Item, Fields>,
  call: ImportCall,
  { signal, runsOnMainThread = false, mayDecide = false, note }: ImportOptions,
): Promise<ImportReport> {
  const context = {
    databaseUrl: app.database.url,
    kind: library.kind,
    now: app.now(),
    promptMaxLength: app.config.promptMaxLength,
    mayDecide,
  };
  const callJson = runsOnMainThread ? "" : JSON.stringify(call);

  async function plan(): Promise<PlannedImport> {
    if (runsOnMainThread) return (await import("./import.task.ts")).planCall(context, call);
    const { report, changes } = await app.workers.run(
      "imports.plan",
      { ...context, call: callJson },
      { signal },
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the worker has written
    return JSON.parse(`{"report":${report},"changes":${changes}}`) as PlannedImport;
  }

  if (call.dryRun) return { ...(await plan()).report, importId: null };
  const { importId = randomUUID() } = call;
  const extras = findImportExtras(library.kind);
  let renamed: string[] = [];
  const { report } = await saveItems(app, library, {
    by,
    plan,
    changesIn: (planned) => planned.changes,
    async afterSave(db, planned) {
      renamed = (await extras?.store(app, db, { by, importId, changes: planned.changes })) ?? [];
    },
    unlockedAttempts: UNLOCKED_ATTEMPTS,
    importId,
    ...(note !== undefined && { note }),
  });
  await extras?.afterRename(app, renamed);
  const { created, updated, skipped, wrong } = report;
  app.log.info({ userId: by.id, created, updated, skipped, wrong }, `${library.kind}s imported`);
  return { ...report, importId };
}
