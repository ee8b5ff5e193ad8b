import type { App } from "#server/app.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import { getItem } from "#server/kernel/items/library.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Ballot, ToolVerdict } from "#shared/verdicts/verdicts.ts";

import { describeVerdict } from "./verdicts.service.ts";
import { deleteVote, findVote, saveVote } from "./votes.queries.ts";

/** Adds, changes or withdraws this user's vote on a tool. Repeating the same vote has no effect. */
export function vote(app: App, by: User, { toolId, ring, note }: Ballot): Promise<ToolVerdict> {
  return app.db.transaction().execute(async (db) => {
    const tool = await getItem({ db }, toolLibrary, toolId);
    const before = await findVote(db, toolId, by.id);
    const isSame = ring === null ? before === undefined : before?.ring === ring && before.note === note;
    if (isSame) return describeVerdict(app, db, by, toolId);
    if (ring === null) await deleteVote(db, toolId, by.id);
    else {
      const votedAt = app.now().toISOString();
      await saveVote(db, { toolId, userId: by.id, ring, note, votedAt, importedIn: null });
    }
    const detail = { ringFrom: before?.ring ?? null, ringTo: ring };
    await recordEvents(app, db, [
      { actorId: by.id, verb: "voted", kind: "tool", itemId: toolId, title: tool.name, detail },
    ]);
    return describeVerdict(app, db, by, toolId);
  });
}
