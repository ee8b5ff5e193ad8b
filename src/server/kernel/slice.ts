/** Declarations of a slice for the main thread. The kernel reads the list of slices and imports none of them. */
import type { DeletionRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ItemKind, LibraryKind } from "#shared/kernel/item-address.ts";
import { JOB_NAMES } from "#shared/operations/jobs.ts";

import type { ImportChanges } from "./imports/import-rules.ts";
import type { Belonging, BatchedBelonging } from "./items/belongings.service.ts";
import type { Library, LibraryItem } from "./items/library-kind.service.ts";
import type { Cleanup } from "./jobs/cleanup.queries.ts";
import type { Job } from "./jobs/job.ts";
import { type EventListener, registerEventListeners } from "./ledger/ledger.service.ts";

type DeletedKind = DeletionRow["kind"];
export type AnyLibrary = Library<LibraryItem, object>;

/** Rows that are deleted and restored with an item. The item may belong to another slice. */
export interface Belongings {
  kind: LibraryKind;
  /** Rows that move in the item's own transaction, in the order in which they are restored. */
  immediate?: readonly Belonging[];
  /** Rows that follow in batches, in the order in which they are deleted. */
  batched?: readonly BatchedBelonging[];
}

/** A part of an item that people delete and restore separately, such as a comment. */
export interface DeletablePart {
  kind: Exclude<DeletedKind, LibraryKind>;
  restore(app: App, db: Db, call: { by: User; deletion: DeletionRow }): Promise<void>;
  /** Records in the ledger that the part was permanently deleted. */
  recordPurge(app: App, db: Db, call: { by: User; deletion: DeletionRow }): Promise<void>;
}

/** Stores and undoes the changes of imports beyond the fields of items, such as verdicts. */
export interface ImportExtras {
  kind: LibraryKind;
  /** Runs within the transaction of the import. Returns the ids of items with new names. */
  store(app: App, db: Db, call: { by: User; importId: string; changes: ImportChanges }): Promise<string[]>;
  /** Undoes the extras of the next items, within a transaction. */
  undo(app: App, db: Db, call: UndoExtrasCall): Promise<UndoneExtras>;
  /** Runs after the transaction, for items with added or removed names. Repeating it is harmless. */
  afterRename(app: App, ids: readonly string[]): Promise<void>;
}

export interface UndoExtrasCall {
  by: Pick<User, "id">;
  importId: string;
  /** Ids of items to leave unchanged. */
  except: ReadonlySet<string>;
  /** Id of the last item so far; the next items follow in the order of their ids. */
  after: string;
  /** Maximum number of items. */
  limit: number;
}

export interface UndoneExtras {
  /** Ids of all items of this batch, in order, including those left unchanged. */
  items: readonly string[];
  /** Ids of the changed items. */
  undone: ReadonlySet<string>;
  /** Ids of items with later changes, which are left alone. */
  skipped: ReadonlySet<string>;
  /** Ids of items that lost names. */
  renamed: readonly string[];
}

export interface Slice {
  name: string;
  /** Its items, which the kernel stores, edits, versions, deletes and restores. */
  library?: AnyLibrary;
  /** Kind whose items have discussions. */
  discussedKind?: ItemKind;
  belongings?: readonly Belongings[];
  part?: DeletablePart;
  importExtras?: ImportExtras;
  onEvents?: EventListener;
  jobs?: readonly Job[];
  /** Rows that the nightly cleanup deletes. */
  cleanup?: readonly Cleanup[];
}

/** Set once per process, before anything else runs; tests and programs set it through `createApp`. */
let slices: readonly Slice[] = [];

export const registerSlices = (allSlices: readonly Slice[]): void => {
  slices = allSlices;
  registerEventListeners(allSlices.flatMap(({ onEvents }) => onEvents ?? []));
};

/** Returns the library of a kind. Undefined for parts of items. */
export const findLibrary = (kind: DeletedKind): AnyLibrary | undefined =>
  slices.find(({ library }) => library?.kind === kind)?.library;

export function getLibrary(kind: LibraryKind): AnyLibrary {
  const library = findLibrary(kind);
  if (!library) throw new Error(`no slice declares the kind ${kind}`);
  return library;
}

/** True if items of this kind have discussions. */
export const isDiscussed = (kind: ItemKind): boolean =>
  slices.some(({ discussedKind }) => discussedKind === kind);

export function getPart(kind: DeletedKind): DeletablePart {
  const part = slices.find((slice) => slice.part?.kind === kind)?.part;
  if (!part) throw new Error(`no slice declares the kind ${kind}`);
  return part;
}

export const allImportExtras = (): ImportExtras[] => slices.flatMap(({ importExtras }) => importExtras ?? []);

export const findImportExtras = (kind: LibraryKind): ImportExtras | undefined =>
  allImportExtras().find((extras) => extras.kind === kind);

/** Returns the dependent rows of items of this kind, in the order of the slices. */
export function belongingsOf(kind: DeletedKind): Required<Omit<Belongings, "kind">> {
  const declared = slices.flatMap(({ belongings = [] }) => belongings.filter((entry) => entry.kind === kind));
  return {
    immediate: declared.flatMap(({ immediate = [] }) => immediate),
    batched: declared.flatMap(({ batched = [] }) => batched),
  };
}

export const allCleanups = (): Cleanup[] => slices.flatMap(({ cleanup = [] }) => cleanup);

/** Returns the jobs that apply to this database, in the order of `JOB_NAMES`. */
export const jobsFor = ({ folder }: Pick<App["database"], "folder">): Job[] =>
  slices
    .flatMap(({ jobs = [] }) => jobs)
    .filter(({ needsDatabaseFile }) => !needsDatabaseFile || folder !== null)
    .toSorted((one, two) => JOB_NAMES.indexOf(one.name) - JOB_NAMES.indexOf(two.name));
