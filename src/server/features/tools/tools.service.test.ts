import { expect, test } from "vitest";

import { companyKey, nameKey } from "#shared/texts/names.ts";

import { addressKey } from "./tools.service.ts";

test.each([
  ["Whisper", "  wHISPER "],
  ["Chat GPT", "ChatGPT"],
  ["Café AI", "CAFE\u0301\u00a0ai"],
  ["Łódź", "lodz"],
  ["Straße", "STRASSE"],
  ["Ｗｈｉｓｐｅｒ", "Whisper"],
  ["GPT‑4o", "GPT-4o"],
  ["GPT–4o", "GPT−4o"],
  ["Ollama’s “Hub”", 'Ollama\'s "Hub"'],
])("treats %j and %j as the same name", (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ["Claude", "Claude Code"],
  ["C", "C++"],
  ["GPT-4", "GPT4"],
])("treats %j and %j as different names", (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test.each([
  ["OpenAI, Inc.", "OpenAI"],
  ["DeepL GmbH", "DEEPL"],
  ["Anthropic PBC", "Anthropic"],
  ["Canva Pty Ltd", "Canva"],
  ["Kuka GmbH & Co. KG", "Kuka"],
  ["Mistral AI, S.A.S.", "Mistral AI"],
  ["Foo Co., Ltd.", "Foo Company"],
])("treats %j and %j as the same company", (one, other) => {
  expect(companyKey(one)).toBe(companyKey(other));
});

test.each([
  ["Inc", ""],
  ["Cocoa", "Coa"],
  ["Stability AI", "Stability"],
])("treats %j and %j as different companies", (one, other) => {
  expect(companyKey(one)).not.toBe(companyKey(other));
});

test.each([
  "http://example.com/tool",
  "https://www.example.com/tool/",
  "HTTPS://EXAMPLE.com/tool?utm_source=x&utm_medium=y",
  "example.com/tool#pricing",
  "https://example.com:443/tool?ref=producthunt",
  "http://www.example.com:80/tool/?fbclid=1",
  "https://example.com/tool/index.html",
])("treats %s as the address https://example.com/tool", (address) => {
  expect(addressKey(address)).toBe(addressKey("https://example.com/tool"));
});

test.each([
  "https://example.com/",
  "https://example.com/tool/2",
  "https://app.example.com/tool",
  "https://example.com:8443/tool",
  "https://example.com/tool?id=2",
  "https://example.com/Tool",
])("treats %s as another address", (address) => {
  expect(addressKey(address)).not.toBe(addressKey("https://example.com/tool"));
});

test("ignores the order of parameters, and returns no key without an address", () => {
  expect(addressKey("https://a.example/?b=1&a=2")).toBe(addressKey("http://a.example?a=2&b=1"));
  expect([addressKey(null), addressKey(""), addressKey("not one"), addressKey("ftp://a.example")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
