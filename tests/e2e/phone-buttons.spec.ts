import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from "./product.ts";
import { thoroughUnless } from "./thorough.ts";

const HEADERS: Record<string, readonly string[]> = {
  "/dashboard": ["Settings", "Import", "Export", "Add Tool"],
  "/prompts": ["Settings", "Import", "Export", "Add Prompt"],
  "/chapter-loop": ["Import", "Export", "Add Reading"],
  "/news": ["Refresh", "Update All News"],
};

for (const [path, names] of Object.entries(HEADERS)) {
  test(
    `the buttons at the top of ${path} have text labels on a phone`,
    thoroughUnless(path === "/dashboard"),
    async ({ ada }) => {
      const { page } = ada;
      await page.setViewportSize(PHONE);
      await page.goto(path);
      for (const name of names) {
        const button = page.getByRole("button", { name, exact: true });
        await expect(button).toBeVisible();
        // Texts for screen readers only are in a box of one pixel.
        const widest = await button.evaluate((element) => {
          const words = document.createRange();
          words.selectNodeContents(element);
          return {
            words: words.getBoundingClientRect().width,
            needed: element.scrollWidth - element.clientWidth,
          };
        });
        expect(widest.words, name).toBeGreaterThan(40);
        expect(widest.needed, name).toBeLessThanOrEqual(0);
        await expect(button).toHaveText(name, { useInnerText: true });
      }
      for (const button of await page.getByRole("button").all())
        await expect(button).toHaveAccessibleName(/\S/u);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    },
  );
}
