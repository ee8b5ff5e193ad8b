import type { Page } from "@playwright/test";

import { addTools, countLine, namesIn, type NewTool, rowOf, storedTools } from "./ai-stack.ts";
import { failCalls, holdCalls } from "./calls.ts";
import {
  chooseMore,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  test,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const TOOLS: readonly NewTool[] = [
  {
    name: "beta",
    company: "Zeta Labs",
    capabilities: "Writes code",
    industry: "software-dev",
    modality: "text",
    tags: ["code"],
  },
  {
    name: "Alpha",
    company: "acme",
    capabilities: "Paints pictures",
    industry: "creative",
    modality: "image",
  },
  {
    name: "Gamma",
    capabilities: "Speaks aloud",
    industry: "media",
    modality: "audio",
    tags: ["voice", "podcast"],
  },
  { name: "delta", company: "Mono", modality: "text" },
];

const search = (page: Page) => page.getByRole("searchbox", { name: "Search tools" });
const header = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const sortBy = (page: Page, name: string) => header(page, name).getByRole("button").click();

test("skeletons are shown while the tools load", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  const release = await holdCalls(ada.page, "tools.list");
  await ada.page.goto("/dashboard");
  await expect(ada.page.getByRole("status").filter({ hasText: "Loading tools" })).toBeAttached();
  await expect(countLine(ada.page)).toHaveCount(0);
  await expect(ada.page.getByText("No Tools Found")).toHaveCount(0);
  await expectAccessible(ada.page);
  release();
  await expect(countLine(ada.page)).toHaveText("Showing 4 of 4 tools");
  await expect(ada.page.getByText("Loading tools")).toHaveCount(0);
});

test("tools that fail to load can be requested again", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  const stopFailing = await failCalls(ada.page, "tools.list");
  // Otherwise a live update about the new tools would reload the list before the button is pressed.
  await holdCalls(ada.page, "events.watch");
  await ada.page.goto("/dashboard");
  await expect(ada.page.getByRole("heading", { name: "Error Loading Tools" })).toBeVisible();
  await expect(
    ada.page.getByText("Failed to load AI tools. Please try again later.", { exact: true }),
  ).toBeVisible();
  await expectAccessible(ada.page);
  await stopFailing();
  await ada.page.getByRole("button", { name: "Try Again" }).click();
  await expect(countLine(ada.page)).toHaveText("Showing 4 of 4 tools");
});

test("an empty catalogue offers to add the first tool", async ({ ada }) => {
  await ada.page.goto("/dashboard");
  await expect(ada.page.getByRole("heading", { name: "No Tools Found" })).toBeVisible();
  await expect(
    ada.page.getByText("Get started by adding your first AI tool to the database.", { exact: true }),
  ).toBeVisible();
  await expect(countLine(ada.page)).toHaveText("Showing 0 of 0 tools");
  await expectAccessible(ada.page);
  await ada.page.getByRole("button", { name: "Add Your First Tool" }).click();
  await expect(ada.page.getByRole("heading", { name: "Add New AI Tool" })).toBeVisible();
});

test("an empty catalogue can start with well-known tools", THOROUGH, async ({ ada }) => {
  await ada.page.goto("/dashboard");
  const stopFailing = await failCalls(ada.page, "imports.starterTools");
  await ada.page.getByRole("button", { name: "Start with Well-Known Tools" }).click();
  await expect(toast(ada.page, "Failed to add the well-known tools")).toBeVisible();
  await stopFailing();
  await ada.page.getByRole("button", { name: "Start with Well-Known Tools" }).click();
  await expect(toast(ada.page, "Well-known tools added")).toBeVisible();
  const { length } = await storedTools(ada);
  expect(length).toBeGreaterThanOrEqual(120);
  await expect(countLine(ada.page)).toHaveText(`Showing ${length} of ${length} tools`);
  await expectAccessible(ada.page);
});

test("filters without results show a message and can be cleared", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  await ada.page.goto("/dashboard");
  await search(ada.page).fill("nothing like this");
  await expect(ada.page.getByRole("heading", { name: "No Tools Found" })).toBeVisible();
  await expect(
    ada.page.getByText("No tools match your current filters. Try adjusting your search criteria.", {
      exact: true,
    }),
  ).toBeVisible();
  await expect(countLine(ada.page)).toHaveText("Showing 0 of 4 tools");
  await expect(ada.page.getByRole("button", { name: "Add Your First Tool" })).toHaveCount(0);
  await expectAccessible(ada.page);
  await ada.page.getByRole("button", { name: "Clear Filters" }).first().click();
  await expect(countLine(ada.page)).toHaveText("Showing 4 of 4 tools");
  await expect(search(ada.page)).toHaveValue("");
});

test("the table shows the details of each tool, last updated first", async ({ ada }) => {
  await addTools(ada, TOOLS);
  await ada.page.goto("/dashboard");
  await expect(ada.page.getByRole("columnheader")).toHaveText([
    "Name",
    "Company",
    "Capabilities",
    "Industry",
    "Modality",
    "Updated",
    "Actions",
  ]);
  expect((await namesIn(ada.page)).map((name) => name.split("\n").at(-1))).toEqual([
    "delta",
    "Gamma",
    "Alpha",
    "beta",
  ]);
  await expect(rowOf(ada.page, "beta").getByRole("cell")).toHaveText([
    /beta$/u,
    "Zeta Labs",
    "Writes code",
    "Software Dev",
    "Text",
    "now",
    "",
  ]);
  await expect(rowOf(ada.page, "beta").getByRole("button", { name: "Edit beta" })).toBeVisible();
  await expect(rowOf(ada.page, "beta").getByRole("button", { name: "Delete beta" })).toBeVisible();
  await expectAccessible(ada.page);
});

test("search covers name, company, capabilities and tags, in any case", async ({ ada }) => {
  await addTools(ada, TOOLS);
  await ada.page.goto("/dashboard");
  await expect(search(ada.page)).toHaveAttribute("placeholder", /^search by name, company, capabilities/iu);
  for (const [text, name] of [
    ["ALPH", "Alpha"],
    ["zeta", "beta"],
    ["aloud", "Gamma"],
    ["podcast", "Gamma"],
  ] as const) {
    await search(ada.page).fill(text);
    await expect(countLine(ada.page)).toHaveText("Showing 1 of 4 tools");
    await expect(rowOf(ada.page, name)).toBeVisible();
  }
  await ada.page.getByRole("button", { name: "Clear search" }).click();
  await expect(countLine(ada.page)).toHaveText("Showing 4 of 4 tools");
  await expect(search(ada.page)).toBeFocused();
});

test("both filters narrow the list and are stored in the address", async ({ ada }) => {
  await addTools(ada, TOOLS);
  await ada.page.goto("/dashboard");
  const industry = ada.page.getByLabel("Industry");
  const modality = ada.page.getByLabel("Modality");
  await expect(industry.getByRole("option")).toHaveText([
    "All Industries",
    "Creative",
    "Education",
    "Finance",
    "General",
    "Healthcare",
    "Marketing",
    "Media",
    "Software Dev",
  ]);
  await expect(modality.getByRole("option")).toHaveText([
    "All Modalities",
    "Audio",
    "Image",
    "Multimodal",
    "Text",
    "Video",
  ]);
  await modality.selectOption("Text");
  await expect(countLine(ada.page)).toHaveText("Showing 2 of 4 tools");
  await industry.selectOption("Software Dev");
  await expect(countLine(ada.page)).toHaveText("Showing 1 of 4 tools");
  await search(ada.page).fill("code");
  await expect(ada.page).toHaveURL("/dashboard?q=code&industry=software-dev&modality=text");

  await ada.page.reload();
  await expect(countLine(ada.page)).toHaveText("Showing 1 of 4 tools");
  await expect(industry).toHaveValue("software-dev");
  await expect(search(ada.page)).toHaveValue("code");
  await ada.page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(ada.page).toHaveURL("/dashboard");
  await industry.selectOption("General");
  await expect(countLine(ada.page)).toHaveText("Showing 1 of 4 tools");
  await expect(rowOf(ada.page, "delta")).toBeVisible();
});

test("Recent Only shows tools updated within seven days", THOROUGH, async ({ ada }) => {
  await addTools(ada, [{ name: "Claude" }]);
  const [tool] = await storedTools(ada);
  const updated = Date.parse(tool?.dateUpdated ?? "");
  const days = (count: number) => count * 24 * 60 * 60 * 1000;
  await ada.page.clock.setFixedTime(updated + days(7) - 60_000);
  await ada.page.goto("/dashboard");
  await ada.page.getByRole("button", { name: "Recent Only" }).click();
  await expect(ada.page.getByRole("button", { name: "Show All" })).toBeVisible();
  await expect(countLine(ada.page)).toHaveText("Showing 1 of 1 tools");
  await expect(ada.page).toHaveURL("/dashboard?recent=1");

  await ada.page.clock.setFixedTime(updated + days(7) + 60_000);
  await ada.page.reload();
  await expect(countLine(ada.page)).toHaveText("Showing 0 of 1 tools");
  await ada.page.getByRole("button", { name: "Show All" }).click();
  await expect(countLine(ada.page)).toHaveText("Showing 1 of 1 tools");
});

test(
  "columns sort without case, missing values first, and reverse on a second click",
  THOROUGH,
  async ({ ada }) => {
    await addTools(ada, TOOLS);
    await ada.page.goto("/dashboard");
    const orders = {
      Name: ["Alpha", "beta", "delta", "Gamma"],
      Company: ["Gamma", "Alpha", "delta", "beta"],
      Capabilities: ["delta", "Alpha", "Gamma", "beta"],
      Industry: ["delta", "Alpha", "Gamma", "beta"],
      Modality: ["Gamma", "Alpha", "delta", "beta"],
      Updated: ["beta", "Alpha", "Gamma", "delta"],
    };
    const shown = async () => (await namesIn(ada.page)).map((name) => name.split("\n").at(-1));
    for (const [column, names] of Object.entries(orders)) {
      await sortBy(ada.page, column);
      await expect(header(ada.page, column)).toHaveAttribute("aria-sort", "ascending");
      await expect.poll(shown, column).toEqual(names);
    }
    await sortBy(ada.page, "Name");
    await sortBy(ada.page, "Name");
    await expect(header(ada.page, "Name")).toHaveAttribute("aria-sort", "descending");
    await expect.poll(shown).toEqual(orders.Name.toReversed());
    await expect(ada.page).toHaveURL("/dashboard?sort=-name");
    await ada.page.reload();
    await expect(header(ada.page, "Name")).toHaveAttribute("aria-sort", "descending");
    await expect.poll(shown).toEqual(orders.Name.toReversed());
  },
);

test("a link opens its dialog, and Back closes it", async ({ ada }) => {
  await addTools(ada, TOOLS);
  const [delta] = await storedTools(ada);
  await ada.page.goto("/dashboard?modality=text");
  const title = ada.page.getByRole("dialog").getByRole("heading", { level: 2 });
  await rowOf(ada.page, "delta").click();
  await expect(title).toContainText("delta");
  await expect(ada.page).toHaveURL(`/dashboard?modality=text&tool=${delta?.id}`);
  await ada.page.goBack();
  await expect(title).toHaveCount(0);
  await ada.page.goForward();
  await expect(title).toContainText("delta");

  await ada.page.goto("/dashboard?tool=gone");
  await expect(toast(ada.page, "Tool Not Found")).toBeVisible();
  await expect(ada.page).toHaveURL("/dashboard");
});

test("a link opens each dialog", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  const [delta] = await storedTools(ada);
  const dialogs = {
    add: "Add New AI Tool",
    export: "Export for Presentations",
    import: "Import Tools",
    settings: "Settings & Configuration",
    [`edit&tool=${delta?.id}`]: "Edit AI Tool",
    [`delete&tool=${delta?.id}`]: "Delete AI Tool",
  };
  for (const [name, heading] of Object.entries(dialogs)) {
    await ada.page.goto(`/dashboard?dialog=${name}`);
    await expect(ada.page.getByRole("heading", { name: heading })).toBeVisible();
    await ada.page.keyboard.press("Escape");
    await expect(ada.page).toHaveURL("/dashboard");
  }
});

test("the tools are cards with the same actions on a phone", async ({ ada }) => {
  await addTools(ada, TOOLS);
  await ada.page.setViewportSize(PHONE);
  await ada.page.goto("/dashboard");
  const cards = ada.page.getByRole("list", { name: "AI tools" }).getByRole("listitem");
  await expect(cards).toHaveCount(4);
  await expect(ada.page.getByRole("table")).toHaveCount(0);
  await expectNoSidewaysScroll(ada.page);
  await expectAccessible(ada.page);
  await chooseMore(ada.page, "Sort by Company");
  await expect(cards.nth(3)).toContainText("Zeta Labs");
  await chooseMore(ada.page, "Sort descending");
  await expect(cards.first()).toContainText("Zeta Labs");
  await ada.page.getByRole("button", { name: "Delete beta" }).click();
  await expect(ada.page.getByRole("heading", { name: "Delete AI Tool" })).toBeVisible();
  await expectNoSidewaysScroll(ada.page);
});
