import type { Slice } from "#server/kernel/slice.ts";
import { LIBRARY_KINDS } from "#shared/kernel/item-address.ts";

import { isOrphanedMention } from "./comments.queries.ts";
import { recordComment } from "./comments.service.ts";
import { discussionOf, restoreComment } from "./deleted-comments.service.ts";

export const commentSlice: Slice = {
  name: "comments",
  belongings: LIBRARY_KINDS.map((kind) => ({ kind, batched: [discussionOf(kind)] })),
  part: {
    kind: "comment",
    restore: restoreComment,
    recordPurge: (app, db, { by, deletion: { id, itemId, containerKind, containerId, title } }) =>
      recordComment(app, db, by, {
        subject: { kind: containerKind ?? "reading", id: containerId ?? "", title },
        detail: { comment: itemId, change: "purged", deletion: id },
      }),
  },
  cleanup: [
    {
      name: "mentions of people",
      table: "comment_mentions",
      timeColumns: [],
      days: 0,
      condition: () => isOrphanedMention(),
    },
  ],
};
