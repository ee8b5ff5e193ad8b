import { existsSync, readFileSync } from "node:fs";

import type { Page } from "@playwright/test";

import { holdReply } from "./calls.ts";
import { openLive } from "./live-pages.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  readClipboard,
  test,
  toast,
} from "./product.ts";
import {
  addReading,
  cardOf,
  chain,
  commentWith,
  countLine,
  openerOf,
  say,
  type StoredComment,
} from "./reading-list.ts";
import { THOROUGH } from "./thorough.ts";

const FIXTURES = "../shared/fixtures/open";

const storedComments = async (person: Person, readingId: string): Promise<StoredComment[]> =>
  (await person.request.get(`/api/readings/${readingId}/comments`)).json();

test("a reply is counted as new after a reload, and highlighted when the card opens", async ({
  ada,
  signUp,
}) => {
  const bob = await signUp("bob", { firstName: "Bob" });
  const { id } = await addReading(ada, { title: "Middlemarch" });
  await say(ada, id, "Shall we read it?");
  await ada.page.goto("/chapter-loop");
  await openerOf(ada.page, "Middlemarch").click();
  await expect(commentWith(ada.page, "Shall we read it?")).toBeVisible();

  await bob.page.goto("/chapter-loop");
  await expect(cardOf(bob.page, "Middlemarch").getByText("1 new")).toBeVisible();
  await openerOf(bob.page, "Middlemarch").click();
  await commentWith(bob.page, "Shall we read it?").getByRole("button", { name: "Reply" }).click();
  await bob.page.getByRole("textbox", { name: "Reply to Ada" }).fill("Yes, please.");
  await bob.page.getByRole("button", { name: "Post Reply" }).click();
  await expect(toast(bob.page, "Comment added successfully!")).toBeVisible();
  await expect(cardOf(bob.page, "Middlemarch").getByText(/new$/u)).toHaveCount(0);

  await ada.page.goto("/chapter-loop");
  await expect(cardOf(ada.page, "Middlemarch").getByText("1 new")).toBeVisible();
  await openerOf(ada.page, "Middlemarch").click();
  const reply = commentWith(ada.page, "Yes, please.");
  await expect(reply.getByText("New", { exact: true })).toBeVisible();
  await expect(reply).toHaveAttribute("aria-level", "2");
  await expect(commentWith(ada.page, "Shall we read it?").getByText("New", { exact: true })).toHaveCount(0);
  await expect(cardOf(ada.page, "Middlemarch").getByText("1 new")).toHaveCount(0);
  await ada.page.getByRole("button", { name: "Go to First New" }).click();
  await expect(reply).toBeFocused();

  await ada.page.reload();
  await expect(reply).toBeVisible();
  await expect(reply.getByText("New", { exact: true })).toHaveCount(0);
});

test(
  "a list loaded while opening a discussion does not count its comments as new again",
  THOROUGH,
  async ({ ada, signUp }) => {
    const bob = await signUp("bob", { firstName: "Bob" });
    const { id } = await addReading(ada, { title: "Middlemarch" });
    await say(bob, id, "Shall we read it?");
    const { page } = ada;
    await openLive(page, "/chapter-loop");
    await expect(cardOf(page, "Middlemarch").getByText("1 new")).toBeVisible();
    const list = await holdReply(page, "readings.list");
    await addReading(bob, { title: "Emma" });
    await list.isThere;

    const seen = page.waitForResponse((response) => response.url().includes("comments.markSeen"));
    await openerOf(page, "Middlemarch").click();
    await expect(commentWith(page, "Shall we read it?").getByText("New", { exact: true })).toBeVisible();
    await seen;
    list.release();
    await expect(openerOf(page, "Emma")).toBeVisible();
    await expect(cardOf(page, "Middlemarch").getByText("1 new")).toHaveCount(0);
  },
);

test("drafts of a comment and a reply survive closing the card and a reload", async ({ ada }) => {
  const { id } = await addReading(ada, { title: "Middlemarch" });
  await say(ada, id, "A question");
  const { page } = ada;
  await page.goto(`/chapter-loop?reading=${id}`);
  await page.getByRole("textbox", { name: "Comment" }).fill("Half a comment");
  await commentWith(page, "A question").getByRole("button", { name: "Reply" }).click();
  await page.getByRole("textbox", { name: "Reply to Ada" }).fill("Half a reply");
  await openerOf(page, "Middlemarch").click();
  await expect(cardOf(page, "Middlemarch").getByText("Draft")).toBeVisible();

  await page.reload();
  await openerOf(page, "Middlemarch").click();
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("Half a comment");
  await commentWith(page, "A question").getByRole("button", { name: "Reply Draft" }).click();
  await expect(page.getByRole("textbox", { name: "Reply to Ada" })).toHaveValue("Half a reply");
  await page.getByRole("button", { name: "Post Reply" }).click();
  // It scrolls into view, which moves the next button.
  await expect(commentWith(page, "Half a reply")).toBeFocused();
  await page.getByRole("button", { name: "Add Comment" }).click();
  await expect(commentWith(page, "Half a comment")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("");
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft")));
  await expect.poll(drafts).toEqual([]);
});

test("a link to a comment opens its card, scrolls to it and highlights it", async ({ ada }) => {
  const { id } = await addReading(ada, { title: "Middlemarch" });
  for (let at = 0; at < 30; at += 1) await addReading(ada, { title: `Newer ${at}` });
  for (let at = 1; at <= 60; at += 1) await say(ada, id, `Comment number ${at}.`);
  const { page } = ada;
  await page.goto(`/chapter-loop?reading=${id}`);
  const comment = commentWith(page, "Comment number 50.");
  await comment.getByRole("button", { name: "Copy Link" }).click();
  await expect(toast(page, "Link copied")).toBeVisible();
  const link = await readClipboard(page);

  await page.goto(link);
  await expect(comment).toHaveAttribute("aria-current", "true");
  await expect(comment).toBeInViewport({ ratio: 1 });
  await expect(comment).toBeFocused();
  await expect(page.locator("[aria-current=true]")).toHaveCount(1);
  await openerOf(page, "Middlemarch").click();
  await expect(page).toHaveURL("/chapter-loop");
});

test("comments load when the card opens, with two skeletons in the meantime", THOROUGH, async ({ ada }) => {
  await addReading(ada, { title: "Middlemarch" });
  const { page } = ada;
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(/\/trpc\/[^?]*comments\.list/u, async (route) => {
    calls += 1;
    await promise;
    await route.continue();
  });
  await page.goto("/chapter-loop");
  await expect(countLine(page)).toHaveText("Showing 1 of 1 readings");
  expect(calls).toBe(0);
  await openerOf(page, "Middlemarch").click();
  await expect(page.locator("[data-comment-skeleton]")).toHaveCount(2);
  resolve();
  await expect(page.getByText("No comments yet. Be the first to start a discussion!")).toBeVisible();
  expect(calls).toBe(1);
});

test(
  "a real discussion of several hundred comments is nested, ordered, counted and opens quickly",
  THOROUGH,
  async ({ ada }) => {
    test.setTimeout(120_000);
    const { id } = await addReading(ada, { title: "LLMs corrupt your documents" });
    const expected = await loadDiscussion(ada, id);
    const { page } = ada;
    const milliseconds = await timeToOpen(page, "LLMs corrupt your documents");
    test.info().annotations.push({ type: "opened in", description: `${Math.round(milliseconds)} ms` });

    await expect(page.getByText(`${expected.length} comments`, { exact: true }).last()).toBeVisible();
    await expect.poll(() => readThread(page)).toEqual(expected);
  },
);

test("a thread of 1,000 levels opens quickly and works", THOROUGH, async ({ ada }) => {
  test.setTimeout(180_000);
  const { id } = await addReading(ada, { title: "Middlemarch" });
  const ids = await chain(ada, id, 1000);
  const { page } = ada;
  const milliseconds = await timeToOpen(page, "Middlemarch");
  test.info().annotations.push({ type: "opened in", description: `${Math.round(milliseconds)} ms` });
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await page.goto(`/chapter-loop?reading=${id}&comment=${ids.at(-1)}`);
  const last = commentWith(page, "This is level 1000.");
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(last).toHaveAttribute("aria-level", "1000");
  await expect(last.getByRole("button", { name: "in reply to Ada" })).toBeVisible();
  expect((await last.getByRole("article").boundingBox())?.width).toBeGreaterThan(200);
  await last.getByRole("button", { name: "Reply", exact: true }).click();
  await page.getByRole("textbox", { name: "Reply to Ada" }).fill("One more.");
  await page.getByRole("button", { name: "Post Reply" }).click();
  await expect(commentWith(page, "One more.")).toHaveAttribute("aria-level", "1001");
});

test("an anonymous person sees one hint, with a link to set a name and back", async ({ signUp, ada }) => {
  const nemo = await signUp("nemo");
  const { page } = nemo;
  const { id } = await addReading(nemo, { title: "Middlemarch" });
  const other = await addReading(nemo, { title: "Romola" });
  await page.goto(`/chapter-loop?reading=${id}`);
  const note = page.getByRole("note").filter({ hasText: "You appear as Anonymous. Add your name" });
  await expect(note).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Comment" }).fill("Begun already");
  await note.getByRole("link", { name: "Add your name" }).click();
  await expect(page).toHaveURL("/account");
  await page.getByRole("textbox", { name: "First Name" }).fill("Nemo");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(toast(page, "Profile saved")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("Begun already");
  await expect(note).toHaveCount(0);

  const outis = await signUp("outis");
  await outis.page.goto(`/chapter-loop?reading=${id}&reading=${other.id}`);
  const notes = outis.page.getByRole("note").filter({ hasText: "You appear as Anonymous." });
  await expect(notes).toHaveCount(2);
  await notes.first().getByRole("button", { name: "Dismiss" }).click();
  await expect(notes).toHaveCount(0);
  await outis.page.reload();
  await expect(outis.page.getByRole("textbox", { name: "Comment" })).toHaveCount(2);
  await expect(notes).toHaveCount(0);

  await ada.page.goto(`/chapter-loop?reading=${id}`);
  await expect(ada.page.getByRole("textbox", { name: "Comment" })).toBeVisible();
  await expect(ada.page.getByRole("note")).toHaveCount(0);
});

/**
 * The time from the click on a card until its first comments are painted, read from the server each time. The best of
 * three, since the machine may be busy.
 */
async function timeToOpen(page: Page, title: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await page.goto("/chapter-loop");
    await expect(openerOf(page, title)).toBeVisible();
    times.push(await timeOneOpening(page, title));
  }
  return Math.min(...times);
}

function timeOneOpening(page: Page, title: string): Promise<number> {
  return openerOf(page, title).evaluate(async (opener) => {
    const start = performance.now();
    if (opener instanceof HTMLElement) opener.click();
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (document.querySelector("ol[aria-label=Comments] article") === null) await nextFrame();
    await nextFrame();
    return performance.now() - start;
  });
}

/** The comments in order, read while scrolling down: only those near the window are rendered. */
function readThread(page: Page): Promise<{ id: string; level: number }[]> {
  return page.getByRole("list", { name: "Comments" }).evaluate(async (list) => {
    const found: { id: string; level: number }[] = [];
    let scrolled = -1;
    while (scrolled !== window.scrollY) {
      scrolled = window.scrollY;
      for (const item of list.querySelectorAll("li[id]")) {
        const at = Number(item.ariaPosInSet) - 1;
        found[at] = { id: item.id.replace("comment-", ""), level: Number(item.ariaLevel) };
      }
      window.scrollBy(0, 400);
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      });
    }
    return found;
  });
}

interface Tree {
  text: string | null;
  children: Tree[];
}

/** A tree of 516 comments in the shape of Hacker News. */
const ownTree = (width: number, depth: number): Tree[] =>
  depth === 0
    ? []
    : Array.from({ length: width }, (_, at) => ({
        text: `Comment ${at} at ${depth}`,
        children: ownTree(width - 1, depth - 1),
      }));

/** Adds a discussion to a reading, parents first. Returns its expected order from top to bottom. */
async function loadDiscussion(person: Person, readingId: string): Promise<{ id: string; level: number }[]> {
  const file = `${FIXTURES}/08-threads/hn-algolia-item-48073246.json`;
  const { children }: Tree = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { text: null, children: ownTree(6, 4) };
  const order: { id: string; level: number }[] = [];
  const add = async (
    { text, children: replies }: Tree,
    parentId: string | null,
    level: number,
  ): Promise<void> => {
    const { id } = await say(person, readingId, text ?? "(nothing)", parentId);
    order.push({ id, level });
    for (const reply of replies) await add(reply, id, level + 1);
  };
  for (const child of children) await add(child, null, 1);
  expect(await storedComments(person, readingId)).toHaveLength(order.length);
  return order;
}
