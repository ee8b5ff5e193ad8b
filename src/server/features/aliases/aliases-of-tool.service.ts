import { type Belonging, fitPeople, rowsOfItem } from "#server/kernel/items/belongings.service.ts";

import { findNameOwners } from "./name-owners.queries.ts";

/** What else a tool is called: it goes with the tool, and comes back but for what has become another tool's name. */
export const aliasesOfTool: Belonging = rowsOfItem({
  table: "tool_aliases",
  itemColumn: "toolId",
  key: ["toolId", "folded"],
  async fit(db, kept) {
    const nameNobody = await fitPeople("createdBy", "nobody")(db, kept);
    const names: string[] = [];
    for await (const rows of kept()) names.push(...rows.map(({ folded }) => String(folded)));
    const owners = await findNameOwners(db, names);
    return (row) => {
      const isTaken = owners.get(String(row["folded"]))?.some(({ id }) => id !== row["toolId"]);
      return isTaken ? null : nameNobody(row);
    };
  },
});
