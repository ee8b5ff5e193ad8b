import type { ImportReport, MappingOf } from "#shared/import-request.ts";
import type { ImportKind } from "#shared/import-row.ts";

/** Where the rows of a file go. */
export interface ImportTarget<Field extends string> {
  kind: Omit<ImportKind<Field, unknown>, "readers" | "exactReaders" | "schema">;
  /** The dialog's name, such as "Import Tools". */
  title: string;
  /** Rows as somebody might paste them. */
  example: string;
  send: (call: { rows: unknown[]; mapping: MappingOf<Field>; dryRun: boolean }) => Promise<ImportReport>;
  /** Hears that an import has ended. */
  onImported: () => void;
}
