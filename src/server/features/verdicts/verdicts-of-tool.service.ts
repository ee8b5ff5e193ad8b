import { type Belonging, fitPeople, rowsOfItem } from "#server/kernel/items/belongings.service.ts";
import { putRowsBack } from "#server/kernel/items/trash.service.ts";

import { readEvidenceOfTool } from "./verdicts-of-tool.queries.ts";

/** What was decided on a tool and who voted: all of it goes with the tool, and comes back with it. */
export const verdictsOfTool: readonly Belonging[] = [
  rowsOfItem({
    table: "verdicts",
    itemColumn: "toolId",
    key: ["toolId", "revision"],
    fit: fitPeople("decidedBy", "nobody"),
  }),
  {
    table: "verdict_evidence",
    // Evidence goes with its verdict.
    async *read(db, toolId) {
      for await (const rows of readEvidenceOfTool(db, toolId)) yield rows.map((row) => ({ ...row }));
    },
    async restore(db, _toolId, kept) {
      for await (const rows of kept()) await putRowsBack(db, "verdict_evidence", rows);
    },
  },
  rowsOfItem({
    table: "verdict_votes",
    itemColumn: "toolId",
    key: ["toolId", "userId"],
    fit: fitPeople("userId", "away"),
  }),
];
