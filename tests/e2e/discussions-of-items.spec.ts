import { addNews, cardOf } from "./news-stack.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  readClipboard,
  test,
  toast,
} from "./product.ts";
import { addPrompts, storedPrompt } from "./prompt-stack.ts";
import { commentWith } from "./reading-list.ts";

test("an article and a prompt are discussed, and their text is quoted", async ({ ada, product, signUp }) => {
  const title = "Whisper runs offline";
  await addNews(product, ada, {
    tool: "Whisper",
    articles: [{ title, publishedAt: "2026-11-20T10:00:00.000Z" }],
  });
  const { page } = ada;
  await page.goto("/news");
  await cardOf(page, title)
    .getByRole("button", { name: new RegExp(`^Discussion ?: ${title}`, "u") })
    .click();
  await page.getByRole("textbox", { name: "Comment" }).fill("Who has tried it?");
  await page.getByRole("button", { name: "Add Comment" }).click();
  await expect(toast(page, "Comment added successfully!")).toBeVisible();
  await expect(cardOf(page, title).getByRole("button", { name: /^Discussion \(1\)/u })).toBeVisible();
  await expectAccessible(page);
  await commentWith(page, "Who has tried it?").getByRole("button", { name: "Copy Link" }).click();

  const grace = await signUp("grace", { firstName: "Grace" });
  await grace.page.setViewportSize(PHONE);
  await grace.page.goto(await readClipboard(page));
  await expect(commentWith(grace.page, "Who has tried it?")).toBeFocused();
  await expectNoSidewaysScroll(grace.page);
  await commentWith(grace.page, "Who has tried it?").getByRole("button", { name: "Reply" }).click();
  await grace.page.getByRole("textbox", { name: "Reply to Ada" }).fill("I have.");
  await grace.page.getByRole("button", { name: "Post Reply" }).click();
  // The open discussion offers the reply, and doesn't move.
  await page.getByRole("button", { name: "1 new · Show" }).click();
  await expect(commentWith(page, "I have.")).toBeFocused();

  await addPrompts(ada, [{ name: "Critic", prompt: "Review the text.", notes: "Works best with examples." }]);
  const { id } = await storedPrompt(ada, "Critic");
  await page.goto(`/prompts?prompt=${id}`);
  await page.getByText("Works best with examples.").selectText();
  await page.getByRole("button", { name: "Quote in discussion" }).click();
  const box = page.getByRole("dialog").getByRole("textbox", { name: "Comment" });
  await expect(box).toBeFocused();
  // The button is within the dialog's visible part.
  await expect(page.getByRole("dialog").getByRole("button", { name: "Add Comment" })).toBeInViewport({
    ratio: 1,
  });
  await page.keyboard.type("How many?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("blockquote")).toHaveText("Works best with examples.");
  await expect(commentWith(page, "How many?")).toBeFocused();
  await expectAccessible(page);
});
