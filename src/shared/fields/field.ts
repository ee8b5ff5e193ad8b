import type { CellReader } from "#shared/imports/adjustments.ts";

import type { FieldSchemas, SchemaKinds } from "./field-schemas.ts";

/** Form control of a field. `own` is provided by the section, and `none` means that it isn't editable. */
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

/** Row in an entity's table of fields, used by schemas, forms, views, imports and exports. */
export interface Field {
  /** Label in the form. Files and messages use it in sentence case. */
  label: string;

  /** Schemas of its kind. A function, so that code which only shows fields doesn't load zod. */
  schemas: (kinds: SchemaKinds) => FieldSchemas;
  /** Stored value if none was given. */
  emptyValue: unknown;

  control: Control;
  isRequired: boolean;
  /** True if it spans both columns of the form. */
  isWide: boolean;
  placeholder?: string;
  hint?: string;
  /** Height of a text area, in lines. */
  rows?: number;

  /** Column names for it, without case, spaces and punctuation, likeliest first. */
  headers: string;
  /** Names that count only if no field has a column with one of its own names. */
  otherHeaders?: string;
  /** Parses a cell of another program's file, or of a StackLoop export, which is restored unchanged. */
  readCell: CellReader;
  readExactly: CellReader;

  /** True if its value is the address of a picture. */
  isPicture: boolean;
  /** True if each view has its own position for it. Other fields follow with their label, unless empty. */
  isPlacedSeparately: boolean;
  /** Converts the stored value for a form, for display, and for a table cell. */
  toFormValue(value: unknown): unknown;
  toText(value: unknown): string;
  toCell(value: unknown): string;
}

export type FieldTable = Readonly<Record<string, Field>>;

type PartOf<Fields extends FieldTable, Part extends keyof Field> = {
  [Name in keyof Fields]: Fields[Name][Part];
};

/** Returns one property of every row, by field: labels, or values of an empty form. */
export function partOf<Fields extends FieldTable, Part extends keyof Field>(
  fields: Fields,
  part: Part,
): PartOf<Fields, Part>;
export function partOf(fields: FieldTable, part: keyof Field) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]));
}

/** Maps every row to a value, by field. */
export function mapFields<Fields extends FieldTable, Value>(
  fields: Fields,
  valueOf: (field: Field) => Value,
): Record<keyof Fields & string, Value>;
export function mapFields<Value>(fields: FieldTable, valueOf: (field: Field) => Value) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)]));
}

/** Returns the field names of a table, in order. */
export function namesOf<Fields extends FieldTable>(fields: Fields): (keyof Fields & string)[];
export function namesOf(fields: FieldTable) {
  return Object.keys(fields);
}

type NamesWith<Fields extends FieldTable, Kind extends Control> = {
  [Name in keyof Fields]: Fields[Name]["control"] extends Kind ? Name : never;
}[keyof Fields] &
  string;

/** Fields whose form control is provided by the section. */
export type OwnControlOf<Fields extends FieldTable> = NamesWith<Fields, "own">;

/** Returns the fields shown in a form. */
export function formFieldsOf<Fields extends FieldTable>(
  fields: Fields,
): Omit<Fields, NamesWith<Fields, "none">>;
export function formFieldsOf(fields: FieldTable) {
  return Object.fromEntries(Object.entries(fields).filter(([, { control }]) => control !== "none"));
}

/** Returns the fields without an own position in views. */
export const factsOf = <Fields extends FieldTable>(fields: Fields): (keyof Fields & string)[] =>
  namesOf(fields).filter((name) => !fields[name]?.isPlacedSeparately);
