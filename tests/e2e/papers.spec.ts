import { buildEntry } from "../support/upstreams/arxiv-upstream.ts";
import { chatReply, openAiUpstream } from "../support/upstreams/openai-upstream.ts";
import { json } from "../support/upstreams/stub-server.ts";
import { failCalls, holdCalls, holdReply } from "./calls.ts";
import { inDatabase } from "./in-database.ts";
import { cardOf, countLine, expect, openPapers, papersEnvironment, test } from "./papers.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  toast,
  readClipboard,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const FIRST_TITLE = String.raw`Bounds of order $O(n^{3/2}\log n)$ for $\alpha$-fair plans`;
/** As in accessible names, which can't contain a drawn formula. */
const FIRST = "Bounds of order O(n^3/2 log n) for alpha-fair plans";
const FORGET = "Agents that forget";
const REMEMBER = "Agents that remember";
const LONG = `Agents plan. ${"They look ahead before they act, and they do so again. ".repeat(8)}The end.`;
const FEW = [
  buildEntry(1, {
    title: FIRST_TITLE,
    abstract: LONG,
    authors: ["Emmy Noether", "Kurt Gödel"],
    categories: ["cs.AI", "math.OC"],
    published: "2026-11-20T02:00:00Z",
  }),
  buildEntry(2, { title: FORGET, published: "2026-11-19T12:00:00Z", categories: ["cs.AI"] }),
  buildEntry(3, {
    title: REMEMBER,
    published: "2026-11-18T12:00:00Z",
    authors: ["Ada Lovelace"],
  }),
];

const titles = ({ page }: Person) =>
  page
    .getByRole("feed", { name: "Papers" })
    .getByRole("article")
    .evaluateAll((articles) => articles.map((article) => article.getAttribute("aria-label")));

/** Opens the menu of a paper and selects an entry. */
async function choose({ page }: Person, title: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${title}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

// A time zone in which the first paper was published on the day before.
test.use({ timezoneId: "America/New_York" });

test.describe("with papers", () => {
  test.use({ archive: { papers: FEW } });

  test.describe("with other settings", () => {
    test.use({
      environment: async ({ arxiv }, use) => {
        await use({
          ...papersEnvironment(arxiv),
          NIGHTLY_CRON: "30 4 * * *",
          SCHEDULE_TIMEZONE: "Europe/Berlin",
          ARXIV_CATEGORY: "cond-mat.mtrl-sci",
        });
      },
    });

    test("the section shows the configured hour, time zone and category", THOROUGH, async ({ ada }) => {
      const { page } = ada;
      await page.goto("/arxiv");
      await expect(page.getByText("Updates at").locator("..")).toHaveText(
        "DailyUpdates at 4:30 AM (Europe/Berlin)",
      );
      await expect(page.getByText("Category Focus").locator("..")).toHaveText(
        "cond-mat.mtrl-sciCategory Focus",
      );
      await expect(
        page.getByText("Papers are fetched every night at 4:30 AM (Europe/Berlin)."),
      ).toBeVisible();
      await page.setViewportSize(PHONE);
      const name = page.getByText("cond-mat.mtrl-sci");
      await expect.poll(() => name.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    });
  });

  test("a new installation fetches papers and shows them", async ({ ada }) => {
    const { page } = ada;
    await openPapers(page, 3);
    await expect(page.getByRole("heading", { name: "Research Stack", level: 1 })).toBeVisible();
    await expect(page.getByText("Latest AI research papers from arxiv.org")).toBeVisible();
    await expect(page.getByText("Papers Available").locator("..")).toHaveText("3Papers Available");
    await expect(page.getByText("Updates at 2 AM").locator("..")).toHaveText("DailyUpdates at 2 AM");
    await expect(page.getByText("Category Focus").locator("..")).toHaveText("cs.AICategory Focus");
    await expect(page.getByText("3 papers published in the last 30 days")).toBeAttached();
    await expect(page.getByText("Papers are fetched every night at 2:00 AM.")).toBeVisible();
    await expect(
      page.getByText("Thank you to arXiv for use of its open access interoperability."),
    ).toBeVisible();
    await expect.poll(() => titles(ada)).toEqual([FIRST, FORGET, REMEMBER]);

    const card = cardOf(page, FIRST);
    for (const text of ["Emmy Noether, Kurt Gödel", "November 20, 2026", "arXiv:2611.00001", "math.OC"]) {
      await expect(card.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(card.getByRole("link", { name: "View Paper" })).toHaveAttribute(
      "href",
      "https://arxiv.org/abs/2611.00001v1",
    );
    const pdf = card.getByRole("link", { name: "Download PDF" });
    await expect(pdf).toHaveAttribute("href", "https://arxiv.org/pdf/2611.00001v1");
    await expect(pdf).toHaveAttribute("target", "_blank");
    await expect(pdf).toHaveAttribute("rel", "noopener noreferrer");

    await page.getByRole("link", { name: "Back to Overview" }).click();
    await expect(page).toHaveURL("/");
  });

  test("a withdrawn paper is labelled, without a link to its PDF", async ({ ada, arxiv, signUp }) => {
    const { page } = ada;
    const grace = await signUp("grace", { isAdmin: true });
    await openPapers(page, 3);
    const card = cardOf(page, FORGET);
    await expect(card.getByRole("link", { name: "Download PDF" })).toBeVisible();
    await expect(card.getByText("Withdrawn", { exact: true })).toHaveCount(0);

    const [first, forget, remember] = FEW;
    if (!first || !forget || !remember) throw new Error("There are three papers");
    const withdrawn = {
      ...forget,
      id: "2611.00002v2",
      comment: "This paper has been withdrawn by the authors",
    };
    arxiv.entries.splice(0, 3, first, withdrawn, remember);
    expect((await grace.page.request.post("/api/arxiv/update")).status()).toBe(202);
    await expect(async () => {
      await page.reload();
      await expect(card.getByText("Withdrawn", { exact: true })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(card.getByRole("link", { name: "Download PDF" })).toHaveCount(0);
    await expect(card.getByRole("link", { name: "View Paper" })).toHaveAttribute("href", /2611\.00002v2$/u);
    await expect(cardOf(page, REMEMBER).getByRole("link", { name: "Download PDF" })).toBeVisible();
    await expectAccessible(page);
  });

  test(
    "a long abstract is truncated at a full stop and shown whole on request",
    THOROUGH,
    async ({ ada }) => {
      await openPapers(ada.page, 3);
      const card = cardOf(ada.page, FIRST);
      await expect(card.getByText(/^Agents plan\..*again\.$/u)).toBeVisible();
      await card.getByRole("button", { name: "Show More" }).click();
      await expect(card.getByText(LONG)).toBeVisible();
      await card.getByRole("button", { name: "Show Less" }).click();
      await expect(card.getByText(LONG)).toHaveCount(0);
      await expect(cardOf(ada.page, FORGET).getByRole("button", { name: "Show More" })).toHaveCount(0);
    },
  );

  test("six skeletons are shown while papers load", THOROUGH, async ({ ada }) => {
    const release = await holdCalls(ada.page, "papers.list");
    await openPapers(ada.page, 3);
    await expect(ada.page.getByText("Loading papers")).toBeAttached();
    await expect(ada.page.locator("[data-skeleton]")).toHaveCount(6);
    await expectAccessible(ada.page);
    release();
    await expect(countLine(ada.page)).toHaveText("Showing 3 of 3 papers");
  });

  test("papers that fail to load can be requested again", THOROUGH, async ({ ada }) => {
    const { page } = ada;
    const stopFailing = await failCalls(page, "papers.list");
    await openPapers(page, 3);
    await expect(page.getByText("Failed to load arXiv papers. Please try again later.")).toBeVisible();
    await expectAccessible(page);
    await stopFailing();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(countLine(page)).toHaveText("Showing 3 of 3 papers");
  });

  test("without a model, a summary is a labelled extract, stored for everyone", async ({ ada, signUp }) => {
    const { page } = ada;
    await openPapers(page, 3);
    const card = cardOf(page, FORGET);
    const release = await holdCalls(page, "papers.summarize");
    await card.getByRole("button", { name: "Generate Summary" }).click();
    await expect(card.getByRole("button", { name: "Generating..." })).toBeVisible();
    release();
    await expect(toast(page, "Summary Generated!")).toBeVisible();
    await expect(toast(page, "The summary has been generated and saved for all users.")).toBeVisible();
    const toggle = card.getByRole("button", { name: "AI Summary" });
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await expect(toggle).toBeFocused();
    await expect(card.getByRole("heading", { name: /^Key sentences from the abstract/u })).toBeVisible();
    await expect(card.getByText("Source: Extract from the abstract")).toBeVisible();
    await expect(card.getByRole("button", { name: "Generate Summary" })).toHaveCount(0);
    await expectAccessible(page);
    await toggle.click();
    await expect(card.getByText("Source: Extract from the abstract")).toHaveCount(0);

    const grace = await signUp("grace");
    await grace.page.goto("/arxiv");
    const same = cardOf(grace.page, FORGET).getByRole("button", { name: "AI Summary" });
    await expect(same).toHaveAttribute("aria-expanded", "false");
    await same.click();
    await expect(grace.page.getByText("Source: Extract from the abstract")).toBeVisible();
  });

  test("a requested summary is open, even if it arrives before the reply", THOROUGH, async ({ ada }) => {
    const { page } = ada;
    await openPapers(page, 3);
    const card = cardOf(page, FORGET);
    const reply = await holdReply(page, "papers.summarize");
    await card.getByRole("button", { name: "Generate Summary" }).click();
    await reply.isThere;
    await expect(card.getByText("Source: Extract from the abstract")).toBeVisible();
    await expect(toast(page, "Summary Generated!")).toHaveCount(0);
    reply.release();
    await expect(toast(page, "Summary Generated!")).toBeVisible();
    await expect(card.getByText("Source: Extract from the abstract")).toBeVisible();
  });

  test("filters are stored in the address and survive a reload", THOROUGH, async ({ ada }) => {
    const { page } = ada;
    await openPapers(page, 3);
    await page.getByPlaceholder("Search titles, abstracts and authors...").fill("lovelace agents");
    await expect(countLine(page)).toHaveText("Showing 2 of 3 papers");
    await page.getByLabel("To", { exact: true }).fill("2026-11-18");
    await expect(countLine(page)).toHaveText("Showing 1 of 3 papers");
    await page.getByLabel("Category").selectOption("cs.CL");
    await expect(page).toHaveURL("/arxiv?q=lovelace+agents&category=cs.CL&to=2026-11-18");
    await page.reload();
    await expect(countLine(page)).toHaveText("Showing 1 of 3 papers");
    await expect.poll(() => titles(ada)).toEqual([REMEMBER]);

    await page.getByLabel("Category").selectOption("math.OC");
    await expect(page.getByRole("heading", { name: "No Papers Found" })).toBeVisible();
    await expect(
      page.getByText("No papers match your current filters. Try adjusting your search criteria."),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Clear Filters" }).last().click();
    await expect(countLine(page)).toHaveText("Showing 3 of 3 papers");
    await expect(page).toHaveURL("/arxiv");
  });

  test("stars belong to each person", THOROUGH, async ({ ada, signUp }) => {
    const { page } = ada;
    await openPapers(page, 3);
    await cardOf(page, FORGET).getByRole("button", { name: "Star" }).click();
    await expect(cardOf(page, FORGET).getByRole("button", { name: "Remove star" })).toBeVisible();
    await page.getByRole("radio", { name: "Starred" }).click();
    await expect(countLine(page)).toHaveText("Showing 1 of 3 papers");
    await expect(page).toHaveURL("/arxiv?show=starred");
    await expect.poll(() => titles(ada)).toEqual([FORGET]);

    const grace = await signUp("grace");
    await grace.page.goto("/arxiv?show=starred");
    await expect(grace.page.getByRole("heading", { name: "No Starred Papers" })).toBeVisible();
    await grace.page.getByRole("button", { name: "Show All Papers" }).click();
    await expect(countLine(grace.page)).toHaveText("Showing 3 of 3 papers");
  });

  test("a new star appears in the starred papers once it is stored", THOROUGH, async ({ ada }) => {
    const { page } = ada;
    await openPapers(page, 3);
    const release = await holdCalls(page, "papers.mark");
    await cardOf(page, FORGET).getByRole("button", { name: "Star" }).click();
    await page.getByRole("radio", { name: "Starred" }).click();
    await expect(page.getByRole("heading", { name: "No Starred Papers" })).toBeVisible();
    release();
    await expect(countLine(page)).toHaveText("Showing 1 of 3 papers");
    await expect.poll(() => titles(ada)).toEqual([FORGET]);
    await page.getByRole("radio", { name: "All" }).click();
    await expect(cardOf(page, FORGET).getByRole("button", { name: "Remove star" })).toBeVisible();
  });

  test("a star that the server refuses is reverted", THOROUGH, async ({ ada }) => {
    await openPapers(ada.page, 3);
    await failCalls(ada.page, "papers.mark");
    await cardOf(ada.page, FORGET).getByRole("button", { name: "Star" }).click();
    await expect(toast(ada.page, "Failed to update paper")).toBeVisible();
    await expect(cardOf(ada.page, FORGET).getByRole("button", { name: "Star" })).toBeVisible();
  });

  test("a hidden paper leaves an Undo in its position, and is listed among the hidden ones", async ({
    ada,
  }) => {
    const { page } = ada;
    await openPapers(page, 3);
    await choose(ada, FORGET, "Hide");
    await expect(page.getByText(`Hidden: ${FORGET}`)).toBeVisible();
    await expect(countLine(page)).toHaveText("Showing 2 of 2 papers");
    await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(cardOf(page, FORGET)).toBeVisible();
    await expect(countLine(page)).toHaveText("Showing 3 of 3 papers");

    // The reply to Undo may still be on its way.
    const stored = page.waitForResponse((reply) =>
      Boolean(reply.request().postData()?.includes('"isHidden":true')),
    );
    await choose(ada, FORGET, "Hide");
    await stored;
    await page.reload();
    await expect(countLine(page)).toHaveText("Showing 2 of 2 papers");
    await page.getByRole("radio", { name: "Hidden" }).click();
    await expect(cardOf(page, FORGET)).toBeVisible();
    await choose(ada, FORGET, "Show Again");
    await expect(page.getByText(`Shown again: ${FORGET}`)).toBeVisible();
    await page.getByRole("radio", { name: "All", exact: true }).click();
    await expect(countLine(page)).toHaveText("Showing 3 of 3 papers");
    await expect.poll(() => titles(ada)).toEqual([FIRST, FORGET, REMEMBER]);
  });

  test("papers since the last visit are labelled as new", THOROUGH, async ({ ada, product }) => {
    const { page } = ada;
    await openPapers(page, 3);
    await expect(countLine(page)).toBeVisible();
    await expect(page.getByText("New", { exact: true })).toHaveCount(1);
    inDatabase(product.databaseFile, (database) =>
      database.exec(`update cursors set at = '2026-01-01T00:00:00.000Z';
        update research_papers set createdAt = '2025-01-01T00:00:00.000Z' where arXivId <> '2611.00002'`),
    );
    await page.reload();
    await expect(cardOf(page, FORGET).getByText("New", { exact: true })).toBeVisible();
    await expect(cardOf(page, FIRST).getByText("New", { exact: true })).toHaveCount(0);
    await page.getByRole("radio", { name: "New" }).click();
    await expect(countLine(page)).toHaveText("Showing 1 of 3 papers");
    // A reload is the same visit.
    await page.reload();
    await expect(countLine(page)).toHaveText("Showing 1 of 3 papers");
  });

  test("a paper is copied as BibTeX and as a link that opens only it", THOROUGH, async ({ ada, signUp }) => {
    const { page } = ada;
    await openPapers(page, 3);
    await choose(ada, REMEMBER, "Copy as BibTeX");
    await expect(toast(page, "BibTeX copied")).toBeVisible();
    await expect.poll(() => readClipboard(page)).toContain("@misc{lovelace2026agents,");
    await choose(ada, REMEMBER, "Copy Link");
    await expect(toast(page, "Link copied")).toBeVisible();

    const grace = await signUp("grace");
    await grace.page.goto(await readClipboard(page));
    const card = grace.page.getByRole("heading", { name: REMEMBER });
    await expect(card).toBeVisible();
    await expect(cardOf(grace.page, FIRST)).toHaveCount(0);
    await expectAccessible(grace.page);
    await grace.page.getByRole("button", { name: "Show all papers" }).click();
    await expect(countLine(grace.page)).toHaveText("Showing 3 of 3 papers");
    await expect(grace.page).toHaveURL("/arxiv");
    await grace.page.goto("/arxiv?paper=gone");
    await expect(grace.page.getByRole("heading", { name: "Paper Not Found" })).toBeVisible();
  });

  test("j, k and arrow keys move between papers", THOROUGH, async ({ ada }) => {
    const { page } = ada;
    await openPapers(page, 3);
    await expect(countLine(page)).toBeVisible();
    const titleOf = (title: string) => cardOf(page, title).getByRole("heading").getByRole("link");
    await page.keyboard.press("j");
    await expect(titleOf(FIRST)).toBeFocused();
    await page.keyboard.press("j");
    await expect(titleOf(FORGET)).toBeFocused();
    await page.keyboard.press("k");
    await expect(titleOf(FIRST)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(titleOf(FORGET)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(titleOf(FIRST)).toBeFocused();
  });

  test("everything fits a phone", async ({ ada }) => {
    const { page } = ada;
    await page.setViewportSize(PHONE);
    await openPapers(page, 3);
    await expect(countLine(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expect(page.getByLabel("Category")).toBeHidden();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Category").selectOption("math.OC");
    await expect(countLine(page)).toHaveText("Showing 1 of 3 papers");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test.describe("with a model", () => {
  test.use({
    archive: { papers: FEW },
    environment: async ({ arxiv }, use) => {
      const model = await openAiUpstream(
        () => "**Key Contribution**\n\n1. Agents that <b>forget</b>.\n\n**Results**\n\n1. They win.",
      );
      model.answerNext(json({ error: { message: "overloaded" } }, 400), chatReply(""));
      await use({
        ...papersEnvironment(arxiv),
        OUTBOUND_ALLOW: `${arxiv.hostAndPort},${model.hostAndPort}`,
        AI_PROVIDER: "openai-compatible",
        AI_BASE_URL: model.apiUrl,
        AI_MODEL: "stub-model",
      });
      await model.close();
    },
  });

  test("a failed summary is reported; a successful one shows its source", async ({ ada }) => {
    const { page } = ada;
    await openPapers(page, 3);
    const card = cardOf(page, FORGET);
    for (const _ of ["refused", "empty"]) {
      await card.getByRole("button", { name: "Generate Summary" }).click();
      await expect(toast(page, "Summary Generation Failed")).toBeVisible();
      await page.getByRole("button", { name: "Close notification" }).click();
    }
    await card.getByRole("button", { name: "Generate Summary" }).click();
    await expect(card.getByRole("heading", { name: "Key Contribution" })).toBeVisible();
    const line = card.locator("p").filter({ hasText: "1. Agents that <b>forget</b>." });
    await expect(line).toBeVisible();
    expect(await line.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe("16px");
    await expect(card.getByText(/^Source: stub-model/u)).toBeVisible();
  });
});

test.describe("without papers", () => {
  test.use({
    // At a first start the product would request an empty archive repeatedly, with polite delays.
    environment: async ({ arxiv }, use) => use({ ...papersEnvironment(arxiv), NIGHTLY_CRON: "" }),
  });

  test("an empty section shows the schedule, and admins can fetch papers", async ({ ada, signUp, arxiv }) => {
    await ada.page.goto("/arxiv");
    await expect(ada.page.getByRole("heading", { name: "No Papers Available" })).toBeVisible();
    await expect(
      ada.page.getByText(
        "arXiv papers will appear here once the automated system fetches them. Check back later or contact an administrator to trigger a manual update.",
      ),
    ).toBeVisible();
    await expect(ada.page.getByRole("button", { name: "Fetch Papers Now" })).toHaveCount(0);
    await expectAccessible(ada.page);

    const grace = await signUp("grace", { isAdmin: true });
    await grace.page.goto("/arxiv");
    const button = grace.page.getByRole("button", { name: "Fetch Papers Now" });
    await expect(button).toBeVisible();
    await expectAccessible(grace.page);
    arxiv.entries.push(...FEW);
    await button.click();
    await expect(toast(grace.page, "Paper Fetch Started")).toBeVisible();
    await expect(countLine(grace.page)).toHaveText("Showing 3 of 3 papers");
  });
});

test.describe("with many papers", () => {
  test.use({ archive: { papers: Array.from({ length: 75 }, (_, index) => buildEntry(index + 1)) } });

  test("more papers load on scrolling, and on request after a failure", THOROUGH, async ({ ada }) => {
    const { page } = ada;
    const cards = page.getByRole("feed", { name: "Papers" }).getByRole("article");
    await openPapers(page, 75);
    await expect(countLine(page)).toHaveText("Showing 75 of 75 papers");
    await expect(cards).toHaveCount(30);
    const stopFailing = await failCalls(page, "papers.list");
    await cards.last().scrollIntoViewIfNeeded();
    await expect(page.getByText("Couldn't load more papers.")).toBeVisible();
    await stopFailing();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(cards).toHaveCount(60);
    await cards.last().scrollIntoViewIfNeeded();
    await expect(cards).toHaveCount(75);
    await expect(page.getByRole("button", { name: "Show More Papers" })).toHaveCount(0);
  });
});
