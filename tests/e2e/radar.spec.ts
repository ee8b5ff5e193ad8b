import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { addTools, dialogOf } from "./ai-stack.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  type Product,
  test,
  toast,
} from "./product.ts";
import { dateVerdicts, decideOn } from "./team-verdicts.ts";
import { THOROUGH } from "./thorough.ts";

const TOOLS = [
  { name: "Claude", industry: "software-dev", modality: "text" },
  { name: "Midjourney", industry: "creative", modality: "image" },
  { name: "Whisper", industry: "media", modality: "audio" },
  { name: "Nobody decided on this" },
];

/** Claude moved from Trial to Adopt, Midjourney is on Hold since May, Whisper is new. */
async function decideOnAll(product: Product, person: Person): Promise<void> {
  await addTools(person, TOOLS);
  await decideOn(person, "Claude", { ring: "trial" });
  await decideOn(person, "Claude", { ring: "adopt" });
  await decideOn(person, "Midjourney", { ring: "hold", reason: "=Nobody knows whose the pictures are." });
  await decideOn(person, "Whisper", { ring: "trial" });
  const [yesterday = "", now = ""] = [1, 0].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  await dateVerdicts(product, person, "Claude", ["2025-03-01", yesterday]);
  await dateVerdicts(product, person, "Midjourney", ["2025-05-03"]);
  await dateVerdicts(product, person, "Whisper", [now]);
}

const ringOf = (page: Page, name: string) =>
  page.getByRole("list", { name, exact: true }).getByRole("listitem");

test("the radar shows the verdicts of any day, and its list offers the same", async ({ ada, product }) => {
  await decideOnAll(product, ada);
  const { page } = ada;
  await page.goto("/dashboard");
  await page.getByRole("radio", { name: "Radar" }).click();
  await expect(page).toHaveURL("/dashboard?view=radar");
  await expect(ringOf(page, "Adopt")).toHaveText(["ClaudeSoftware Dev · ▲ moved from TrialText"]);
  await expect(ringOf(page, "Trial")).toHaveText(["WhisperMedia · ● newAudio"]);
  await expect(ringOf(page, "Hold")).toHaveText(["MidjourneyCreativeImage"]);
  const picture = page.locator("main svg[viewBox]").filter({ hasText: "AI Radar" });
  for (const text of ["Claude", "Whisper", "Midjourney", "Software Dev", "Creative", "Media"])
    await expect(picture.getByText(text, { exact: true })).toBeVisible();
  await expectAccessible(page);

  const slider = page.getByRole("slider", { name: "Day of the radar" });
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(page.getByText("On 1 March 2025", { exact: true })).toBeVisible();
  await expect(page).toHaveURL("/dashboard?view=radar&on=2025-03-01");
  await expect(ringOf(page, "Trial")).toHaveText(["ClaudeSoftware Dev · ● newText"]);
  await expect(page.getByRole("list", { name: "Adopt", exact: true })).toHaveCount(0);
  await expect(slider).toBeFocused();
  await expect(picture.getByText("March 1, 2025")).toBeVisible();
  // The filter applies to that day.
  await page.goto("/dashboard?view=radar&on=2025-03-01&verdict=trial");
  await expect(ringOf(page, "Trial")).toHaveText(["ClaudeSoftware Dev · ● newText"]);
  await page.goto("/dashboard?view=radar&on=2025-03-01&verdict=adopt");
  await expect(page.getByText("None of these tools had this verdict on that day.")).toBeVisible();
  await page.goto("/dashboard?view=radar&on=2025-03-01");
  await slider.focus();
  await page.keyboard.press("End");
  await expect(page.getByText("Today", { exact: true })).toBeVisible();
  await expect(page).toHaveURL("/dashboard?view=radar");
  await expect(ringOf(page, "Adopt")).toHaveText(["ClaudeSoftware Dev · ▲ moved from TrialText"]);

  await page.getByRole("radio", { name: "Moved in 30 days" }).click();
  await expect(page).toHaveURL("/dashboard?view=radar&moved=30");
  const moves = page.getByRole("list", { name: "Moves in 30 days" }).getByRole("listitem");
  await expect(moves).toHaveText([/^Whisper● New on Trial.+Ada/u, /^Claude▲ Trial → Adopt.+Ada/u]);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "By ring" }).click();

  await page.getByRole("combobox", { name: "Industry" }).selectOption("Media");
  await expect(ringOf(page, "Trial")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Adopt", exact: true })).toHaveCount(0);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await ringOf(page, "Trial").getByRole("button").press("Enter");
  await expect(dialogOf(page, "Whisper").getByRole("heading", { name: "Whisper" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(ringOf(page, "Trial").getByRole("button")).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await picture.locator("[data-tool]").click();
  await expect(dialogOf(page, "Whisper").getByRole("heading", { name: "Whisper" })).toBeVisible();
});

test(
  "the radar is saved as pictures, a slide, and a table for other radars",
  THOROUGH,
  async ({ ada, product }) => {
    await decideOnAll(product, ada);
    const { page } = ada;
    await page.goto("/dashboard?view=radar&on=2025-06-01");
    await expect(ringOf(page, "Hold")).toHaveText(["MidjourneyCreative · ● newImage"]);
    async function save(entry: string) {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save As" }).click();
      await page.getByRole("menuitem", { name: entry }).click();
      const download = await saved;
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    }

    const png = await save("PNG Picture");
    expect(png.name).toBe("ai-radar.png");
    expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(png.bytes.readUInt32BE(16)).toBe(1760);
    await expect(toast(page, "Export Successful")).toBeVisible();

    const svg = await save("SVG Picture");
    expect(svg.name).toBe("ai-radar.svg");
    const drawing = await page.context().newPage();
    await drawing.setContent(svg.bytes.toString());
    for (const text of ["AI Radar", "June 1, 2025", "Claude", "Midjourney", "Creative"])
      await expect(drawing.getByText(text, { exact: true })).toBeVisible();
    expect(svg.bytes.toString()).not.toContain("var(");
    await drawing.close();

    const slide = await save("PowerPoint Slide");
    expect(slide.name).toBe("radar-2025-06-01.pptx");
    expect(slide.bytes.subarray(0, 2).toString()).toBe("PK");
    expect(slide.bytes.byteLength).toBeGreaterThan(20_000);

    const csv = await save("CSV, for Build Your Own Radar");
    expect(csv.name).toBe("radar-2025-06-01.csv");
    expect(csv.bytes.toString().split("\r\n")).toEqual([
      "name,ring,quadrant,isNew,description",
      "Claude,Trial,Software Dev,FALSE,It does what it says.",
      `Midjourney,Hold,Creative,TRUE,"'=Nobody knows whose the pictures are."`,
      "",
    ]);
  },
);

test("the landscape shows gaps, and links to the tools", THOROUGH, async ({ ada, product }) => {
  await decideOnAll(product, ada);
  const { page } = ada;
  await page.goto("/dashboard?view=landscape");
  await page.getByRole("switch", { name: "Blind spots" }).click();
  await expect(page).toHaveURL("/dashboard?view=landscape&blind=1");
  const spots = page.getByRole("list", { name: "Blind spots: Software Dev, Text" });
  await expect(spots).toHaveText("Adopted, but no prompt uses it");
  await expect(page.getByRole("button", { name: "1 tool, not tried" })).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await spots.getByRole("button").click();
  await expect(dialogOf(page, "Claude").getByRole("heading", { name: "Claude" })).toBeVisible();
});
