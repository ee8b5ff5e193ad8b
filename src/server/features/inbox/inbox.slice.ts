import type { Slice } from "#server/kernel/slice.ts";
import { DONE_DAYS } from "#shared/inbox/inbox-words.ts";

import { isOrphanedEntry } from "./inbox.queries.ts";
import { addEntries } from "./recipients.service.ts";

export const inboxSlice: Slice = {
  name: "inbox",
  onEvents: addEntries,
  cleanup: [
    { name: "done inbox entries", table: "inbox_entries", timeColumns: ["doneAt"], days: DONE_DAYS },
    {
      name: "inbox entries of old events",
      table: "inbox_entries",
      timeColumns: [],
      days: 0,
      condition: isOrphanedEntry,
    },
  ],
};
