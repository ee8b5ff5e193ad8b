import type { Db } from "#db/database.ts";
import type { ImportedRow } from "#shared/imports/request.ts";
import type { ImportKind } from "#shared/imports/row.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

import type { ImportCall, PlannedImport } from "./import-call.ts";
import type { PlanRules, ReadRow } from "./import-plan.ts";

export interface ImportRules<Field extends string, Imported extends object, Item> {
  kind: ImportKind<Field, Imported>;
  rowsOf(call: ImportCall): readonly unknown[];
  rules: Omit<PlanRules<Item, Imported>, "now" | "make">;
  /** Creates a new item with the fields that other rows are compared with. */
  make(fields: Imported, base: { id: string; userId: string; revision: number }, time: string): Item;
  /** Corrects or rejects the data of a row. */
  adjust?(row: ReadRow<Imported>): ReadRow<Imported>;
}

export interface ImportSetting {
  databaseUrl: string;
  kind: LibraryKind;
  now: Date;
  promptMaxLength: number;
  /** True if the user may decide on tools. */
  mayDecide: boolean;
}

/** Plans imports of one kind. */
export interface Importer {
  kind: LibraryKind;
  plan(setting: ImportSetting, call: ImportCall): Promise<PlannedImport>;
}

interface ExtrasInput extends Pick<ImportSetting, "mayDecide"> {
  /** The rows of the file, and the outcome of each. */
  given: readonly unknown[];
  rows: readonly ImportedRow[];
  /** Columns that are not mapped to fields. */
  unused: readonly string[];
  /** True if existing items stay as they are. */
  isAddingOnly: boolean;
}

/** Plans what rows change beside the fields of their items. Returns it with the rows and unused columns to report. */
export type PlanExtras = (
  db: Db,
  input: ExtrasInput,
) => Promise<{ rows: ImportedRow[]; extras: readonly unknown[]; unused: string[] }>;
