import type { ImportKind } from "#shared/imports/row.ts";

import type { ImportCall } from "./import-call.ts";
import type { PlanRules, ReadRow } from "./import-plan.ts";

/** How rows of one kind are imported. */
export interface ImportRules<Field extends string, Imported extends object, Item> {
  kind: ImportKind<Field, Imported>;
  rowsOf(call: ImportCall): readonly unknown[];
  rules: Omit<PlanRules<Item, Imported>, "now" | "make">;
  /** A new item with these fields, as far as other rows are compared with it. */
  make(fields: Imported, base: { id: string; userId: string; revision: number }, time: string): Item;
  /** Whether rows may tell what a team remembers of a tool beside its fields. */
  hasMemory?: boolean;
  /** Corrects or refuses what a row says. */
  adjust?(row: ReadRow<Imported>): ReadRow<Imported>;
}
