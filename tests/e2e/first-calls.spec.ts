import type { Page } from "@playwright/test";

import { expect, test } from "./product.ts";

/** The calls that a page has made by the time nothing more is under way, and what called for them. */
async function callsOf(page: Page, address: string): Promise<{ call: string; by: string }[]> {
  await page.goto(address, { waitUntil: "networkidle" });
  const entries = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, initiatorType }) => ({ name, by: initiatorType })),
  );
  return entries.flatMap(({ name, by }) => {
    const { pathname } = new URL(name);
    return /^\/(?:api|trpc)\//u.test(pathname) ? [{ call: pathname, by }] : [];
  });
}

const WHO = { call: "/trpc/auth.entry,account.me", by: "link" };

for (const [path, list] of [
  ["/", "/trpc/tools.list"],
  ["/dashboard", "/api/ai-tools"],
  ["/prompts", "/api/prompts"],
  ["/chapter-loop", "/trpc/readings.list"],
] as const) {
  test(`${path} asks who is signed in and for its list once, beside the scripts`, async ({ ada }) => {
    expect(await callsOf(ada.page, path)).toEqual([WHO, { call: list, by: "link" }]);
  });
}

for (const path of ["/news", "/arxiv", "/search", "/account"]) {
  test(`${path} asks who is signed in once, beside the scripts`, async ({ ada }) => {
    const calls = await callsOf(ada.page, path);
    expect(calls.filter(({ call, by }) => by === "link" || call.includes("account.me"))).toEqual([WHO]);
  });
}

test("a visitor's page asks for nothing beside the scripts, and leaves no error in the console", async ({
  visitor,
}) => {
  const errors: string[] = [];
  visitor.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(message.text());
  });
  expect(await callsOf(visitor, "/dashboard")).toEqual([{ ...WHO, by: "fetch" }]);
  await visitor.context().addCookies([{ name: "session", value: "a".repeat(40), url: visitor.url() }]);
  expect(await callsOf(visitor, "/dashboard")).toEqual([{ ...WHO, by: "fetch" }]);
  expect(errors).toEqual([]);
});

test("a page with a one-time link asks what that is good for, and not twice", async ({ ada }) => {
  const calls = await callsOf(ada.page, "/?invite=spent");
  expect(calls.filter(({ call }) => call.includes("account.me"))).toEqual([{ ...WHO, by: "fetch" }]);
});
