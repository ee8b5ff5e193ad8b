import { expect, test } from "vitest";

import { suggestAliases } from "./alias-field.tsx";

test("suggests a tool's address as another name", () => {
  expect(suggestAliases("https://www.openai.com/whisper/?from=here#top", [])).toEqual(["openai.com/whisper"]);
  expect(suggestAliases(" https://cursor.com ", [])).toEqual(["cursor.com"]);
});

test("suggests nothing for invalid, too long or existing addresses", () => {
  expect(suggestAliases("", [])).toEqual([]);
  expect(suggestAliases("openai", [])).toEqual([]);
  expect(suggestAliases("https://example.com/en-us/products/speech/to-text", [])).toEqual([]);
  expect(suggestAliases("https://openai.com/whisper", ["OpenAI.com/Whisper"])).toEqual([]);
});
