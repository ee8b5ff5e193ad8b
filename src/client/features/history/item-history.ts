import type { FieldTable } from "#shared/fields/field.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";
import type { VersionSummary } from "#shared/kernel/versions.ts";

/** Version of a tool, prompt or reading: its fields by name, its author and its time. */
export type Version = Readonly<Record<string, unknown>> & Readonly<VersionSummary>;

/** Properties of the item kind that a history uses. */
export interface HistoryKind {
  kind: LibraryKind;
  fields: FieldTable;
  /** Field that is always shown, in its own frame. */
  mainField?: string;
}

/** Loaded history of an item. */
export interface ItemHistory {
  /** Versions loaded so far, the current one first; undefined until the first page arrives. */
  loaded: readonly Version[] | undefined;
  /** The version in the URL and the one before it, if they are older than the loaded ones. */
  farOff: readonly Version[];
  isLoadingFarOff: boolean;
  isError: boolean;
  retry: () => void;
  /** Reloads the history from the newest version. */
  readAgain: () => void;
  isReadingAgain: boolean;

  hasOlder: boolean;
  isLoadingOlder: boolean;
  hasOlderFailed: boolean;
  loadOlder: () => void;

  isRestoring: boolean;
  /** Saves an old version as a new one. Fails if the item changed after `baseRevision`. */
  restore: (
    request: { revision: number; baseRevision: number },
    then: { onSuccess: () => void; onError: (error: unknown) => void },
  ) => void;
}
