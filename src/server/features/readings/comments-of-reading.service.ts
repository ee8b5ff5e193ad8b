import type { ManyBelongings } from "#server/kernel/items/belongings.service.ts";
import { putRowsBack } from "#server/kernel/items/trash.service.ts";

import { countComments, takeLastComments } from "./comments-of-reading.queries.ts";

/** The discussion of a reading. A reply is written after what it answers, so it is deleted before that and restored after it. */
export const commentsOfReading: ManyBelongings = {
  name: "comments",
  count: countComments,
  async take(db, readingId, limit) {
    const comments = await takeLastComments(db, readingId, limit);
    return [{ table: "comments", rows: comments.map((comment) => ({ ...comment })) }];
  },
  restore: {
    // A comment without its words may stand there, if a reply to it was restored by itself.
    comments: (db, _deletion, rows) => putRowsBack(db, "comments", rows, { over: ["id"] }),
  },
};
