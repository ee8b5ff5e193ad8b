import type { Page, Request } from "@playwright/test";

import { cutLine } from "#tests/support/cut-line.ts";

import { addTools, rowOf, storedTool } from "./ai-stack.ts";
import { expect, expectAccessible, type Person, PHONE, test } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const CLAUDE = { name: "Claude", company: "Anthropic" };

const isStream = (url: URL) => url.pathname === "/trpc/events.watch";

/** The streams of a page: the number opened so far, and the number still open. */
function streamsOf(page: Page) {
  const open = new Set<Request>();
  let begun = 0;
  page.on("request", (request) => {
    if (!isStream(new URL(request.url()))) return;
    begun += 1;
    open.add(request);
  });
  page.on("requestfinished", (request) => void open.delete(request));
  page.on("requestfailed", (request) => void open.delete(request));
  return { begun: () => begun, open: () => open.size };
}

/** Opens a page and waits for its live updates. */
async function openLive(page: Page, address: string): Promise<void> {
  const opens = page.waitForResponse((response) => isStream(new URL(response.url())) && response.ok());
  await page.goto(address);
  await opens;
}

/** Simulates leaving or returning to the tab: a browser under test shows all tabs. */
const show = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: visibility });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

async function rename({ request }: Person, { id }: { id: string }, company: string): Promise<void> {
  const reply = await request.put(`/api/ai-tools/${id}`, { data: { company } });
  expect(reply.ok(), await reply.text()).toBe(true);
}

const note = (page: Page) => page.getByText("Live updates paused; retrying");

/** Two people; one has opened the catalogue with one tool. */
async function lookedAt(signUp: (name: string) => Promise<Person>) {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  await addTools(ada, [CLAUDE]);
  const streams = streamsOf(grace.page);
  await openLive(grace.page, "/dashboard");
  await expect(rowOf(grace.page, "Claude")).toBeVisible();
  return { ada, grace, streams, tool: await storedTool(ada, "Claude") };
}

test("one person's change appears to another without a reload", async ({ signUp }) => {
  const { ada, grace, streams, tool } = await lookedAt(signUp);
  await rename(ada, tool, "Anthropic PBC");
  await expect(rowOf(grace.page, "Claude").getByText("Anthropic PBC")).toBeVisible();
  await addTools(ada, [{ name: "Whisper" }]);
  await expect(rowOf(grace.page, "Whisper")).toBeVisible();
  await ada.request.delete(`/api/ai-tools/${tool.id}`);
  await expect(rowOf(grace.page, "Claude")).toHaveCount(0);
  expect(streams.begun()).toBe(1);
});

test(
  "one stream serves all pages of a tab, and closes when the person signs out",
  THOROUGH,
  async ({ signUp }) => {
    const { grace, streams } = await lookedAt(signUp);
    const { page } = grace;
    await page.getByRole("link", { name: "Prompt Stack" }).click();
    await expect(page.getByRole("heading", { name: "Prompt Stack" })).toBeVisible();
    await page.getByRole("link", { name: "AI Stack" }).click();
    await expect(rowOf(page, "Claude")).toBeVisible();
    expect([streams.begun(), streams.open()]).toEqual([1, 1]);
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("tab", { name: "Sign In" })).toBeVisible();
    await expect.poll(streams.open).toBe(0);
  },
);

test("S6: a page signs out as soon as its session ends elsewhere", async ({ signUp }) => {
  const { grace, streams } = await lookedAt(signUp);
  expect((await grace.request.post("/api/logout")).ok()).toBe(true);
  await expect(grace.page.getByRole("tab", { name: "Sign In" })).toBeVisible();
  expect(streams.begun()).toBe(1);
});

test("a hidden tab has no stream, and catches up when shown", async ({ signUp }) => {
  const { ada, grace, streams, tool } = await lookedAt(signUp);
  await show(grace.page, "hidden");
  await expect.poll(streams.open).toBe(0);
  await rename(ada, tool, "Anthropic PBC");
  expect(streams.begun()).toBe(1);
  await show(grace.page, "visible");
  await expect(rowOf(grace.page, "Claude").getByText("Anthropic PBC")).toBeVisible();
  expect(streams.begun()).toBe(2);
});

test("a tab with a lost connection catches up when it returns", THOROUGH, async ({ signUp, product }) => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  await addTools(ada, [CLAUDE]);
  const tool = await storedTool(ada, "Claude");
  const line = await cutLine(Number(new URL(product.origin).port));
  const [{ name, value } = { name: "", value: "" }] = await grace.context.cookies();
  await grace.context.addCookies([{ name, value, url: line.origin }]);
  await openLive(grace.page, `${line.origin}/dashboard`);
  await line.cut();
  await rename(ada, tool, "Anthropic PBC");
  await line.stopFailing();
  await expect(rowOf(grace.page, "Claude").getByText("Anthropic PBC")).toBeVisible();
  line.close();
});

test("a tab reports a lost connection after ten seconds, and resumes when the server returns", async ({
  signUp,
  product,
}) => {
  const { ada, grace, tool } = await lookedAt(signUp);
  const { page } = grace;
  await page.clock.install();
  await openLive(page, "/dashboard");
  await product.end();
  await page.clock.runFor(9000);
  await expect(note(page)).toHaveCount(0);
  await page.clock.runFor(2000);
  await expect(note(page)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expect(note(page)).toBeInViewport({ ratio: 1 });
  await product.startAgain();
  await rename(ada, tool, "Anthropic PBC");
  await page.clock.runFor(10_000);
  await expect(page.getByText("Anthropic PBC")).toBeVisible();
  await expect(note(page)).toHaveCount(0);
});

test("a page works without the stream if a proxy buffers it", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.route(isStream, (route) => route.fulfill({ status: 502, body: "" }));
  await addTools(ada, [CLAUDE]);
  await page.goto("/dashboard");
  await expect(rowOf(page, "Claude")).toBeVisible();
  await page.unroute(isStream);
  await addTools(ada, [{ name: "Whisper" }]);
  await expect(rowOf(page, "Whisper")).toBeVisible();
});
