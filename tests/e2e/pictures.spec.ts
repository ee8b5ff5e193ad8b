import type { BrowserContext, Locator, Page } from "@playwright/test";

import { pngImage, svgImage } from "../support/images.ts";
import { addTools, dialogOf, rowOf, storedTool } from "./ai-stack.ts";
import { addNews, cardOf, test } from "./news-stack.ts";
import { expect, expectAccessible, PHONE, toast } from "./product.ts";
import { addPrompts, rowOf as promptRowOf } from "./prompt-stack.ts";
import { THOROUGH } from "./thorough.ts";

/** The origins that a browser sent requests to. */
function requestedOrigins(context: BrowserContext): Set<string> {
  const origins = new Set<string>();
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http")) origins.add(origin);
  });
  return origins;
}

const expectShown = (image: Locator) =>
  expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth))
    .toBeGreaterThan(0);

const logoField = (page: Page) => page.getByRole("dialog").getByLabel("Logo", { exact: true });
const preview = (page: Page) => page.getByRole("img", { name: "Preview" });

test("H7: every screen loads other sites' pictures only from this server", async ({
  ada,
  product,
  upstreams,
}) => {
  const { page, context, request } = ada;
  const { site } = upstreams;
  Object.assign(site.paths, {
    "/logo.svg": { headers: { "content-type": "image/svg+xml" }, body: svgImage() },
    "/news.png": pngImage(64, 36),
    "/cover.png": pngImage(32, 48),
    "/dish.png": pngImage(64, 64),
  });
  const origins = requestedOrigins(context);
  await addTools(ada, [{ name: "Claude", logoUrl: `${site.origin}/logo.svg` }]);
  await addNews(product, ada, {
    tool: "Gemini",
    articles: [
      { title: "Good", publishedAt: "2024-03-04T10:00:00.000Z", imageUrl: `${site.origin}/news.png` },
      { title: "Gone", publishedAt: "2024-03-04T09:00:00.000Z", imageUrl: `${site.origin}/gone.png` },
    ],
  });
  await addPrompts(ada, [{ name: "Chef", prompt: "Cook" }]);
  const [prompt] = await (await request.get("/api/prompts")).json();
  const edited = await request.put(`/api/prompts/${prompt.id}`, {
    data: { exampleImageUrl: `${site.origin}/dish.png` },
  });
  expect(edited.status()).toBe(200);
  const reading = await request.post("/api/readings", {
    data: { title: "Middlemarch", author: "George Eliot", imageUrl: `${site.origin}/cover.png` },
  });
  expect(reading.status()).toBe(201);

  await page.goto("/dashboard");
  await expectShown(rowOf(page, "Claude").locator("img"));
  await rowOf(page, "Claude").getByRole("button", { name: "Claude", exact: true }).click();
  await expectShown(dialogOf(page, "Claude").locator("img"));
  await page.goto("/dashboard?view=landscape");
  await expectShown(page.locator("main img").first());

  await page.goto("/news");
  const image = cardOf(page, "Good").locator("img");
  await expectShown(image);
  await expect(image).toHaveAttribute("loading", "lazy");
  await expect(cardOf(page, "Gone").locator("img")).toHaveCount(0);

  await page.goto("/prompts");
  await promptRowOf(page, "Chef").click();
  await expectShown(page.getByRole("img", { name: "Example result of this prompt" }));

  await page.goto("/chapter-loop");
  await page.getByRole("button", { name: "Middlemarch", exact: true }).click();
  await expectShown(page.getByRole("img", { name: "Cover of Middlemarch" }));

  expect([...origins]).toEqual([product.origin]);
  const asked = site.hits.filter(({ url }) => /\.(?:svg|png)$/u.test(url.pathname));
  expect(asked.map(({ url }) => url.pathname).toSorted()).toEqual([
    "/cover.png",
    "/dish.png",
    "/gone.png",
    "/logo.svg",
    "/news.png",
  ]);
  expect(asked.filter(({ headers }) => "referer" in headers || "cookie" in headers)).toEqual([]);
});

test(
  "the form shows a picture by its http address, and the tool stores it",
  THOROUGH,
  async ({ ada, upstreams }) => {
    const { page } = ada;
    upstreams.site.paths["/logo.png"] = pngImage(8, 8);
    const address = `${upstreams.site.origin}/logo.png`;
    await page.goto("/dashboard?dialog=add");
    await page.getByLabel("Tool Name").fill("Claude");
    await logoField(page).fill(address);
    await expect(page.getByText("Logo URL looks good!")).toBeVisible();
    await expectShown(preview(page));
    await expect(page.getByText("Logo URL looks good!")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Add Tool" }).click();
    await expect(toast(page, "AI tool added successfully")).toBeVisible();
    expect((await storedTool(ada, "Claude")).logoUrl).toBe(address);
    await expectShown(rowOf(page, "Claude").locator("img"));
  },
);

const PAGE = "<!doctype html><html><head><title>Claude</title></head></html>";

test(
  "the form explains why a picture cannot be shown, and still saves it",
  THOROUGH,
  async ({ ada, upstreams }) => {
    const { page } = ada;
    const { site } = upstreams;
    Object.assign(site.paths, {
      "/page": PAGE,
      "/script.svg": svgImage("<script>alert(1)</script>"),
      "/large.png": Buffer.alloc(6_000_000),
      "/logo.png": pngImage(8, 8),
    });
    await page.goto("/dashboard?dialog=add");
    await page.getByLabel("Tool Name").fill("Claude");
    for (const [path, sentence] of [
      ["/page", "This is a web page, not an image. Use the address of the image itself."],
      ["/script.svg", "This SVG contains a script. Save it without scripts and try again."],
      ["/large.png", "This image is larger than 5 MB."],
      ["/gone.png", "There's no image at this address."],
    ] as const) {
      await logoField(page).fill(site.origin + path);
      await expect(logoField(page)).toHaveAccessibleDescription(sentence);
      await expect(page.getByText("Logo URL looks good!")).toHaveCount(0);
      await expect(preview(page)).toHaveCount(0);
    }
    await logoField(page).fill("http://127.0.0.1:9/logo.png");
    await expect(logoField(page)).toHaveAccessibleDescription("Couldn't reach this address.");
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);

    await logoField(page).fill(`${site.origin}/logo.png`);
    await expectShown(preview(page));
    await logoField(page).fill(`${site.origin}/gone.png`);
    await page.getByRole("dialog").getByRole("button", { name: "Add Tool" }).click();
    await expect(toast(page, "AI tool added successfully")).toBeVisible();
    expect((await storedTool(ada, "Claude")).logoUrl).toBe(`${site.origin}/gone.png`);
  },
);

test("prompts and readings explain it too", THOROUGH, async ({ ada, upstreams }) => {
  const { page } = ada;
  upstreams.site.paths["/page"] = PAGE;
  for (const [path, button, label] of [
    ["/prompts", "Add Prompt", "Example Image"],
    ["/chapter-loop", "Add Reading", "Cover Image URL"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("button", { name: button }).first().click();
    const field = page.getByRole("dialog").getByLabel(label, { exact: true });
    await field.fill(`${upstreams.site.origin}/page`);
    await expect(field).toHaveAccessibleDescription(
      "This is a web page, not an image. Use the address of the image itself.",
    );
  }
});

test("a slow picture appears a little later without a reload", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.clock.install();
  await addTools(ada, [{ name: "Claude", logoUrl: "https://slow.example/logo.png" }]);
  let isThere = false;
  await page.route(/\/pictures\?/u, (route) =>
    route.fulfill(isThere ? { body: pngImage(), contentType: "image/png" } : { status: 503 }),
  );
  await page.goto("/dashboard");
  await expect(rowOf(page, "Claude").getByText("C", { exact: true })).toBeVisible();
  isThere = true;
  await page.clock.fastForward(10_000);
  await expectShown(rowOf(page, "Claude").locator("img"));
});
