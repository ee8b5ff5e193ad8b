import { buildEntry } from "../support/upstreams/arxiv-upstream.ts";
import { cardOf, expect, openPapers, test } from "./papers.ts";
import { expectAccessible, expectNoSidewaysScroll, type Person, PHONE } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

declare global {
  interface Window {
    /** Sum of layout shifts. */
    shifted: number;
  }
}

/** Lists the files that a page loads for formulas. */
function formulaFiles({ page }: Person): string[] {
  const files: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/(?:formula|Temml)/u.test(request.url())) files.push(request.url());
  });
  return files;
}

test.describe("with formulas", () => {
  const WIDE = String.raw`\[\tilde\Theta\left(${Array.from({ length: 12 }, (_, at) => String.raw`\frac{\sqrt{n}}{\varepsilon_{${at}}^{2}}`).join("+")}\right)\]`;
  const papers = [
    buildEntry(1, {
      title: String.raw`An $O(n \log n)$ {\'E}tude of \emph{Plans}`,
      abstract: String.raw`It costs $5 and $10. For every $\varepsilon > 0$ we show ${WIDE} and $\nosuchcommand{x}$, in 5\% of cases.`,
    }),
    buildEntry(2, {
      title: "A hostile one",
      abstract: [
        String.raw`$\href{javascript:alert(1)}{x}$ $\includegraphics{https://evil.example/x.png}$`,
        String.raw`$\htmlData{a=b}{x}$ $\style{position:fixed}{x}$ $\text{<img src=x onerror=alert(1)>}$`,
        String.raw`$\rule{9999em}{9999em}$ $<img src=x onerror=alert(1)>$ <b>not bold</b>`,
      ].join(" "),
    }),
  ];
  test.use({ archive: { papers } });

  test("formulas in titles and abstracts are drawn as mathematics, prices are not", async ({ ada }) => {
    const { page } = ada;
    await openPapers(page, 2);
    const card = cardOf(page, "An O(n log n) Étude of Plans");
    await expect(card.getByRole("heading").locator("math")).toHaveText(/O\(n.?log.?n\)/u);
    await expect(card.getByRole("heading").locator("em")).toHaveText("Plans");
    await expect(card.getByText("It costs $5 and $10. For every")).toBeVisible();
    await card.getByRole("button", { name: "Show More" }).click();
    await expect(card.locator("p math").first()).toBeVisible();
    // The sentence about the contribution is also shown above the abstract.
    await expect(card.getByText(String.raw`$\nosuchcommand{x}$, in 5% of cases.`)).toHaveCount(2);
    await expect(page.getByRole("button", { name: "More for An O(n log n) Étude of Plans" })).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/search?q=${encodeURIComponent("What does the étude of plans show?")}`);
    const quotations = page.getByRole("list", { name: "Quotations" });
    await expect(quotations.getByRole("link").locator("math").first()).toHaveText(/O\(n.?log.?n\)/u);
    await expect(page.getByRole("list", { name: "Results" }).locator("h2 math").first()).toBeVisible();
  });

  test("formulas contain only mathematics", THOROUGH, async ({ ada }) => {
    const { page } = ada;
    await openPapers(page, 2);
    const abstract = cardOf(page, "A hostile one").locator("p").filter({ hasText: "not bold" }).last();
    await cardOf(page, "A hostile one").getByRole("button", { name: "Show More" }).click();
    await expect(abstract.locator("math").first()).toBeVisible();
    await expect(abstract.locator("a, img, b, script, [style], [onerror], [id]")).toHaveCount(0);
    await expect(abstract.getByText("<b>not bold</b>")).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test("a wide formula scrolls inside its card on a phone", THOROUGH, async ({ ada }) => {
    const { page } = ada;
    await page.setViewportSize(PHONE);
    await openPapers(page, 2);
    const formula = page.getByRole("group", { name: "Formula" }).last();
    await page.getByRole("button", { name: "Show More" }).first().click();
    await expect(formula).toBeVisible();
    await expectNoSidewaysScroll(page);
    expect(await formula.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    await expectAccessible(page);
  });
});

test.describe("without formulas", () => {
  test.use({ archive: { papers: [buildEntry(1), buildEntry(2, { abstract: "It costs $5 and $10." })] } });

  test("the formula renderer is not loaded", THOROUGH, async ({ ada }) => {
    const files = formulaFiles(ada);
    await openPapers(ada.page, 2);
    await expect(ada.page.getByText("It costs $5 and $10.")).toBeVisible();
    await ada.page.waitForLoadState("networkidle");
    expect(files).toEqual([]);
  });
});

test.describe("with one formula", () => {
  test.use({ archive: { papers: [buildEntry(1, { abstract: "At most $n^2$ steps." })] } });

  test("the formula renderer is loaded", THOROUGH, async ({ ada }) => {
    const files = formulaFiles(ada);
    await openPapers(ada.page, 1);
    await expect(ada.page.locator("math")).toBeVisible();
    expect(files.length).toBeGreaterThan(0);
  });
});

test.describe("with more papers than a page of the list", () => {
  const papers = Array.from({ length: 45 }, (_, index) =>
    buildEntry(index, {
      title: String.raw`Bounds of $\Theta(n^{${index}})$ steps`,
      abstract:
        String.raw`For every $\varepsilon_{${index}} > 0$ it takes $\frac{\sqrt{n}}{\varepsilon}$ steps. `.repeat(
          4,
        ),
    }),
  );
  test.use({ archive: { papers } });

  test("the first page is requested once, and its formulas don't move it", async ({ ada }) => {
    const { page } = ada;
    const lists: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("papers.list")) lists.push(request.url());
    });
    await page.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ("value" in entry) window.shifted += Number(entry.value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await openPapers(page, 45);
    await expect(page.getByRole("article")).toHaveCount(30);
    await expect(page.getByRole("article").last().locator("math").first()).toBeAttached();
    expect(lists).toHaveLength(1);
    expect(await page.evaluate(() => window.shifted)).toBeLessThanOrEqual(0.05);
  });
});
