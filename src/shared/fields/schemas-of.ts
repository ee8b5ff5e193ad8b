import { type FieldSchemas, SCHEMA_KINDS } from "./field-schemas.ts";
import type { FieldTable } from "./field.ts";

type SchemasOf<Fields extends FieldTable> = {
  [Name in keyof Fields]: ReturnType<Fields[Name]["schemas"]>;
};

type PartOf<Fields extends FieldTable, Part extends keyof FieldSchemas> = {
  [Name in keyof Fields]: SchemasOf<Fields>[Name][Part];
};

/** Returns one schema of every row, by field: the shape of the whole entity's schema. */
export function schemasOf<Fields extends FieldTable, Part extends keyof FieldSchemas>(
  fields: Fields,
  part: Part,
): PartOf<Fields, Part>;
export function schemasOf(fields: FieldTable, part: keyof FieldSchemas) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schemas }]) => [name, schemas(SCHEMA_KINDS)[part]]),
  );
}
