import { describe, expect, test } from "vitest";

import { createNearDuplicateFinder } from "./near-duplicates.ts";

const TEXT =
  "I want you to act as a travel guide. I will write you my location and you will suggest a place to visit near my " +
  "location. In some cases, I will also give you the type of places I will visit.";

const known = (name: string, prompt: string) => ({ id: name, name, prompt });
const find = (prompts: ReturnType<typeof known>[], draft: { name: string; prompt: string }) =>
  createNearDuplicateFinder(prompts)(draft).map(({ prompt, isSameName, similarity }) => [
    prompt.name,
    isSameName,
    Number(similarity.toFixed(2)),
  ]);

describe("near-duplicates", () => {
  test("matches the same name in any case, spacing and width of letters", () => {
    const prompts = [known("Travel  Guide", "a"), known("Ｔravel guide", "b"), known("Travel", "c")];
    expect(find(prompts, { name: " travel guide", prompt: "" })).toEqual([
      ["Travel  Guide", true, 0],
      ["Ｔravel guide", true, 0],
    ]);
  });

  test("matches the same words with anything in between", () => {
    const draft = TEXT.toUpperCase().replaceAll(" ", "\n\n").replaceAll(".", " — ");
    expect(find([known("Guide", TEXT)], { name: "", prompt: draft })).toEqual([["Guide", false, 1]]);
  });

  test("matches texts with a few other words, the closest first", () => {
    const prompts = [known("Near", TEXT.replace("travel", "city")), known("Same", TEXT)];
    expect(find(prompts, { name: "", prompt: TEXT })).toEqual([
      ["Same", false, 1],
      ["Near", false, 0.9],
    ]);
  });

  test.each([
    ["half of it", TEXT.slice(0, TEXT.length / 2)],
    ["the words in another order", TEXT.split(" ").toReversed().join(" ")],
    ["another text", "Summarise the text below in three sentences."],
    ["no words", "?! … 🎉"],
    ["nothing", ""],
  ])("finds none for %s", (_, prompt) => {
    expect(find([known("Guide", TEXT), known("Empty", ""), known("…", "—")], { name: "", prompt })).toEqual(
      [],
    );
  });

  test("compares a single word too", () => {
    expect(
      find([known("a", "Translate!"), known("b", "Transpose")], { name: "", prompt: "translate" }),
    ).toEqual([["a", false, 1]]);
  });

  test("compares texts without spaces by characters", () => {
    const text = "我希望你充当一名导游。我会把我的位置告诉你，你会推荐一个靠近我的位置的地方。";
    const draft = text.replace("导游", "向导");
    expect(find([known("导游", text)], { name: "", prompt: draft })).toEqual([
      ["导游", false, expect.any(Number)],
    ]);
  });

  test("indexes two thousand prompts of five thousand characters once, and then compares quickly", () => {
    let seed = 1;
    const word = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return `w${seed % 3000}`;
    };
    const text = () => Array.from({ length: 900 }, word).join(" ").slice(0, 5000);
    const prompts = Array.from({ length: 2000 }, (_, index) => known(`Prompt ${index}`, text()));
    const finder = createNearDuplicateFinder(prompts);
    const draft = { name: "", prompt: `${prompts[42]?.prompt} and more` };
    expect(finder(draft).map(({ prompt }) => prompt.name)).toEqual(["Prompt 42"]);
  });
});
