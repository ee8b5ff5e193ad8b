import type { FieldTable } from "#shared/fields/field.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";
import type { VersionSummary } from "#shared/kernel/versions.ts";

/** One state of a tool, prompt or reading: its fields by their names, and who saved it when. */
export type Version = Readonly<Record<string, unknown>> & Readonly<VersionSummary>;

/** What a history needs to know of the kind of its item. */
export interface HistoryKind {
  kind: LibraryKind;
  fields: FieldTable;
  /** The field that is always shown, in a frame of its own. */
  mainField?: string;
}

/** The history of an item as far as it has been read. */
export interface ItemHistory {
  /** Those read so far, the present one first; undefined before the first of them are there. */
  loaded: readonly Version[] | undefined;
  /** The one that the address names and the one before it, where they are further back than what is loaded. */
  farOff: readonly Version[];
  isLoadingFarOff: boolean;
  isError: boolean;
  retry: () => void;
  /** Reads it from the newest version on, which somebody may have saved meanwhile. */
  readAgain: () => void;
  isReadingAgain: boolean;

  hasOlder: boolean;
  isLoadingOlder: boolean;
  hasOlderFailed: boolean;
  loadOlder: () => void;

  isRestoring: boolean;
  /** Makes what an old version held a new one, unless somebody has changed the item since `baseRevision`. */
  restore: (
    request: { revision: number; baseRevision: number },
    then: { onSuccess: () => void; onError: (error: unknown) => void },
  ) => void;
}
