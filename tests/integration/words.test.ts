import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { expect, test } from "vitest";

// Words with several meanings. Names and comments use the field's own term instead: return, report, check, cache,
// store, position, location, sort key, version, flag, lock, tick, item, cluster.
const OVERLOADED = new Set(
  `tell tells told telling say says said look looks looked lookout keep keeps kept keeper give gives given let lets
   place places turn turns thing things whoever whom anew meanwhile gone hall stands story stories mark marks`.split(
    /\s+/u,
  ),
);
/** Words after which "mark" is an everyday verb. */
const MARKABLE = new Set(["read", "unread", "seen", "starred", "all", "as"]);
const OPENING =
  /^(?:tells?|told|telling|says?|said|looks?|looked|keeps?|kept|gives?|given|gone|lets?|have|having|what|whoever|whom|anew|meanwhile|besides|such|so (?:many|much|often|long|few))\b/iu;

/** Names that may stay. Each needs a reason in a comment. */
const EXCEPTIONS: ReadonlySet<string> = new Set();

const root = join(import.meta.dirname, "../..");
const sources = globSync("{src,db,scripts}/**/*.{ts,tsx,mjs}", { cwd: root })
  .filter((file) => !/\.test\.tsx?$|(?:^|\/)migrations\//u.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Lower-case words of a name in camel, kebab or snake case. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-]/gu, " ")
    .toLowerCase()
    .split(" ")
    .filter(Boolean);

const isOverloaded = (name: string): boolean =>
  !EXCEPTIONS.has(name) &&
  wordsOf(name).some(
    (word, index, words) =>
      OVERLOADED.has(word) && !(word === "mark" && MARKABLE.has(words[index + 1] ?? "")),
  );

test("exported names use the field's terms", () => {
  const declared =
    /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) +([A-Za-z_$][\w$]*)/gmu;
  const names = sources.flatMap(({ file, text }) =>
    [...text.matchAll(declared)].map(([, name = ""]) => ({ file, name })),
  );
  expect(names.length).toBeGreaterThan(1000);
  expect(names.filter(({ name }) => isOverloaded(name))).toEqual([]);
});

test("files are named for their content, in the field's terms", () => {
  const names = sources.map(({ file }) => basename(file).replace(/\..*$/u, ""));
  expect(names.filter(isOverloaded)).toEqual([]);
});

test("doc comments begin with a plain verb or a noun", () => {
  const comments = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\/\*\*(.*?)\*\//gsu)].map(([, body = ""]) => ({
      file,
      comment: body.replaceAll(/\s*\n\s*\*\s?/gu, " ").trim(),
    })),
  );
  expect(comments.length).toBeGreaterThan(1000);
  expect(comments.filter(({ comment }) => OPENING.test(comment))).toEqual([]);
});
