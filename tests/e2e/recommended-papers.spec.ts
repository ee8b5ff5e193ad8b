import { buildEntry } from "../support/upstreams/arxiv-upstream.ts";
import { cardOf, expect, openPapers, test } from "./papers.ts";
import { expectAccessible, expectNoSidewaysScroll, PHONE, toast } from "./product.ts";

const SUBJECTS = {
  Whales: "Whales sing songs underwater, and hydrophones record the songs of whales in oceans.",
  Robots: "Robots grasp objects with tactile grippers, and learn grasping policies.",
};
const papers = Object.entries(SUBJECTS).flatMap(([subject, abstract], group) =>
  [1, 2, 3, 4, 5].map((number) =>
    buildEntry(2 * number + group, { title: `${subject}, study ${number}`, abstract }),
  ),
);

test.use({ archive: { papers } });

test("a person adds a paper by its address, and it opens", async ({ ada, arxiv }) => {
  const { page } = ada;
  await openPapers(page, papers.length);
  arxiv.entries.push(
    buildEntry(99, {
      id: "hep-th/9901001v2",
      title: "More on robots",
      abstract: SUBJECTS.Robots,
      categories: ["hep-th"],
    }),
  );
  await page.getByRole("button", { name: "Add Paper" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Paper" });
  const field = dialog.getByRole("textbox", { name: "arXiv id or address" });
  await field.fill("agents");
  await field.press("Enter");
  await expect(field).toBeFocused();
  await expect(dialog.getByText("Enter an arXiv id or address, such as 2401.01234.")).toBeVisible();
  await field.fill("2401.99999");
  await field.press("Enter");
  await expect(dialog.getByText("arXiv has no paper 2401.99999.")).toBeVisible();
  await expectAccessible(page);
  await field.fill("https://arxiv.org/pdf/hep-th/9901001v1.pdf");
  await field.press("Enter");
  await expect(toast(page, "Paper added")).toBeVisible();
  await expect(page).toHaveURL(/\/arxiv\?paper=[\w-]+$/u);
  await expect(page.getByRole("heading", { name: "More on robots" })).toBeVisible();
  await expectAccessible(page);
});

test("three stars bring recommendations with their reason, also on a phone", async ({ ada }) => {
  const { page } = ada;
  await openPapers(page, papers.length);
  await page.getByRole("radio", { name: "For you" }).click();
  await expect(page.getByText("Star three papers to get recommendations.")).toBeVisible();
  await page.getByRole("radio", { name: "All" }).click();
  for (const number of [1, 2, 3])
    await cardOf(page, `Whales, study ${number}`).getByRole("button", { name: "Star", exact: true }).click();
  await page.getByRole("radio", { name: "For you" }).click();
  const first = page.getByRole("feed", { name: "Papers" }).getByRole("article").first();
  await expect(first.getByText(/^Because you starred "Whales, study [123]": /u)).toBeVisible({
    timeout: 20_000,
  });
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});
