import type { ImportKind } from "#shared/imports/row.ts";

import type { ImportCall } from "./import-call.ts";
import type { PlanRules, ReadRow } from "./import-plan.ts";

/** Rules for importing rows of one kind. */
export interface ImportRules<Field extends string, Imported extends object, Item> {
  kind: ImportKind<Field, Imported>;
  rowsOf(call: ImportCall): readonly unknown[];
  rules: Omit<PlanRules<Item, Imported>, "now" | "make">;
  /** Creates a new item with the fields that other rows are compared with. */
  make(fields: Imported, base: { id: string; userId: string; revision: number }, time: string): Item;
  /** True if rows may contain aliases, verdicts and votes. */
  hasMemory?: boolean;
  /** Corrects or rejects the data of a row. */
  adjust?(row: ReadRow<Imported>): ReadRow<Imported>;
}
