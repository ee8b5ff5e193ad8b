import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";
import { addReading, commentWith } from "./reading-list.ts";

const bell = { open: (count: number) => `Inbox, ${count} open`, empty: "Inbox" };

test("the bell counts a mention, which can be answered, marked as done and muted", async ({
  ada,
  signUp,
}) => {
  const { page } = ada;
  const grace = await signUp("grace", { firstName: "Grace" });
  const { id } = await addReading(ada, { title: "Middlemarch" });
  const streams = grace.page.waitForResponse((reply) => reply.url().includes("events.watch"));
  await grace.page.goto("/inbox");
  await streams;
  await expect(grace.page.getByText("Nothing Waits for You")).toBeVisible();

  await page.goto(`/chapter-loop?reading=${id}`);
  await page.getByRole("textbox", { name: "Comment" }).fill("Shall we start, ");
  await page.keyboard.type("@gra");
  await expect(page.getByRole("option", { name: /Grace/u })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("today?");
  await page.keyboard.press("Control+Enter");
  await expect(commentWith(page, "@Grace").getByTitle("@grace")).toBeVisible();

  const { page: other } = grace;
  await expect(other.getByRole("banner").getByRole("link", { name: bell.open(1) })).toBeVisible();
  await expect(other.getByRole("link", { name: "Ada mentioned you in Middlemarch" })).toBeVisible();
  await expectAccessible(other);
  await other.keyboard.press("j");
  await other.keyboard.press("Enter");
  await expect(commentWith(other, "Shall we start,")).toBeFocused();
  await expect(other.getByRole("banner").getByRole("link", { name: bell.empty, exact: true })).toBeVisible();
  await commentWith(other, "Shall we start,").getByRole("button", { name: "Reply" }).click();
  await other.keyboard.type("Yes.");
  await other.keyboard.press("Control+Enter");
  await expect(toast(other, "Comment added successfully!")).toBeVisible();

  await page.setViewportSize(PHONE);
  await page
    .getByRole("banner")
    .getByRole("link", { name: bell.open(1) })
    .click();
  const entry = page.getByRole("link", { name: "Grace replied to you in Middlemarch" });
  await expect(entry).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("j");
  await page.keyboard.press("m");
  await expect(page.getByText("Discussion muted")).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByText("Nothing Waits for You")).toBeVisible();
  await page.getByRole("tab", { name: "Done" }).click();
  await expect(entry).toBeVisible();
});
