import { readFile } from "node:fs/promises";

import { addTools, countLine } from "./ai-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

const TOOLS = [
  { name: "Claude", industry: "software-dev", modality: "text" },
  { name: "Copilot", industry: "software-dev", modality: "text" },
  { name: "Midjourney", industry: "creative", modality: "image" },
  { name: "Nowhere" },
];

test("the landscape shows every tool at its industry and modality, and zooms", async ({ ada }) => {
  await addTools(ada, TOOLS);
  const { page } = ada;
  await page.goto("/dashboard");
  await page.getByRole("radio", { name: "Landscape" }).click();
  await expect(page).toHaveURL("/dashboard?view=landscape");
  const landscape = page.getByRole("table", { name: "AI landscape" });
  await expect(landscape.getByRole("columnheader")).toHaveText(["Industry", "Text2", "Image1", "Other1"]);
  await expect(landscape.getByRole("rowheader")).toHaveText(["Creative1", "General1", "Software Dev2"]);
  const cell = landscape.getByRole("list", { name: "Software Dev, Text" });
  await expect(cell.getByRole("listitem")).toHaveCount(2);
  await expect(cell.getByText("Copilot")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect(cell.getByText("Copilot")).toHaveClass("sr-only");
  await expect(cell.getByRole("button", { name: "Copilot" })).toBeVisible();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(page.getByRole("button", { name: "Zoom in" })).toBeDisabled();
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: "Search tools" }).fill("mid");
  await expect(landscape.getByRole("rowheader")).toHaveText(["Creative1"]);
  await expect(countLine(page)).toHaveText("Showing 1 of 4 tools");
  await landscape.getByRole("button", { name: "Midjourney" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: /Midjourney/u })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Table" }).click();
  await expect(page.getByRole("table", { name: "AI tools" })).toBeVisible();
});

test("the landscape is one Tab stop, and arrow keys move inside it", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  const { page } = ada;
  await page.goto("/dashboard?view=landscape");
  await page.getByRole("button", { name: "Save as PNG" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Midjourney" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: /Claude|Copilot/u }).and(page.locator(":focus"))).toHaveCount(
    1,
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("heading", { name: /Claude|Copilot/u })).toBeVisible();
});

test("the landscape is saved as a picture", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  const { page } = ada;
  await page.goto("/dashboard?view=landscape");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as PNG" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("ai-landscape.png");
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(1000);
  await expect(toast(page, "Export Successful")).toBeVisible();
});

test("a cell with too many tools links to all of them", THOROUGH, async ({ ada }) => {
  await ada.request.post("/api/ai-tools/import", {
    data: {
      rows: Array.from({ length: 60 }, (_, index) => ({
        name: `Tool ${index}`,
        industry: "finance",
        modality: "text",
      })),
    },
  });
  await ada.page.goto("/dashboard?view=landscape");
  await ada.page.getByRole("button", { name: "31 more: Finance, Text" }).click();
  await expect(ada.page).toHaveURL("/dashboard?industry=finance&modality=text");
  await expect(countLine(ada.page)).toHaveText("Showing 60 of 60 tools");
  await expect(ada.page.getByRole("table", { name: "AI tools" })).toBeVisible();
});

test("the landscape shows one card per industry on a phone", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  await ada.page.setViewportSize(PHONE);
  await ada.page.goto("/dashboard?view=landscape");
  await expect(ada.page.getByRole("heading", { name: /^Software Dev/u })).toBeVisible();
  await expect(ada.page.getByRole("table")).toHaveCount(0);
  await expect(ada.page.getByText("Midjourney", { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(ada.page);
  await expectAccessible(ada.page);
});

for (const theme of ["light", "dark"] as const) {
  test(
    `tools show their logo, or their initials in the colour of their modality, in the ${theme} theme`,
    thoroughUnless(theme === "light"),
    async ({ ada }) => {
      const { page } = ada;
      await page.emulateMedia({ colorScheme: theme });
      await addTools(ada, [
        { name: "Claude", modality: "text", logoUrl: "/brand-logos/claude-color.svg" },
        { name: "Stable Diffusion", modality: "image" },
        { name: "Whisper Flow", modality: "audio" },
        { name: "Unknown", modality: "smell" },
      ]);
      await page.goto("/dashboard?view=landscape");
      const landscape = page.getByRole("table", { name: "AI landscape" });
      const logo = landscape.getByRole("button", { name: "Claude" }).locator("img");
      await expect
        .poll(() => logo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
        .toBe(24);
      const colourOf = (name: string) =>
        landscape
          .getByRole("button", { name })
          .locator("[data-monogram]")
          .evaluate((tile) => getComputedStyle(tile).backgroundColor);
      const badgeColourOf = (label: string) =>
        landscape
          .getByRole("columnheader", { name: label })
          .getByText(label, { exact: true })
          .locator("..")
          .evaluate((badge) => getComputedStyle(badge).backgroundColor);
      expect(await colourOf("Stable Diffusion")).toBe(await badgeColourOf("Image"));
      expect(await colourOf("Whisper Flow")).toBe(await badgeColourOf("Audio"));
      expect(await colourOf("Unknown")).toBe(await badgeColourOf("Smell"));
      await expect(landscape.getByText("SD", { exact: true })).toBeVisible();
      await expectAccessible(page);
    },
  );
}
