import { type Belonging, adaptUserColumn, dependentRows } from "#server/kernel/items/belongings.service.ts";
import type { Slice } from "#server/kernel/slice.ts";

import { findNameOwners } from "./aliases.queries.ts";

/** A tool's aliases. Restoring a tool skips aliases that are another tool's name by then. */
const aliasesOfTool: Belonging = dependentRows({
  table: "tool_aliases",
  itemColumn: "toolId",
  key: ["toolId", "folded"],
  async createAdapter(db, savedRows) {
    const fitCreator = await adaptUserColumn("createdBy", "clear")(db, savedRows);
    const names: string[] = [];
    for await (const rows of savedRows()) names.push(...rows.map(({ folded }) => String(folded)));
    const owners = await findNameOwners(db, names);
    return (row) => {
      const isTaken = owners.get(String(row["folded"]))?.some(({ id }) => id !== row["toolId"]);
      return isTaken ? null : fitCreator(row);
    };
  },
});

export const aliasSlice: Slice = {
  name: "aliases",
  belongings: [{ kind: "tool", immediate: [aliasesOfTool] }],
};
