import { SCHEMA_KINDS } from "#shared/fields/field-schemas.ts";
import type { Field, FieldTable } from "#shared/fields/field.ts";

/** A value of each kind of field, with the field's name. */
const candidatesFor = (name: string): unknown[] => [
  `the ${name.toLowerCase()}`,
  `https://example.com/${name.toLowerCase()}.png`,
  1979,
  [`${name.toLowerCase()}-1`, `${name.toLowerCase()}-2`],
  [{ date: "2024-01-15", url: `https://notes.example.com/${name.toLowerCase()}` }],
];

/** A value for every field of a table, including newly added ones. */
export function sampleOf(fields: FieldTable): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schemas }]) => {
      const { schema } = schemas(SCHEMA_KINDS);
      const sample = candidatesFor(name).find((candidate) => schema.safeParse(candidate).success);
      if (sample === undefined) throw new Error(`No sample for the field "${name}": add one of its kind`);
      return [name, sample];
    }),
  );
}

/** The visible text of a sample: its text, the first tag, the address of a note. */
export function sampleText(field: Field, sample: unknown): string {
  const text = field.toText(sample);
  return /https:\S+/u.exec(text)?.[0] ?? text.split(",", 1).join("");
}
