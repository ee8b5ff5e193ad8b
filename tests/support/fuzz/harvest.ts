/** Strings from the server's replies, by the slice of the call and their field. */
export interface Harvest {
  /** Stores the strings of a reply to a slice's call. */
  take(slice: string, answer: unknown): void;
  /** A stored string of a slice's field, selected by the number. */
  pick(slice: string, field: string, choice: number): string | undefined;
}

/** Fields whose values can be input of later calls. */
const FIELDS = new Set([
  "id",
  "parentId",
  "importId",
  "token",
  "nextCursor",
  "uploadURL",
  "url",
  "name",
  "title",
  "username",
]);
const MAX_STORED = 40;
const MAX_READ = 60;

/** A harvest without protected values, such as the fuzzer's own ids. */
export function createHarvest(spared: ReadonlySet<string>): Harvest {
  const kept = new Map<string, string[]>();

  function keep(slice: string, field: string, value: string): void {
    if (spared.has(value)) return;
    const values = kept.get(`${slice}.${field}`) ?? [];
    kept.set(`${slice}.${field}`, values);
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > MAX_STORED) values.shift();
  }

  function take(slice: string, answer: unknown): void {
    if (typeof answer !== "object" || answer === null) return;
    if (Array.isArray(answer)) {
      for (const part of answer.slice(0, MAX_READ)) take(slice, part);
      return;
    }
    for (const [field, value] of Object.entries(answer)) {
      if (typeof value === "string") {
        if (FIELDS.has(field)) keep(slice, field, value);
        if (field === "deletionId") keep("deletions", "id", value);
        if (field === "url" && URL.canParse(value)) keepLinkToken(value);
      } else take(slice, value);
    }
  }

  /** One-time links contain input for `auth`. */
  function keepLinkToken(address: string): void {
    for (const token of new URL(address).searchParams.values()) keep("auth", "token", token);
  }

  return {
    take,
    pick(slice, field, choice) {
      const values = kept.get(`${slice}.${field}`);
      return values?.[choice % values.length];
    },
  };
}
