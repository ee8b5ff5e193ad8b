import type { Locator, Page } from "@playwright/test";

import { addTools } from "./ai-stack.ts";
import { expect, expectAccessible, type Person, test } from "./product.ts";
import { addPrompts } from "./prompt-stack.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

const WIDTHS = [390, 600, 768, 820, 834, 900, 1024, 1280, 1440, 1920];
const SIDEBARS = ["expanded", "collapsed"] as const;

/** The minimum readable width of a column, in pixels. */
const LEAST: Record<string, number> = {
  Name: 160,
  Company: 110,
  Capabilities: 150,
  Industry: 100,
  Modality: 100,
  Updated: 90,
  Tags: 200,
  Actions: 100,
};

interface Section {
  path: string;
  /** The accessible name of its table or list. */
  label: string;
  /** Columns that every table shows. */
  always: readonly string[];
  columns: readonly string[];
  actions: readonly string[];
  fill: (person: Person) => Promise<unknown>;
}

const LONG = "Enterprise Retrieval Assistant for Regulated Industries";

const SECTIONS: readonly Section[] = [
  {
    path: "/dashboard",
    label: "AI tools",
    always: ["Name", "Company", "Industry", "Modality", "Actions"],
    columns: ["Name", "Company", "Capabilities", "Industry", "Modality", "Updated", "Actions"],
    actions: ["Edit", "Delete"],
    fill: (person) =>
      addTools(
        person,
        Array.from({ length: 14 }, (_, at) => ({
          name: `${LONG} ${at}`,
          company: "Consolidated Language Technologies International",
          capabilities: "Answers questions over contracts, tickets and wikis, with the passages it used",
          industry: "software-dev",
          modality: "multimodal",
          tags: ["retrieval", "compliance"],
        })),
      ),
  },
  {
    path: "/prompts",
    label: "Prompts",
    always: ["Name", "Modality", "Tags", "Actions"],
    columns: ["Name", "Industry", "Modality", "Tags", "Actions"],
    actions: ["Copy", "Edit", "Delete"],
    fill: (person) =>
      addPrompts(
        person,
        Array.from({ length: 14 }, (_, at) => ({
          name: `${LONG} ${at}`,
          prompt: "Summarize {{text}}.",
          industry: "content-creation",
          modality: "question-answering",
          tags: ["customer-support-replies", "qa", "incident-postmortem", "legal"],
        })),
      ),
  },
];

for (const section of SECTIONS) {
  for (const sidebar of SIDEBARS) {
    test(
      `${section.label} is readable at every width with the sidebar ${sidebar}`,
      thoroughUnless(sidebar === "expanded" && section === SECTIONS[0]),
      async ({ ada }) => {
        const { context, page } = ada;
        await section.fill(ada);
        await context.addCookies([
          { name: "sidebar-state", value: sidebar, url: new URL(await originOf(ada)).origin },
        ]);
        await page.goto(section.path);
        await expect(listOf(page, section)).toBeVisible();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await laidOut(page);
          expect(await faultsOf(page, section), `at ${width} px`).toEqual([]);
        }
        await expect(page.getByRole("table")).toBeVisible();
      },
    );
  }
}

const originOf = async ({ request }: Person) => (await request.get("/healthz")).url();

/** Resolves when the list has been measured in the new window size, and drawn. */
const laidOut = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const listOf = (page: Page, { label }: Section): Locator =>
  page.getByRole("table", { name: label }).or(page.getByRole("list", { name: label }));

/** Columns that are too narrow, too wide or missing in the current layout. */
async function faultsOf(page: Page, section: Section): Promise<string[]> {
  const list = listOf(page, section);
  const faults = await list.evaluate(
    (element, { least, always }) => {
      const found: string[] = [];
      const root = document.documentElement;
      if (root.scrollWidth > innerWidth)
        found.push(`the page is ${root.scrollWidth - innerWidth} px too wide`);
      const frame = element.tagName === "TABLE" ? element.parentElement : element;
      if (frame && frame.scrollWidth > frame.clientWidth) found.push("the card overflows");
      const headers = [...element.querySelectorAll("th")];
      for (const header of headers) {
        const name = header.textContent;
        const width = header.getBoundingClientRect().width;
        if (width < (least[name] ?? 0)) found.push(`${name} has ${width} px`);
      }
      if (headers.length > 0) {
        const names = new Set(headers.map(({ textContent }) => textContent));
        found.push(...always.filter((name) => !names.has(name)).map((name) => `${name} is missing`));
      }
      for (const opener of element.querySelectorAll("[data-row-open]")) {
        const { width } = opener.getBoundingClientRect();
        if (width < 130) found.push(`a name has ${width} px`);
      }
      return found;
    },
    { least: LEAST, always: section.always },
  );
  const firstName = `${LONG} 13`;
  for (const action of section.actions) {
    const button = list.getByRole("button", { name: `${action} ${firstName}`, exact: true });
    if (!(await button.isVisible())) faults.push(`${action} is missing`);
  }
  return [...faults, ...(await tagFaults(list, section))];
}

/** A tag is readable, or counted. */
async function tagFaults(list: Locator, { columns }: Section): Promise<string[]> {
  if (!columns.includes("Tags")) return [];
  const tags = list.getByRole("button", { name: "customer-support-replies" }).first();
  const short = list.getByRole("button", { name: "qa", exact: true }).first();
  const [long, whole] = await Promise.all(
    [tags, short].map((tag) =>
      tag.evaluate((element) => {
        const text = element.firstElementChild ?? element;
        return { shown: text.clientWidth, needed: text.scrollWidth };
      }),
    ),
  );
  const faults: string[] = [];
  // At least eight letters are distinguishable.
  if (long && long.shown < Math.min(long.needed, 56)) faults.push(`the long tag has ${long.shown} px`);
  if (whole && whole.shown < whole.needed) faults.push(`the short tag has ${whole.shown} px`);
  if (!(await list.getByText("+2", { exact: true }).first().isVisible())) faults.push("+2 is missing");
  return faults;
}

test("toggling the sidebar switches between a table and cards on a tablet", THOROUGH, async ({ ada }) => {
  const [tools] = SECTIONS;
  await tools?.fill(ada);
  const { page } = ada;
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto("/dashboard");
  await expect(page.getByRole("list", { name: "AI tools" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Control+b");
  await expect(page.getByRole("table", { name: "AI tools" })).toBeVisible();
  await expectAccessible(page);
});

test("a table sorted by a hidden column shows it and can be sorted otherwise", THOROUGH, async ({ ada }) => {
  await addTools(ada, [
    { name: "Alpha", capabilities: "Writes" },
    { name: "Beta", capabilities: "Draws" },
  ]);
  const { page } = ada;
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto("/dashboard?sort=capabilities");
  const note = page.getByText("Sorted by Capabilities (column hidden)");
  const names = page.getByRole("table").locator("[data-row-open]");
  await expect(note).toBeVisible();
  await expect(names).toHaveText([/Beta$/u, /Alpha$/u]);
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Sort by Name");
  await expect(note).toHaveCount(0);
  await expect(names).toHaveText([/Alpha$/u, /Beta$/u]);

  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Sort by Capabilities");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("list", { name: "AI tools" })).toBeVisible();
  await expect(note).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("columnheader", { name: "Capabilities" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(note).toHaveCount(0);
});

test("the list does not change its shape while the page loads", THOROUGH, async ({ ada }) => {
  const [tools] = SECTIONS;
  await tools?.fill(ada);
  const { page } = ada;
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.addInitScript(() => {
    const shapes: string[] = [];
    Object.assign(window, { shapes });
    const look = () => {
      const shape = document.querySelector("table")
        ? "table"
        : document.querySelector("[data-index]")
          ? "cards"
          : "";
      if (shape !== "" && shapes.at(-1) !== shape) shapes.push(shape);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("list", { name: "AI tools" }).getByRole("listitem").first()).toBeVisible();
  // The test may see the frame with cards before the page's own measurement.
  await expect.poll(() => page.evaluate("shapes")).toEqual(["cards"]);
});
