import type { Page } from "@playwright/test";

import { addTools, storedTool } from "./ai-stack.ts";
import { inDatabase } from "./in-database.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  type Product,
  test,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const AN_HOUR_AGO = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')";
const WIDTHS = [390, 768, 1024, 1440, 1920];

const block = (page: Page) => page.getByRole("main").getByRole("region", { name: /^(?:Since|Good)/u });
const lines = (page: Page) => block(page).getByRole("listitem");

/** Opens Home, and waits until the visit is recorded. */
async function lookAtHome({ page }: Person): Promise<void> {
  const noted = page.waitForResponse((response) => response.url().includes("/trpc/events.visit"));
  await page.goto("/");
  expect((await noted).status()).toBe(200);
}

/** Moves everyone's last visit to Home an hour back. */
const anHourPasses = (product: Product) =>
  inDatabase(product.databaseFile, (database) =>
    database.prepare(`update cursors set at = ${AN_HOUR_AGO} where name = 'home'`).run(),
  );

async function post<Answer>({ request }: Person, path: string, data: object): Promise<Answer> {
  const reply = await request.post(path, { data });
  expect(reply.status(), await reply.text()).toBeLessThan(300);
  return reply.json();
}

interface Readings {
  own: string;
}

/** Ada's visit was an hour ago; since then Bob has made a change of each kind. */
async function bobWasBusy(product: Product, ada: Person, bob: Person): Promise<Readings> {
  await addTools(ada, [{ name: "Whisper" }, { name: "Sora" }]);
  const { id: own } = await post<{ id: string }>(ada, "/api/readings", {
    title: "Attention Is All You Need",
    author: "Vaswani",
  });
  await lookAtHome(ada);
  anHourPasses(product);
  const { id } = await storedTool(bob, "Whisper");
  const edit = await bob.request.put(`/api/ai-tools/${id}`, {
    data: { notes: "Hears well", tags: ["audio"] },
  });
  expect(edit.status()).toBe(200);
  await addTools(bob, [{ name: "Cursor" }]);
  await post(bob, "/api/ai-tools/import", { rows: [{ name: "Suno" }, { name: "Udio" }] });
  await post(bob, "/api/prompts", { name: "Bug report", prompt: "Write it down" });
  const sora = await storedTool(bob, "Sora");
  expect((await bob.request.delete(`/api/ai-tools/${sora.id}`)).status()).toBe(204);
  await post(bob, `/api/readings/${own}/comments`, { content: "Start with section 3", parentId: null });
  await post(bob, `/api/readings/${own}/comments`, { content: "And figure 1", parentId: null });
  return { own };
}

test("a returning person sees other people's changes, most important first, with links", async ({
  product,
  ada,
  signUp,
}) => {
  const bob = await signUp("bob", { firstName: "Bob" });
  await bobWasBusy(product, ada, bob);
  const { page } = ada;
  await page.goto("/");
  await expect(
    page.getByRole("heading", { name: /^Since \d+:\d\d [AP]M$|^Since yesterday$/u }),
  ).toBeVisible();
  await expect(lines(page)).toHaveText([
    /^Bob commented twice on Attention Is All You Need/u,
    /^Bob deleted your tool Sora/u,
    /^Bob changed your tool Whisper: Tags, Notes/u,
    /^Bob added the prompt Bug report/u,
    /^Bob imported 2 tools/u,
    /^Bob added the tool Cursor/u,
  ]);
  for (const [line, address, content] of [
    ["Bob commented", /\/chapter-loop\?reading=.+&comment=/u, "Start with section 3"],
    ["Bob deleted", /\/dashboard$/u, "Showing 4 of 4 tools"],
    ["Bob changed", /\/dashboard\?dialog=history&tool=/u, "Hears well"],
    ["Bob added the prompt", /\/prompts\?prompt=/u, "Write it down"],
    ["Bob imported", /\/dashboard$/u, "Showing 4 of 4 tools"],
  ] as const) {
    await lines(page).filter({ hasText: line }).getByRole("link").click();
    await expect(page).toHaveURL(address);
    await expect(page.getByText(content).first()).toBeVisible();
    await page.goto("/");
  }
});

test(
  "Mark all as seen clears the list at once, and after a reload",
  THOROUGH,
  async ({ product, ada, signUp }) => {
    await bobWasBusy(product, ada, await signUp("bob"));
    const { page } = ada;
    await page.goto("/");
    await expect(lines(page)).toHaveCount(6);
    await page.getByRole("button", { name: "Mark all as seen" }).focus();
    const marked = page.waitForResponse((response) => response.url().includes("/trpc/events.markSeen"));
    await page.keyboard.press("Enter");
    const quiet = page.getByText(/^Nothing new since \d+:\d\d [AP]M\. Enjoy the quiet\.$/u);
    await expect(quiet).toBeVisible();
    await expect(page.getByRole("button", { name: "Mark all as seen" })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: /^Since/u })).toBeFocused();
    expect((await marked).status()).toBe(200);
    await expectAccessible(page);
    await page.reload();
    await expect(quiet).toBeVisible();
  },
);

test("the list returns if it could not be marked as seen", THOROUGH, async ({ product, ada, signUp }) => {
  await bobWasBusy(product, ada, await signUp("bob"));
  const { page } = ada;
  await page.goto("/");
  await page.route("**/trpc/events.markSeen*", (route) => route.abort());
  await page.getByRole("button", { name: "Mark all as seen" }).click();
  await expect(toast(page, "Couldn't mark as seen")).toBeVisible();
  await expect(lines(page)).toHaveCount(6);
});

test("a failed load can be retried", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.route("**/trpc/events.since*", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByText("Couldn't load recent activity.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/trpc/events.since*");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Good first steps" })).toBeVisible();
});

test("a newcomer sees three steps, with ticks for those done, by keyboard and on a phone", async ({
  ada,
  signUp,
}) => {
  const { page } = ada;
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Good first steps" })).toBeVisible();
  await expect(lines(page)).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Add the tools your team uses/u }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Add New AI Tool" })).toBeVisible();
  await addTools(ada, [{ name: "Whisper" }]);
  await page.goto("/");
  await expect(page.getByRole("link", { name: /^Browse your team's tools \(done\)/u })).toBeVisible();
  const visited = page.waitForResponse((response) => response.url().includes("papers.visit"));
  await page.getByRole("link", { name: /^See the latest papers/u }).click();
  await visited;
  await expect(page).toHaveURL("/arxiv");
  await page.goto("/");
  // There are no papers yet, so nothing has been seen.
  await expect(page.getByRole("link", { name: /^See the latest papers/u })).toHaveText(
    /From arXiv, to star/u,
  );

  const bob = await signUp("bob");
  await bob.page.setViewportSize(PHONE);
  await bob.page.goto("/");
  await expect(bob.page.getByRole("link", { name: /^Browse your team's tools/u })).toBeVisible();
  await expectNoSidewaysScroll(bob.page);
  await expectAccessible(bob.page);
});

test(
  "the lines fit windows of any width, even with long names and titles",
  THOROUGH,
  async ({ product, ada, signUp }) => {
    const bob = await signUp("bob", { firstName: "Bartholomew Maximilian Featherstonehaugh" });
    const { own } = await bobWasBusy(product, ada, bob);
    const title = "Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(4);
    await post(bob, "/api/readings", { title, author: "Somebody" });
    const cleo = await signUp("cleo");
    await post(cleo, `/api/readings/${own}/comments`, { content: "Yes", parentId: null });
    const { page } = ada;
    await page.goto("/");
    await expect(lines(page)).toHaveCount(7);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      for (const link of await lines(page).getByRole("link").all())
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
  },
);

test(
  "changes during a visit to Home update in place, and are shown the next time too",
  THOROUGH,
  async ({ product, ada, signUp }) => {
    const bob = await signUp("bob", { firstName: "Bob" });
    await lookAtHome(ada);
    anHourPasses(product);
    const { page } = ada;
    const opens = page.waitForResponse((response) => response.url().includes("/trpc/events.watch"));
    await lookAtHome(ada);
    await opens;
    await expect(page.getByText(/^Nothing new since/u)).toBeVisible();
    await addTools(bob, [{ name: "Cursor" }]);
    await expect(lines(page)).toHaveText([/^Bob added the tool Cursor/u]);
    anHourPasses(product);
    await page.goto("/");
    await expect(lines(page)).toHaveText([/^Bob added the tool Cursor/u]);
  },
);

test(
  "a new link by another person is shown, and leads to the linked item",
  THOROUGH,
  async ({ product, ada, signUp }) => {
    const bob = await signUp("bob", { firstName: "Bob" });
    await addTools(ada, [{ name: "Whisper" }, { name: "Cursor" }]);
    const { id } = await post<{ id: string }>(ada, "/api/readings", { title: "Emma", author: "Austen" });
    await lookAtHome(ada);
    anHourPasses(product);
    const [whisper, cursor] = await Promise.all(["Whisper", "Cursor"].map((name) => storedTool(bob, name)));
    await post(bob, "/api/links", { from: `reading:${id}`, to: `tool:${whisper?.id}` });
    await post(bob, "/api/links", { from: `tool:${cursor?.id}`, to: `reading:${id}` });
    await post(bob, "/api/links", { from: `tool:${cursor?.id}`, to: `tool:${whisper?.id}` });
    const { page } = ada;
    await page.goto("/");
    await expect(lines(page)).toHaveText([
      /^Bob linked your tool Cursor to other items/u,
      /^Bob linked your reading Emma to a tool/u,
    ]);
    await expectAccessible(page);
    await lines(page).filter({ hasText: "Emma" }).getByRole("link").click();
    await expect(page.getByRole("region", { name: "Related" })).toContainText("Whisper");
  },
);

const navigation = (page: Page) => page.getByRole("navigation", { name: "Navigation" });

test("the sidebar counts other people's additions, until the section is opened", async ({ ada, signUp }) => {
  const bob = await signUp("bob");
  const { page } = ada;
  for (const path of ["/prompts", "/dashboard"]) {
    const noted = page.waitForResponse((response) => response.url().includes("/trpc/events.visit"));
    await page.goto(path);
    await noted;
  }
  await page.goto("/");
  await addTools(bob, [{ name: "Cursor" }]);
  await post(bob, "/api/ai-tools/import", {
    rows: Array.from({ length: 120 }, (_, index) => ({ name: `Tool ${index}` })),
  });
  await post(bob, "/api/prompts", { name: "Poet", prompt: "Act as a poet" });
  await expect(navigation(page).getByRole("link", { name: "AI Stack, 99+ new", exact: true })).toBeVisible();
  const prompts = navigation(page).getByRole("link", { name: "Prompt Stack, 1 new", exact: true });
  await expect(prompts).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Toggle Sidebar" }).click();
  await expect(prompts).toBeVisible();
  await expectAccessible(page);
  await prompts.click();
  await expect(navigation(page).getByRole("link", { name: "Prompt Stack", exact: true })).toBeVisible();
  await expect(page.getByText("Showing 1 of 1 prompts")).toBeVisible();
  await post(bob, "/api/prompts", { name: "Bard", prompt: "Act as a bard" });
  await expect(page.getByText("Showing 2 of 2 prompts")).toBeVisible();
  await page.reload();
  await expect(navigation(page).getByRole("link", { name: /^AI Stack, 99\+ new$/u })).toBeVisible();
  await expect(navigation(page).getByRole("link", { name: "Prompt Stack", exact: true })).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Toggle Sidebar" }).click();
  await expect(page.getByRole("link", { name: "AI Stack, 99+ new", exact: true })).toBeVisible();
  await expectAccessible(page);
});
