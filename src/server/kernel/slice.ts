/** Declarations of a slice. The kernel reads the list of slices and imports none of them. */
import type { DeletionRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import type { User } from "#shared/accounts/users.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";
import { JOB_NAMES } from "#shared/operations/jobs.ts";

import type { Belonging, ManyBelongings } from "./items/belongings.service.ts";
import type { Library, LibraryItem } from "./items/library-kind.service.ts";
import type { Cleanup } from "./jobs/cleanup.queries.ts";
import type { Job } from "./jobs/job.ts";
import { registerTextSources, type TextSource } from "./texts/text-source.ts";

type DeletedKind = DeletionRow["kind"];
export type AnyLibrary = Library<LibraryItem, object>;

/** Rows that are deleted and restored with an item, which may be of another slice. */
export interface Belongings {
  kind: LibraryKind;
  /** Rows that move in the item's own transaction, in the order in which they are restored. */
  few?: readonly Belonging[];
  /** Rows that follow in portions, in the order in which they are deleted. */
  many?: readonly ManyBelongings[];
}

/** A part of an item that people delete and restore by itself, such as a comment. */
export interface DeletablePart {
  kind: Exclude<DeletedKind, LibraryKind>;
  restore(app: App, db: App["db"], call: { by: User; deletion: DeletionRow }): Promise<void>;
  /** Records in the ledger that it was deleted for good. */
  recordPurge(app: App, db: App["db"], call: { by: User; deletion: DeletionRow }): Promise<void>;
}

export interface Slice {
  name: string;
  /** Texts that search indexes and that are scanned for links. */
  texts?: readonly TextSource[];
  /** How its items are stored, edited, versioned, deleted and restored. */
  library?: AnyLibrary;
  belongings?: readonly Belongings[];
  part?: DeletablePart;
  jobs?: readonly Job[];
  /** Rows that the nightly cleanup deletes. */
  cleanup?: readonly Cleanup[];
}

/** A process has one list, set before anything else runs; tests and programs set it through `createApp`. */
let slices: readonly Slice[] = [];

export const registerSlices = (list: readonly Slice[]): void => {
  slices = list;
  registerTextSources(list.flatMap(({ texts = [] }) => texts));
};

/** The library of a kind; undefined for parts of items. */
export const findLibrary = (kind: DeletedKind): AnyLibrary | undefined =>
  slices.find(({ library }) => library?.kind === kind)?.library;

export function getLibrary(kind: LibraryKind): AnyLibrary {
  const library = findLibrary(kind);
  if (!library) throw new Error(`no slice declares the kind ${kind}`);
  return library;
}

export function getPart(kind: DeletedKind): DeletablePart {
  const part = slices.find((slice) => slice.part?.kind === kind)?.part;
  if (!part) throw new Error(`no slice declares the kind ${kind}`);
  return part;
}

/** All rows that go with an item of this kind, in the order of the slices. */
export function belongingsOf(kind: DeletedKind): Required<Omit<Belongings, "kind">> {
  const declared = slices.flatMap(({ belongings = [] }) => belongings.filter((one) => one.kind === kind));
  return {
    few: declared.flatMap(({ few = [] }) => few),
    many: declared.flatMap(({ many = [] }) => many),
  };
}

export const allCleanups = (): Cleanup[] => slices.flatMap(({ cleanup = [] }) => cleanup);

/** The jobs that apply to this database, in the order of their names. */
export const jobsFor = ({ folder }: Pick<App["database"], "folder">): Job[] =>
  slices
    .flatMap(({ jobs = [] }) => jobs)
    .filter(({ isOfFile }) => !isOfFile || folder !== null)
    .toSorted((one, two) => JOB_NAMES.indexOf(one.name) - JOB_NAMES.indexOf(two.name));
