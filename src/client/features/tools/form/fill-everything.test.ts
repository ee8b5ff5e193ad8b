import { expect, test } from "vitest";

import { parseAddress, guessToolName } from "./fill-everything.tsx";

test.each([
  ["https://www.claude.ai/new", "Claude"],
  ["https://app.suno.com", "Suno"],
  ["https://tool.co.uk/", "Tool"],
  ["https://github.com/openai/whisper/releases", "Whisper"],
  ["https://github.com/", "Github"],
  ["http://localhost:3000/", "Localhost"],
])("names the tool at %s “%s”", (address, name) => {
  expect(guessToolName(address)).toBe(name);
});

test("accepts only a whole address with its protocol", () => {
  expect(parseAddress(" https://claude.ai ")).toBe("https://claude.ai");
  for (const text of ["claude.ai", "see https://claude.ai", "ftp://claude.ai", ""])
    expect(parseAddress(text)).toBeUndefined();
});
