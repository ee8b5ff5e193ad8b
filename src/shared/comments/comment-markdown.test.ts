import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";

import { splitBlocks, splitInline } from "./comment-markdown.ts";

const blocksOf = (text: string) =>
  splitBlocks(text).map(({ kind, lines }) => [
    kind,
    ...lines.map(({ text: shown, bullet }) => (bullet === undefined ? shown : `${bullet} ${shown}`)),
  ]);

/** Returns the text with tags for its styles. */
const styled = (text: string) =>
  splitInline({ text, start: 0 }, [])
    .map(({ kind, text: shown, href, isStrong, isEmphasized, isStruck }) => {
      const names = [kind === "text" ? "" : kind, isStrong && "b", isEmphasized && "i", isStruck && "s"];
      const tag = names.filter(Boolean).join(" ");
      const target = href === undefined || href === shown ? "" : ` ${href}`;
      return tag === "" ? shown : `<${tag}${target}>${shown}</>`;
    })
    .join("");

describe("the blocks of a comment", () => {
  test("are quotations, lists, headings, code and text", () => {
    expect(
      blocksOf("# Plan\nSee:\n\n> one\n>two\n\n- a\n  * b\n2. c\n\n```ts\n> x\n\n- y\n```\nAgreed > maybe\n"),
    ).toEqual([
      ["heading", "Plan"],
      ["text", "See:"],
      ["quotation", "one\ntwo"],
      ["list", "• a", "• b", "2. c"],
      ["code", "> x\n\n- y"],
      ["text", "Agreed > maybe"],
    ]);
  });

  test("contain the position of their text", () => {
    const text = "One\n\n  two\n> q\n- item\n# head";
    expect(splitBlocks(text).flatMap(({ lines }) => lines.map(({ start }) => text.slice(start)))).toEqual([
      text,
      "> q\n- item\n# head",
      "item\n# head",
      "head",
    ]);
    expect(splitBlocks("- a\n    - b")[0]?.lines.map(({ depth }) => depth)).toEqual([0, 2]);
  });

  test.each(["-", "1.", "#hash", "-5 degrees", "2026.5", "a\nb", "1.5 - 2"])(
    "don't start in the text %s",
    (text) => {
      expect(blocksOf(text)).toEqual([["text", text]]);
    },
  );

  test("treats unclosed code as code until the end", () => {
    expect(blocksOf("```\n> a\n@ada")).toEqual([["code", "> a\n@ada"]]);
  });
});

describe("the text of a line", () => {
  test.each([
    [
      "**bold** and *slanted*, __bold__, _slanted_",
      "<b>bold</> and <i>slanted</>, <b>bold</>, <i>slanted</>",
    ],
    ["**a *b* c**", "<b>a </><b i>b</><b> c</>"],
    ["~~old~~ new", "<s>old</> new"],
    ["`**code**` and ``a`b``", "<code>**code**</> and <code>a`b</>"],
    ["See https://a.example/_x_*y, *now*", "See <link>https://a.example/_x_*y</>, <i>now</>"],
    ["[the **docs**](https://a.example/b_(c))", "<link https://a.example/b_(c)>the **docs**</>"],
    ["*see https://a.example/x*", "<i>see </><link i>https://a.example/x</>"],
    [String.raw`\*not\* \_this\_`, "*not* _this_"],
  ])("has the styles of %s", (text, shown) => {
    expect(styled(text)).toBe(shown);
  });

  test.each([
    "5 * 3 * 2",
    "a*b*c",
    "snake_case_name and other_name_",
    "** spaced **",
    "2**8",
    "[text](javascript:alert(1))",
    "[text](/path)",
    "[x](\uE000)",
    "<b>bold</b> &amp;",
    "*open",
    "`open",
    String.raw`C:\new`,
  ])("stays as it is in %s", (text) => {
    expect(styled(text)).toBe(text);
  });

  test("contains mentions whole, in the style of the text around them", () => {
    const text = "**Thanks @_ada_**, @bob: `@ada` https://a.example/@ada";
    const [ada, bob] = [
      { start: 109, length: 6 },
      { start: 119, length: 4 },
    ];
    expect(splitInline({ text, start: 100 }, [ada, bob])).toEqual([
      { kind: "text", text: "Thanks ", isStrong: true },
      { kind: "mention", text: "@_ada_", mention: ada, isStrong: true },
      { kind: "text", text: ", " },
      { kind: "mention", text: "@bob", mention: bob },
      { kind: "text", text: ": " },
      { kind: "code", text: "@ada" },
      { kind: "text", text: " " },
      { kind: "link", text: "https://a.example/@ada", href: "https://a.example/@ada" },
    ]);
  });

  test("loses no words", () => {
    const words = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
    assert(
      property(string({ unit: "grapheme", maxLength: 60 }), string({ maxLength: 60 }), (one, other) => {
        const text = `${one} **${other}** *${one}*`;
        const parts = splitInline({ text, start: 0 }, []);
        expect(words(parts.map((part) => part.text).join(""))).toBe(words(text));
      }),
    );
  });

  test.each(["*a ", "**a ", "_a ", "**_", "~~a", "[a](", "\\", "`", "*", "@a ", "https://a.example/ "])(
    "is found quickly in a long row of '%s'",
    (piece) => {
      const text = piece.repeat(10_000 / piece.length);
      const start = performance.now();
      for (const { lines } of splitBlocks(text)) for (const line of lines) splitInline(line, []);
      expect(performance.now() - start).toBeLessThan(300);
    },
  );
});
