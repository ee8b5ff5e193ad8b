import { assert, integer, property, string } from "fast-check";
import { describe, expect, test } from "vitest";

import { splitBlocks } from "./comment-markdown.ts";
import { asQuotation, authorLabel, buildThread, MAX_INDENTED_LEVEL, splitLinks } from "./comment-thread.ts";
import { newCommentSchema } from "./comments.ts";

const comment = (id: string, parentId: string | null = null) => ({ id, parentId });
const outline = (comments: { id: string; parentId: string | null }[]) =>
  buildThread(comments).map(({ comment: { id }, level }) => `${level} ${id}`);

describe("a thread", () => {
  test("puts replies below their parent and preserves the order of siblings", () => {
    const comments = [
      comment("a"),
      comment("b"),
      comment("a1", "a"),
      comment("a2", "a"),
      comment("a1x", "a1"),
    ];
    expect(outline(comments)).toEqual(["1 a", "2 a1", "3 a1x", "2 a2", "1 b"]);
    expect(outline([])).toEqual([]);
  });

  test("shows replies without a parent on the first level", () => {
    expect(outline([comment("a"), comment("x", "gone"), comment("x1", "x")])).toEqual(["1 a", "1 x", "2 x1"]);
  });

  test("accepts a reply before its parent", () => {
    expect(outline([comment("a1", "a"), comment("a")])).toEqual(["1 a", "2 a1"]);
  });

  test("is flat past level 8, and names the recipient of a reply", () => {
    const chain = Array.from({ length: 11 }, (_, i) => comment(`${i + 1}`, i === 0 ? null : `${i}`));
    const indentation = buildThread(chain).map(({ level, drawnLevel, inReplyTo }) => [
      level,
      drawnLevel,
      inReplyTo?.id ?? null,
    ]);
    expect(indentation.slice(6)).toEqual([
      [7, 7, null],
      [MAX_INDENTED_LEVEL, 8, null],
      [9, 8, "8"],
      [10, 8, "9"],
      [11, 8, "10"],
    ]);
  });

  test("can be 200,000 deep, or as wide", () => {
    const parents = { deep: (i: number) => `${i - 1}`, wide: () => "0" };
    for (const parentOf of Object.values(parents)) {
      const comments = Array.from({ length: 200_000 }, (_, i) =>
        comment(`${i}`, i === 0 ? null : parentOf(i)),
      );
      const thread = buildThread(comments);
      expect(thread).toHaveLength(comments.length);
      expect(thread.at(-1)?.comment.id).toBe("199999");
    }
  });

  test("contains every comment once, each after its parent and one level deeper", () => {
    assert(
      property(integer({ min: 1, max: 200 }), integer({ min: 1 }), (size, seed) => {
        const comments = Array.from({ length: size }, (_, i) => {
          const parent = (seed * (i + 7) * 31) % (i + 1);
          return comment(`${i}`, parent === i ? null : `${parent}`);
        });
        const levels = new Map<string, number>();
        for (const {
          comment: { id, parentId },
          level,
        } of buildThread(comments)) {
          expect(level).toBe(parentId === null ? 1 : (levels.get(parentId) ?? NaN) + 1);
          levels.set(id, level);
        }
        expect(levels.size).toBe(size);
      }),
    );
  });
});

describe("quotations", () => {
  test("are made from any text, and read back", () => {
    expect(asQuotation("  one \n\n two ")).toBe("> one\n> two");
    assert(
      property(string({ minLength: 1 }), (text) => {
        expect(splitBlocks(asQuotation(text)).map(({ kind }) => kind)).toEqual(
          text.trim() === "" ? [] : ["quotation"],
        );
      }),
    );
    expect(asQuotation("a".repeat(5000))).toHaveLength(1003);
  });
});

const namesOfNobody = { displayName: null, firstName: null, lastName: null, email: null };

test.each([
  [
    { displayName: "The Countess", firstName: "Ada", lastName: "Lovelace", email: "ada@a.example" },
    "The Countess",
  ],
  [{ displayName: " ", firstName: "Ada", lastName: "Lovelace", email: "ada@a.example" }, "Ada Lovelace"],
  [{ firstName: "Ada", email: "ada@a.example" }, "Ada"],
  [{ lastName: "Lovelace" }, "Lovelace"],
  [{ firstName: "", lastName: " ", email: "ada@a.example" }, "ada@a.example"],
  [{}, "Anonymous"],
])("names an author by display name, else names, email address or Anonymous (%#)", (names, label) => {
  expect(authorLabel({ ...namesOfNobody, ...names })).toBe(label);
});

test("names a missing person Anonymous", () => {
  expect(authorLabel(null)).toBe("Anonymous");
});

describe("the links of a comment", () => {
  const linksOf = (text: string) =>
    splitLinks(text).flatMap((part) => (part.kind === "link" ? [part.text] : []));

  test("are its web addresses; the rest stays text", () => {
    expect(splitLinks("See https://a.example/x?y=1#z, and\n**this** <b>http://b.example</b>")).toEqual([
      { kind: "text", text: "See " },
      { kind: "link", text: "https://a.example/x?y=1#z" },
      { kind: "text", text: ", and\n**this** <b>" },
      { kind: "link", text: "http://b.example" },
      { kind: "text", text: "</b>" },
    ]);
    expect(splitLinks("")).toEqual([]);
  });

  test.each([
    ["(see https://a.example/b).", ["https://a.example/b"]],
    ["https://en.wikipedia.org/wiki/Rust_(language)", ["https://en.wikipedia.org/wiki/Rust_(language)"]],
    [
      "(https://en.wikipedia.org/wiki/Rust_(language)), so",
      ["https://en.wikipedia.org/wiki/Rust_(language)"],
    ],
    ["“https://a.example/”!?", ["https://a.example/"]],
    ["HTTPS://A.EXAMPLE", ["HTTPS://A.EXAMPLE"]],
    ["javascript:alert(1) data:text/html,x ftp://a.example mailto:a@b.example www.a.example", []],
    ["xhttps://a.example https:// http://...", []],
    [`https://a.example/${"a".repeat(2048)}`, []],
  ])("are found in %s", (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  test("the joined parts are the comment", () => {
    const joined = (text: string) => splitLinks(text).map((part) => part.text);
    assert(
      property(string({ unit: "grapheme" }), string(), (a, b) => {
        const text = `${a}https://x.example/${b} ${a}`;
        expect(joined(text).join("")).toBe(text);
      }),
    );
  });

  test.each(["(", ")", "http://", "https://a.example ", "https://a.example/)", ".", "a", " "])(
    "are found quickly in a long row of '%s'",
    (piece) => {
      const text = `http://${piece.repeat(100_000 / piece.length)}`;
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    },
  );
});

test("requires text in a comment, of at most 10,000 characters", () => {
  const contentOf = (content: string) => newCommentSchema.safeParse({ readingId: "r", content });
  expect(contentOf(" \n ").error?.issues[0]?.message).toBe("Comment is required");
  expect(contentOf("\n Two\n\nlines \n").data?.content).toBe("Two\n\nlines");
  expect(contentOf("😀".repeat(10_000)).success).toBe(true);
  expect(contentOf("a".repeat(10_001)).error?.issues[0]?.message).toBe("Use at most 10,000 characters");
  expect(contentOf("a\u0000b").success).toBe(false);
});
