import { fitPeople, type ManyBelongings, rowsOfItem } from "#server/kernel/items/belongings.service.ts";
import { putRowsBack } from "#server/kernel/items/trash.service.ts";
import type { Slice } from "#server/kernel/slice.ts";

import { restoreComment } from "./comment-restore.service.ts";
import { countComments, takeLastComments } from "./comments.queries.ts";
import { recordComment } from "./comments.service.ts";
import { readingLibrary } from "./readings.service.ts";

/** When each person last opened the discussion. */
const commentReads = rowsOfItem({
  table: "comment_reads",
  itemColumn: "readingId",
  key: ["readingId", "userId"],
  fit: fitPeople("userId", "away"),
});

/** The discussion. Replies are deleted before the comments that they answer, and restored after them. */
const discussion: ManyBelongings = {
  name: "comments",
  count: countComments,
  async take(db, readingId, limit) {
    const comments = await takeLastComments(db, readingId, limit);
    return [{ table: "comments", rows: comments.map((comment) => ({ ...comment })) }];
  },
  restore: {
    // Restoring a single reply may have left its parent here, without words.
    comments: (db, _deletion, rows) => putRowsBack(db, "comments", rows, { over: ["id"] }),
  },
};

export const readingSlice: Slice = {
  name: "readings",
  library: readingLibrary,
  belongings: [{ kind: "reading", few: [commentReads], many: [discussion] }],
  part: {
    kind: "comment",
    restore: restoreComment,
    recordPurge: (app, db, { by, deletion: { id, itemId, containerId, title } }) =>
      recordComment(app, db, by, {
        reading: { id: containerId ?? "", title },
        detail: { comment: itemId, change: "purged", deletion: id },
      }),
  },
};
