import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";

import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { startBackend } from "#tests/support/msw-server.ts";
import { renderApp } from "#tests/support/render-app.tsx";

beforeEach(() => {
  document.cookie = "sidebar-state=; path=/; max-age=0";
});

async function signedIn() {
  const backend = await startBackend();
  await backend.signIn(await backend.createUser({ username: "ada", email: "ada@example.org" }));
  return backend;
}

const sidebar = () => screen.findByRole("complementary", { name: "Sidebar" });

test("links to every section and names the user in the sidebar", async () => {
  await signedIn();
  renderApp();
  const links = within(await screen.findByRole("navigation", { name: "Navigation" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toStrictEqual([
    ["Home", "/"],
    ["Inbox", "/inbox"],
    ["Brief", "/brief"],
    ["AI Stack", "/dashboard"],
    ["News Stack", "/news"],
    ["Research Stack", "/arxiv"],
    ["Prompt Stack", "/prompts"],
    ["ChapterLoop", "/chapter-loop"],
  ]);
  expect(within(await sidebar()).getByText("ada@example.org")).toBeVisible();
  expect(links[0]).toHaveAttribute("aria-current", "page");
});

test("collapses the sidebar with the toggle and Ctrl+B, stored in a cookie", async () => {
  await signedIn();
  const person = renderApp();
  expect(await sidebar()).toHaveAttribute("data-state", "expanded");
  await person.click(screen.getByRole("button", { name: "Toggle Sidebar" }));
  expect(await sidebar()).toHaveAttribute("data-state", "collapsed");
  expect(document.cookie).toContain("sidebar-state=collapsed");
  await person.keyboard("{Control>}b{/Control}");
  expect(await sidebar()).toHaveAttribute("data-state", "expanded");
  expect(document.cookie).toContain("sidebar-state=expanded");
});

test("restores a collapsed sidebar", async () => {
  document.cookie = "sidebar-state=collapsed; path=/";
  await signedIn();
  renderApp();
  expect(await sidebar()).toHaveAttribute("data-state", "collapsed");
});

test.each([
  ["Logout", "complementary"],
  ["Sign Out", "main"],
])("%s ends the session and shows the public page", async (name, role) => {
  await signedIn();
  const person = renderApp();
  await screen.findByRole("heading", { name: /Welcome, / });
  await person.click(within(screen.getByRole(role)).getByRole("button", { name }));
  expect(await screen.findByRole("heading", { name: "Welcome" })).toBeVisible();
});

test("focuses a newly opened section and names it in the title", async () => {
  await signedIn();
  const person = renderApp();
  await person.click(within(await sidebar()).getByRole("link", { name: "Research Stack" }));
  expect(await screen.findByRole("heading", { name: "Research Stack" })).toBeVisible();
  expect(screen.getByRole("main")).toHaveFocus();
  expect(document.title).toBe("Research Stack · StackLoop");
});

test("opens a section by its name from the palette", async () => {
  await signedIn();
  const person = renderApp();
  await sidebar();
  await person.keyboard("{Control>}k{/Control}");
  await person.type(await screen.findByPlaceholderText("Search or go to…"), "chapter{Enter}");
  expect(await screen.findByRole("heading", { name: "ChapterLoop" })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("finds every item from the palette, among many and in unvisited sections", async () => {
  const { app, createUser } = await signedIn();
  const grace = await createUser({ username: "grace" });
  for (let number = 1; number <= 25; number += 1)
    await addTool(app, grace, newToolSchema.parse({ name: `Tool ${number}` }));
  await addTool(app, grace, newToolSchema.parse({ name: "Claude", company: "Anthropic" }));
  await addPrompt(
    app,
    grace,
    newPromptSchema.parse({ name: "Limerick", prompt: "Write one", promptAuthor: "" }),
  );
  await addReading(app, grace, newReadingSchema.parse({ title: "Deep Work", author: "Cal Newport" }));
  // Newer than the tool of this name, and contains the word more often.
  await addPrompt(
    app,
    grace,
    newPromptSchema.parse({
      name: "Ask Claude",
      purpose: "Claude, Claude and Claude",
      tags: ["claude"],
      prompt: "Claude?",
      promptAuthor: "",
    }),
  );
  const person = renderApp();
  await sidebar();
  await person.keyboard("{Control>}k{/Control}");
  const field = await screen.findByPlaceholderText("Search or go to…");
  for (const [words, name] of [
    ["anthropic", "Claude"],
    ["limer", "Limerick"],
    ["claude", /^Claude/u],
    ["newport", "Deep Work"],
    ["tool 24", "Tool 24"],
    ["add reading", "Add Reading"],
  ] as const) {
    await person.clear(field);
    await person.type(field, words);
    expect((await screen.findAllByRole("option"))[0]).toHaveTextContent(name);
  }
  await person.keyboard("{Enter}");
  expect(await screen.findByRole("dialog", { name: "Add New Reading" })).toBeVisible();
});

test("lists keyboard shortcuts on a question mark", async () => {
  await signedIn();
  const person = renderApp();
  await sidebar();
  await person.keyboard("?");
  expect(await screen.findByRole("dialog", { name: "Keyboard Shortcuts" })).toBeVisible();
});

test("asks a signed-in person with a setup link to sign out first", async () => {
  await signedIn();
  const person = renderApp("/?setup=some-token");
  await person.click(await screen.findByRole("button", { name: "Sign Out and Use the Link" }));
  expect(await screen.findByText(/has expired or was already used/u)).toBeVisible();
});

test("opens a section on g and its letter, but not while typing", async () => {
  await signedIn();
  const person = renderApp();
  await sidebar();
  await person.keyboard("gp");
  expect(await screen.findByRole("heading", { name: "Prompt Stack" })).toBeVisible();
  await person.type(await screen.findByRole("searchbox"), "gh");
  expect(screen.getByRole("searchbox")).toHaveValue("gh");
  await person.click(screen.getByRole("main"));
  await person.keyboard("gn");
  expect(await screen.findByRole("heading", { name: "News Stack" })).toBeVisible();
});

test("shows the sidebar beside an unknown address", async () => {
  await signedIn();
  renderApp("/nowhere");
  expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  expect(await sidebar()).toBeVisible();
});

test("finds the tools of a ring in the palette", async () => {
  await signedIn();
  const person = renderApp();
  await sidebar();
  await person.keyboard("{Control>}k{/Control}");
  const field = await screen.findByPlaceholderText("Search or go to…");
  for (const [words, name] of [
    ["adopted", "Adopted Tools"],
    ["hold", "Tools on Hold"],
    ["overdue", "Overdue Verdicts"],
  ] as const) {
    await person.clear(field);
    await person.type(field, words);
    expect((await screen.findAllByRole("option"))[0]).toHaveTextContent(name);
  }
});
