import * as fc from "fast-check";

import { hostileValue, oddName } from "./hostile-values.ts";

/** One change to a value: the position is counted through all of its parts. */
interface Mutation {
  position: number;
  kind: "replace" | "remove" | "add" | "wrap" | "repeat";
  name: string;
  value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  position: fc.nat({ max: 40 }),
  kind: fc.constantFrom("replace", "remove", "add", "wrap", "repeat"),
  name: oddName,
  value: hostileValue,
});

/** Nearly valid values: with a wrong type, a missing key, or an extra one. */
export const nearlyValid = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([value, mutations]) => mutations.reduce(mutate, value));

type Part = [path: readonly string[], value: unknown];

const isParent = (value: unknown): value is object => typeof value === "object" && value !== null;

function* partsOf(value: unknown, path: readonly string[] = []): Generator<Part> {
  yield [path, value];
  if (!isParent(value)) return;
  for (const [name, part] of Object.entries(value)) yield* partsOf(part, [...path, name]);
}

function mutate(value: unknown, { position, kind, name, value: given }: Mutation): unknown {
  const parts = [...partsOf(value)];
  const [path, part] = parts[position % parts.length] ?? [[], value];
  if (kind === "remove") return changeAt(value, path, () => []);
  if (kind === "wrap") return changeAt(value, path, (key) => [[key, [part]]]);
  if (kind === "repeat") return changeAt(value, path, (key) => [[key, [part, part]]]);
  if (kind === "add" && isParent(part) && !Array.isArray(part))
    return changeAt(value, path, (key) => [
      [key, Object.fromEntries([...Object.entries(part), [name, given]])],
    ]);
  return changeAt(value, path, (key) => [[key, given]]);
}

/** The value with other entries in place of one part; nothing is left of an empty root. */
function changeAt(
  value: unknown,
  path: readonly string[],
  change: (key: string) => [string, unknown][],
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change("")[0]?.[1];
  if (!isParent(value)) return value;
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    if (key !== name) return [[key, part]];
    return rest.length === 0 ? change(key) : [[key, changeAt(part, rest, change)]];
  });
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}
