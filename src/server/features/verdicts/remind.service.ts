import type { App, JobWork } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { type NewEvent, recordEvents } from "#server/kernel/ledger/ledger.service.ts";

import { listUnasked, setReviewAsked } from "./verdicts.queries.ts";
import { todayOf } from "./verdicts.service.ts";

const AT_ONCE = 50;

/** Sends one reminder for each verdict past its review date, to the inbox of the person who decided. Returns their number. */
export async function remindOfVerdicts(app: App, { signal }: JobWork): Promise<Record<string, number>> {
  const today = todayOf(app);
  for (let asked = 0; ;) {
    signal.throwIfAborted();
    const count = await app.db.transaction().execute(async (db) => {
      const verdicts = await listUnasked(db, today, AT_ONCE);
      if (verdicts.length === 0) return 0;
      const ids = verdicts.map(({ id }) => id);
      await setReviewAsked(db, ids, app.now().toISOString());
      const events = verdicts.map(({ toolId, name, decidedBy }): NewEvent => ({
        actorId: null,
        verb: "asked-review",
        kind: "tool",
        itemId: toolId,
        title: name,
        addressed: decidedBy === null ? [] : [{ userId: decidedBy, reason: "review" }],
      }));
      await recordEvents(app, db, events);
      return verdicts.length;
    });
    asked += count;
    if (count < AT_ONCE) return { asked };
    await yieldToEventLoop();
  }
}
