import type { CellReader } from "#shared/imports/adjustments.ts";

import type { FieldSchemas, SchemaKinds } from "./field-schemas.ts";

/** How a form edits a field: `own` by a control that the section brings, `none` not at all. */
export type Control =
  | "text"
  | "number"
  | "textarea"
  | "address"
  | "option"
  | "tags"
  | "lowercase-tags"
  | "own"
  | "none";

/** A row in the table of an entity's fields: all that schemas, forms, views, imports and exports know of a field. */
export interface Field {
  /** As the form has it; files and messages have it in sentence case. */
  label: string;

  /** The schemas of its kind. A function, so that whoever only shows fields comes without zod. */
  schemas: (kinds: SchemaKinds) => FieldSchemas;
  /** What is stored where nothing was given. */
  emptyValue: unknown;

  control: Control;
  isRequired: boolean;
  /** Takes both columns of the form. */
  isWide: boolean;
  placeholder?: string;
  hint?: string;
  /** Of a text area. */
  rows?: number;

  /** Names of columns that hold it, without case, spaces and punctuation; the likelier one first. */
  headers: string;
  /** Names that count only when no field has a column of its own names. */
  otherHeaders?: string;
  /** Reads a cell of other programs' files, and one of a StackLoop export, which comes back as it was. */
  readCell: CellReader;
  readExactly: CellReader;

  /** Its value is the address of a picture. */
  isPicture: boolean;
  /** Each view has a place for it; any other field follows as a fact with its label, where it is given. */
  hasOwnPlace: boolean;
  /** The stored value as a form holds it, as people read it, and as the cell of a table. */
  toFormValue(value: unknown): unknown;
  toText(value: unknown): string;
  toCell(value: unknown): string;
}

export type FieldTable = Readonly<Record<string, Field>>;

type PartOf<Fields extends FieldTable, Part extends keyof Field> = {
  [Name in keyof Fields]: Fields[Name][Part];
};

/** One part of every row, by field: the labels, the values of an empty form. */
export function partOf<Fields extends FieldTable, Part extends keyof Field>(
  fields: Fields,
  part: Part,
): PartOf<Fields, Part>;
export function partOf(fields: FieldTable, part: keyof Field) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]));
}

/** Something about every row, by field. */
export function mapFields<Fields extends FieldTable, Value>(
  fields: Fields,
  valueOf: (field: Field) => Value,
): Record<keyof Fields & string, Value>;
export function mapFields<Value>(fields: FieldTable, valueOf: (field: Field) => Value) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)]));
}

/** The names of a table's fields in its order. */
export function namesOf<Fields extends FieldTable>(fields: Fields): (keyof Fields & string)[];
export function namesOf(fields: FieldTable) {
  return Object.keys(fields);
}

type NamesWith<Fields extends FieldTable, Kind extends Control> = {
  [Name in keyof Fields]: Fields[Name]["control"] extends Kind ? Name : never;
}[keyof Fields] &
  string;

/** The fields to which a form gives a control that its section brings. */
export type OwnControlOf<Fields extends FieldTable> = NamesWith<Fields, "own">;

/** The fields that a form has. */
export function formFieldsOf<Fields extends FieldTable>(
  fields: Fields,
): Omit<Fields, NamesWith<Fields, "none">>;
export function formFieldsOf(fields: FieldTable) {
  return Object.fromEntries(Object.entries(fields).filter(([, { control }]) => control !== "none"));
}

/** The fields for which no view has a place of its own. */
export const factsOf = <Fields extends FieldTable>(fields: Fields): (keyof Fields & string)[] =>
  namesOf(fields).filter((name) => !fields[name]?.hasOwnPlace);
