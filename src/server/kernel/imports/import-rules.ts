import type { Db } from "#db/database.ts";
import type {
  BibtexRows,
  ImportFormat,
  ImportReport,
  MappingOf,
  ImportedRow,
} from "#shared/imports/request.ts";
import type { ImportKind } from "#shared/imports/row.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

import type { PlanRules, ReadRow } from "./import-plan.ts";

/** Input of an import call. Plain JSON, except for unreadable rows of a file parsed here. */
export interface ImportCall {
  rows?: readonly unknown[] | undefined;
  format?: ImportFormat | undefined;
  content?: string | undefined;
  /** Header line of a CSV file, from 1; detected if undefined. */
  headerLine?: number | undefined;
  /** BibTeX entries, already parsed. */
  entries?: BibtexRows | undefined;
  /** Guessed from the column names if undefined. */
  mapping?: MappingOf<string> | undefined;
  dryRun?: boolean | undefined;
  /** Id of the whole import; created if undefined. */
  importId?: string | undefined;
  /** Names for which all rows are one tool. */
  mergeNames?: "all" | readonly string[] | undefined;
  /** True to leave existing items unchanged. */
  isAddingOnly?: boolean | undefined;
}

/** Changes that an import makes to items. */
export interface ImportChanges {
  added: { id: string; time: string; fields: Record<string, unknown> }[];
  edited: { id: string; revision: number; changes: Record<string, unknown> }[];
  /** Further changes, as JSON. The slice that plans them stores them. */
  extras: readonly unknown[];
}

export interface PlannedImport {
  report: Omit<ImportReport, "importId">;
  changes: ImportChanges;
}

export interface ImportRules<Field extends string, Imported extends object, Item> {
  kind: ImportKind<Field, Imported>;
  rowsOf(call: ImportCall): readonly unknown[];
  rules: Omit<PlanRules<Item, Imported>, "now" | "createItem">;
  /** Creates a new item, with the fields that later rows are compared with. */
  createItem(fields: Imported, base: { id: string; userId: string; revision: number }, time: string): Item;
  /** Corrects or rejects the data of a row. */
  adjust?(row: ReadRow<Imported>): ReadRow<Imported>;
}

export interface ImportContext {
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
  plan(context: ImportContext, call: ImportCall): Promise<PlannedImport>;
}

interface ExtrasInput extends Pick<ImportContext, "mayDecide"> {
  /** The rows of the file, and the outcome of each. */
  inputRows: readonly unknown[];
  rows: readonly ImportedRow[];
  /** Columns that are not mapped to fields. */
  unused: readonly string[];
  /** True to leave existing items unchanged. */
  isAddingOnly: boolean;
}

/**
 * Plans changes beyond the fields of items, such as aliases and verdicts. Returns them with the rows and unused columns
 * to report.
 */
export type PlanExtras = (
  db: Db,
  input: ExtrasInput,
) => Promise<{ rows: ImportedRow[]; extras: readonly unknown[]; unused: string[] }>;
