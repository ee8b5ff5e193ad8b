import { readFileSync } from "node:fs";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

import { failCalls } from "./calls.ts";
import { openLive } from "./live-pages.ts";
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
import { THOROUGH } from "./thorough.ts";

const REPORT = {
  name: "Bug report",
  purpose: "Turns notes into a report that developers can act on",
  prompt: "Write a bug report about {{what}} in {{tone:plain}} words.",
  tags: ["assistants"],
};

test.use({ environment: { SKILLS: "everyone" } });

test("a prompt shows its name for assistants, becomes a skill by key, and can be downloaded", async ({
  ada,
}) => {
  const { page } = ada;
  const { id } = (await addPrompts(ada, [REPORT])) ?? {};
  await page.goto(`/prompts?prompt=${id}`);
  const dialog = page.getByRole("dialog", { name: "Bug report" });
  await dialog.getByRole("button", { name: "In assistants" }).press("Enter");
  await expect(dialog.getByText("/mcp__stackloop__bug-report", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Copy command" }).press("Enter");
  await expect(toast(page, "Command copied")).toBeVisible();
  expect(await readClipboard(page)).toBe("/mcp__stackloop__bug-report");

  const skill = dialog.getByRole("switch", { name: "Also as a skill" });
  await expect(skill).not.toBeChecked();
  await skill.press("Space");
  await expect(toast(page, "Now also a skill")).toBeVisible();
  await expect(skill).toBeChecked();
  await expectAccessible(page);
  expect(await (await ada.request.get(`/api/prompts/${id}/assistants`)).json()).toEqual({
    slug: "bug-report",
    isSkill: true,
    isServed: true,
    mayOffer: true,
  });

  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download SKILL.md" }).press("Enter");
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("SKILL.md");
  const file = readFileSync(await download.path(), "utf8");
  expect(file).toMatch(/^---\nname: bug-report\ndescription: "Turns notes into/u);
  expect(file).toContain("- Ask for: what\n");
  expect(await (await ada.request.get(`/api/prompts/${id}/skill`)).text()).toBe(file);

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await skill.press("Space");
  await expect(skill).not.toBeChecked();
});

test(
  "an admin chooses the prompts for assistants by tags, and writes guidance",
  THOROUGH,
  async ({ signUp }) => {
    const grace = await signUp("grace", { isAdmin: true });
    const { page } = grace;
    await addPrompts(grace, [REPORT, { name: "Private notes", prompt: "Mine" }]);
    await page.goto("/prompts?dialog=settings");
    await page.getByRole("link", { name: "Prompts for assistants" }).click();
    const main = page.getByRole("main");
    await expect(main.getByText("Served to assistants: 2 prompts.")).toBeVisible();
    const save = main.getByRole("button", { name: "Save for Assistants" });
    await expect(save).toBeDisabled();
    await main.getByRole("radio", { name: "All prompts" }).press("ArrowRight");
    await save.press("Enter");
    await expect(main.getByText("Add a tag, or serve all prompts")).toBeVisible();
    const tags = main.getByRole("textbox", { name: "Tags" });
    await tags.fill("Assistants");
    await tags.press("Enter");
    await main.getByRole("textbox", { name: "Guidance for assistants" }).fill("Answer in French.");
    await expectAccessible(page);
    await save.press("Enter");
    await expect(toast(page, "Settings for assistants saved")).toBeVisible();
    await expect(main.getByText("Served to assistants: 1 prompt.")).toBeVisible();
    expect(await (await grace.request.get("/api/assistants/settings")).json()).toEqual({
      guidance: "Answer in French.",
      servedTags: ["Assistants"],
      served: 1,
      skills: 0,
      total: 2,
    });
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);

    const { id } = await storedPrompt(grace, "Private notes");
    await page.goto(`/prompts?prompt=${id}`);
    await page.getByRole("button", { name: "In assistants" }).click();
    await expect(page.getByText(/^Not served: an administrator has limited/u)).toBeVisible();
  },
);

test("a prompt's name for assistants can be requested again after a failure", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  const { id } = (await addPrompts(ada, [REPORT])) ?? {};
  const stopFailing = await failCalls(page, "assistants.ofPrompt");
  await page.goto(`/prompts?prompt=${id}`);
  const dialog = page.getByRole("dialog", { name: "Bug report" });
  await dialog.getByRole("button", { name: "In assistants" }).press("Enter");
  await expect(dialog.getByText("Couldn't load this prompt's name for assistants.")).toBeVisible();
  await expectAccessible(page);
  await stopFailing();
  await dialog.getByRole("button", { name: "Try Again" }).click();
  await expect(dialog.getByText("/mcp__stackloop__bug-report", { exact: true })).toBeVisible();
});

test("an admin's unsaved guidance survives a failed reload of the settings", THOROUGH, async ({ signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const bob = await signUp("bob");
  const { page } = grace;
  await openLive(page, "/admin/assistants");
  const guidance = page.getByRole("textbox", { name: "Guidance for assistants" });
  await guidance.fill("Answer in French.");
  const stopFailing = await failCalls(page, "assistants.settings");
  const readAnew = page.waitForResponse((response) => response.url().includes("assistants.settings"));
  await addPrompts(bob, [REPORT]);
  await readAnew;
  await stopFailing();
  await page.getByRole("button", { name: "Save for Assistants" }).click();
  await expect(toast(page, "Settings for assistants saved")).toBeVisible();
  await expect(guidance).toHaveValue("Answer in French.");
});

test("an assistant connected with a token gets the team's prompts", async ({ ada, product }) => {
  await addPrompts(ada, [REPORT]);
  const made = await ada.request.post("/api/tokens", { data: { name: "Laptop" } });
  const { token } = await made.json();
  const client = new Client({ name: "claude-code", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${product.origin}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["bug-report"]);
  const { content } = await client.callTool({ name: "search", arguments: { query: "developers" } });
  expect(JSON.stringify(content)).toContain("Bug report");
  await client.close();
  // Clients that get 401 search for a sign-in there: there is none, and no page must look like one.
  const discovery = await ada.request.get("/.well-known/oauth-protected-resource/mcp");
  expect(discovery.status()).toBe(404);
});

test("non-admins see the number of prompts for assistants", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.goto("/prompts?dialog=settings");
  await page.getByRole("link", { name: "Prompts for assistants" }).click();
  await expect(page.getByText("Served to assistants: 0 prompts.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save for Assistants" })).toHaveCount(0);
});
