const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** The tags of a row, kept as JSON. Not checked by a schema, which takes many times as long, and a list has thousands. */
export function readTags(json: string): string[] {
  const tags: unknown = JSON.parse(json);
  if (!isTexts(tags)) throw new TypeError(`these are no tags: ${json.slice(0, 100)}`);
  return tags;
}
