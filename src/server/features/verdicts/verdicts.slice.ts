import { type Belonging, adaptUserColumn, dependentRows } from "#server/kernel/items/belongings.service.ts";
import { restoreRows } from "#server/kernel/items/trash.service.ts";
import { nightly } from "#server/kernel/jobs/job.ts";
import type { Slice } from "#server/kernel/slice.ts";

import { remindOfVerdicts } from "./decisions.service.ts";
import { readEvidenceOfTool } from "./verdicts.queries.ts";

/** The verdicts on a tool with their evidence, and the votes. */
const verdictsOfTool: readonly Belonging[] = [
  dependentRows({
    table: "verdicts",
    itemColumn: "toolId",
    key: ["toolId", "revision"],
    createAdapter: adaptUserColumn("decidedBy", "clear"),
  }),
  {
    table: "verdict_evidence",
    // Deleting a verdict deletes its evidence.
    async *read(db, toolId) {
      for await (const rows of readEvidenceOfTool(db, toolId)) yield rows.map((row) => ({ ...row }));
    },
    async restore(db, _toolId, savedRows) {
      for await (const rows of savedRows()) await restoreRows(db, "verdict_evidence", rows);
    },
  },
  dependentRows({
    table: "verdict_votes",
    itemColumn: "toolId",
    key: ["toolId", "userId"],
    createAdapter: adaptUserColumn("userId", "skip"),
  }),
];

export const verdictSlice: Slice = {
  name: "verdicts",
  belongings: [{ kind: "tool", immediate: verdictsOfTool }],
  jobs: [nightly({ name: "verdicts.remind", title: "Remind about verdicts", run: remindOfVerdicts })],
};
