import { describe, expect, test } from "vitest";

import { mentionCandidates, mentionQueryAt } from "./person-mentions.ts";

/** Returns the mentioned names, as if every name of Latin letters, digits and underscores existed. */
const mentionsIn = (text: string) =>
  mentionCandidates(text).flatMap(({ start, names }) => {
    const name = names.find((one) => /^\w+$/u.test(one));
    return name === undefined ? [] : [[name, start, start + 1 + name.length] as const];
  });
const namesIn = (text: string) => mentionsIn(text).map(([name]) => name);

describe("mentions of people", () => {
  // Vectors of twitter-text (Apache-2.0), 26 in all. In its four vectors of retweets, the first mention doesn't apply:
  // there are no retweets here, and "RT@username" looks like an email address.
  test.each<[text: string, names: string[]]>([
    ["@username reply", ["username"]],
    ["mention @username", ["username"]],
    ["mention @username in the middle", ["username"]],
    ["mention @user_name", ["user_name"]],
    ["mention @12345", ["12345"]],
    ["mention @username1 @username2", ["username1", "username2"]],
    ["の@usernameに到着を待っている", ["username"]],
    ["Current Status: @_@ (cc: @username)", ["username"]],
    ["@aliceìnheiro something something", []],
    ["@username email me @test@example.com", ["username"]],
    ["@http://twitter.com", []],
    ["@username\n@mention", ["username", "mention"]],
    ...["RT", "rt", "Rt", "rT"].map((retweet): [string, string[]] => [
      `${retweet}@username ${retweet}:@mention ${retweet} @test`,
      ["mention", "test"],
    ]),
    ...["!", "@", "#", "$", "%", "&", "*"].map((sign): [string, string[]] => [`f${sign}@kn`, []]),
  ])("of twitter-text are found in %s", (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  test("from twitter-text have the expected positions", () => {
    expect(mentionsIn("@username yo!")).toEqual([["username", 0, 9]]);
    expect(mentionsIn("username @username")).toEqual([["username", 9, 18]]);
    expect(mentionsIn("の@usernameに到着を待っている")).toEqual([["username", 1, 10]]);
  });

  test.each([
    "mail ada@example.com",
    "`@ada`",
    "``a`@ada`",
    "```\n@ada\n```",
    "~~~\n@ada",
    "> @ada said",
    "see https://social.example/@ada",
    "@",
    "@ ada",
  ])("are not found in %s", (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  test.each([
    ["Thanks, @ada.", ["ada"]],
    ["> quoted\n@ada", ["ada"]],
    ["`code` @ada", ["ada"]],
    ["(@ada, @bob)", ["ada", "bob"]],
  ])("are found in %s", (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  test("are found quickly in a comment with many backticks", () => {
    const runs = Array.from({ length: 138 }, (_, index) => `${"`".repeat(index + 1)}a`).join("");
    const start = performance.now();
    expect(namesIn(`${runs} @ada`)).toEqual(["ada"]);
    expect(performance.now() - start).toBeLessThan(150);
  });

  test("can contain spaces", () => {
    expect(mentionCandidates("@Ada Lovelace, look")[0]?.names).toContain("Ada Lovelace");
  });

  test.each(["@", "@a", "`", "@a ", "```\n"])("are found quickly in a long row of '%s'", (piece) => {
    expect(mentionCandidates(piece.repeat(10_000 / piece.length)).length).toBeLessThan(10_000);
  });
});

describe("an unfinished mention at the caret", () => {
  // "|" represents the caret.
  const queryIn = (text: string) => mentionQueryAt(text.replace("|", ""), text.indexOf("|"));

  test.each([
    ["@|", 0, ""],
    ["Thanks @ad|", 7, "ad"],
    ["Thanks @ad|, see you", 7, "ad"],
    ["@Ada L|", 0, "Ada L"],
    ["@ada@exam|", 0, "ada@exam"],
    ["> quoted\n\n@|", 10, ""],
    ["`code` (@b|)", 8, "b"],
    ["@ada @b|", 5, "b"],
    ["看@李|", 1, "李"],
  ])("is found in %s", (text, start, query) => {
    expect(queryIn(text)).toEqual({ start, query });
  });

  test.each([
    "|@ada",
    "@ada |",
    "@ |",
    "@ada\n|",
    "mail ada@exam|",
    "`@Over|",
    "`@Over|`",
    "```\n@ad|",
    "> @ad|",
    "https://social.example/@ad|",
    "no mention|",
  ])("is not found in %s", (text) => {
    expect(queryIn(text)).toBeNull();
  });
});
