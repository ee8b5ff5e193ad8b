import { expect, test } from "vitest";

import { suggestAliases } from "./alias-field.tsx";

test("a tool's address is another name for it", () => {
  expect(suggestAliases("https://www.openai.com/whisper/?from=here#top", [])).toEqual(["openai.com/whisper"]);
  expect(suggestAliases(" https://cursor.com ", [])).toEqual(["cursor.com"]);
});

test("what is no address on the web, is too long for a name or is one already gives none", () => {
  expect(suggestAliases("", [])).toEqual([]);
  expect(suggestAliases("openai", [])).toEqual([]);
  expect(suggestAliases("https://example.com/en-us/products/speech/to-text", [])).toEqual([]);
  expect(suggestAliases("https://openai.com/whisper", ["OpenAI.com/Whisper"])).toEqual([]);
});
