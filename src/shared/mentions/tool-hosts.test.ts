import { expect, test } from "vitest";

import { ToolHosts } from "./tool-hosts.ts";

const hosts = new ToolHosts([
  { target: "cursor", url: "https://www.cursor.com/" },
  { target: "whisper", url: "https://github.com/openai/whisper" },
  { target: "github", url: "https://github.com" },
  { target: "chatgpt", url: "https://openai.com" },
  { target: "sora", url: "https://openai.com/sora/" },
  { target: "one", url: "https://both.example/app" },
  { target: "two", url: "https://both.example/app" },
  { target: "docs", url: "https://docs.cursor.com" },
  { target: "pages", url: "https://ada.github.io" },
  { target: "none", url: null },
]);

test.each([
  ["https://cursor.com/blog/1?x=y", "cursor"],
  ["cursor.com", "cursor"],
  ["https://forum.cursor.com", "cursor"],
  ["https://docs.cursor.com/x", "docs"],
  ["https://notcursor.com", null],
  ["https://github.com/OpenAI/whisper/issues/1", "whisper"],
  ["https://github.com/openai/whisper-large", null],
  ["https://github.com/openai", null],
  ["https://openai.com/sora/guide", "sora"],
  ["https://openai.com/", null],
  ["https://both.example/app/x", null],
  ["https://ada.github.io/x", "pages"],
  ["https://bob.github.io", null],
  ["nonsense", null],
])("assigns %s to %s", (address, target) => {
  expect(hosts.at(address)).toBe(target);
});
