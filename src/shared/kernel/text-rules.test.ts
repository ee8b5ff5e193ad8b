import { expect, test } from "vitest";

import { imageAddressSchema } from "#shared/fields/field-schemas.ts";
import { completeAddress } from "#shared/kernel/text-rules.ts";
import { httpUrl, optionalHttpUrl } from "#shared/kernel/text.ts";

test.each([
  "chatgpt.com",
  "ChatGPT.com",
  "www.example.co.uk/a/b?c=d#e",
  "example.com:8443/path",
  "example.com?q=1",
  "müller.de",
  "пример.рф",
  "उदाहरण.भारत",
  "xn--mller-kva.de",
  "example.xn--p1ai/x",
  "notion.so/team",
  "x.ai",
])("completes %s to an address", (typed) => {
  expect(completeAddress(typed)).toBe(`https://${typed}`);
  expect(httpUrl.parse(typed)).toBe(`https://${typed}`);
});

test.each([
  "javascript:alert(1)",
  "javascript:alert(document.domain.com)",
  "data:text/html,x.com",
  "foo bar",
  "two words.com",
  "localhost",
  "localhost:3000",
  "a.b",
  "10.0.0.7",
  "1.2",
  "/images/logo.png",
  "./here.com",
  "../there.com",
  "//chatgpt.com",
  "ada@example.com",
  "ftp://example.com",
  "mailto:ada@example.com",
  "logo.png",
  "notes.pdf",
  "-example.com",
  "example-.com",
  "example..com",
  "example.com.",
  ".com",
  "C:\\here.com",
  "",
])("does not complete %j, and rejects it", (typed) => {
  expect(completeAddress(typed)).toBe(typed);
  expect(httpUrl.safeParse(typed).error?.issues[0]?.message).toBe("Please enter a valid URL");
});

test("validates a completed address like any other", () => {
  expect(httpUrl.safeParse("example.com:99999").error?.issues[0]?.message).toBe("Please enter a valid URL");
});

test("leaves a complete address unchanged", () => {
  expect(httpUrl.parse(" http://localhost:3000/x ")).toBe("http://localhost:3000/x");
  expect(completeAddress("https://chatgpt.com")).toBe("https://chatgpt.com");
});

test("completes an optional address and a picture's address", () => {
  expect(optionalHttpUrl.parse("chatgpt.com")).toBe("https://chatgpt.com");
  expect(optionalHttpUrl.parse("")).toBeNull();
  expect(imageAddressSchema.parse("chatgpt.com/logo.png")).toBe("https://chatgpt.com/logo.png");
  expect(imageAddressSchema.safeParse("logo.png").error?.issues[0]?.message).toBe(
    "Please enter a valid URL or file path",
  );
});

test("rejects a long text quickly", () => {
  const long = `${"a.".repeat(50_000)}!`;
  expect(completeAddress(long)).toBe(long);
  const dashes = `${"a-".repeat(50_000)}!`;
  expect(completeAddress(dashes)).toBe(dashes);
});
