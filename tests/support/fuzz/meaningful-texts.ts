import * as fc from "fast-check";

import type { Harvest } from "./harvest.ts";
import { hostileText } from "./hostile-values.ts";

const CSV = "name,company,tags\nWhale,Ocean,a|b\n";
const BIBTEX = "@book{a, title = {On \\emph{Whales}}, author = {Melville, Herman}, year = 1851}\n";

/** A document, complete, truncated, or with unusual text in the middle. */
const damaged = (document: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(document),
    fc.nat({ max: document.length }).map((length) => document.slice(0, length)),
    fc
      .tuple(fc.nat({ max: document.length }), hostileText)
      .map(([at, text]) => document.slice(0, at) + text + document.slice(at)),
  );

const FORMS = [
  "word",
  '"two words"',
  "-not",
  "tag:x",
  "by:ada",
  "kind:tool",
  "after:2026-01-01",
  "before:x",
  '"',
  "-",
  "*",
];

/** Texts that pass a first check, by the name of their field. */
const BY_FIELD: Record<string, fc.Arbitrary<string>> = {
  username: fc.oneof(
    fc.constantFrom("casual", "Casual", " casual ", "casual\0"),
    fc.nat({ max: 99_999 }).map((number) => `someone-${number}`),
  ),
  password: fc.constantFrom("casual-pass", "casual-pass", "secret-word", "short", "x".repeat(257)),
  currentPassword: fc.constantFrom("casual-pass", "wrong-pass"),
  newPassword: fc.constantFrom("casual-pass", "12345"),
  content: fc.oneof(
    damaged(CSV),
    damaged(BIBTEX),
    damaged('[{"name":"Whale","prompt":"Sing","title":"Moby-Dick","author":"Melville"}]'),
  ),
  q: fc
    .array(fc.oneof(fc.constantFrom(...FORMS), hostileText), { maxLength: 5 })
    .map((parts) => parts.join(" ")),
  timeZone: fc.constantFrom("Europe/Berlin", "UTC", "+02:00", "Mars/Olympus", "europe/berlin"),
  isbnOrUrl: fc.constantFrom(
    "9780142437247",
    "978-0-14-243724-7",
    "0142437247",
    "https://a.example/book",
    "B000",
  ),
  category: fc.constantFrom("cs.AI", "cs.LG", "x"),
  date: fc.constantFrom("2026-11-21", "2026-02-30", "21 November 2026", "yesterday"),
  year: fc.constantFrom("1851", "-5000", "2100"),
  fileExtension: fc.constantFrom("png", ".PNG", "svg", "exe", "png/../x"),
};

/** These need no lookup, and are never requested. */
const REFUSED = [
  "http://192.168.0.1/",
  "https://[::1]/feed.xml",
  "http://169.254.169.254/x.png",
  "ftp://10.0.0.1/",
];

/** Slices of the five kinds, whose references consist of the kind and the id. */
const SLICE_OF_KIND = {
  tool: "tools",
  article: "news",
  paper: "papers",
  prompt: "prompts",
  reading: "readings",
};

const SLICE_OF: Record<string, string> = {
  ...SLICE_OF_KIND,
  user: "users",
  parent: "comments",
  selected: "tools",
};

/** Plausible values of a call's fields: strings from the server, responding addresses, small documents. */
export function meaningfulTexts(
  slice: string,
  field: string,
  harvest: Harvest,
  addresses: readonly string[],
): fc.Arbitrary<string> | undefined {
  const given = (from: string, name: string) =>
    fc.nat({ max: 999 }).map((choice) => harvest.pick(from, name, choice) ?? "none");
  if (field === "id") return given(slice, "id");
  if (/^(?:ref|from|to)$/u.test(field))
    return fc.oneof(
      ...Object.entries(SLICE_OF_KIND).map(([kind, of]) => given(of, "id").map((id) => `${kind}:${id}`)),
    );
  if (["token", "setup", "invite"].includes(field)) return given("auth", "token");
  if (field === "cursor") return given(slice, "nextCursor");
  if (field === "importId") return fc.oneof(fc.uuid(), given("imports", "importId"));
  const named = /^(\w+)Ids?$/u.exec(field)?.[1];
  if (named !== undefined) return given(SLICE_OF[named] ?? slice, "id");
  if (/url$/iu.test(field)) return fc.constantFrom(...addresses, ...REFUSED);
  if (slice !== "jobs" && /^(?:name|title)$/u.test(field))
    return fc.oneof(given(slice, field), fc.lorem({ maxCount: 3 }));
  return BY_FIELD[field];
}
