import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { addComment } from "#server/features/comments/comments.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool, getTool } from "#server/features/tools/tools.service.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";
import { toast } from "#tests/support/shown.ts";

async function start() {
  const { app, signInAs } = await startBackend();
  const ada = await signInAs({ username: "ada", firstName: "Ada" });
  const tool = await addTool(
    app,
    ada,
    newToolSchema.parse({ name: "Midjourney", use: "Pictures", tags: ["art"] }),
  );
  return { app, ada, tool };
}

const column = async (name: string) => within(await screen.findByRole("region", { name }));

test("lists items that name a tool in a column for their kind", async () => {
  const { app, ada, tool } = await start();
  await addPrompt(app, ada, newPromptSchema.parse({ name: "Scenes", prompt: "For Midjourney: a scene" }));
  const discussed = { title: "On Pictures", author: "A. Author" };
  const { id } = await addReading(app, ada, newReadingSchema.parse(discussed));
  await addComment(app, ada, { readingId: id, content: "Try it in Midjourney.", parentId: null });
  const notes = "Praises Midjourney.";
  await addReading(app, ada, newReadingSchema.parse({ ...discussed, title: "Styles", notes }));
  await addTool(app, ada, newToolSchema.parse({ name: "Upscaler", notes: "For what Midjourney paints." }));
  renderApp(`/tools/${tool.id}`);

  expect(await screen.findByRole("heading", { level: 1, name: /Midjourney/u })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("Midjourney · StackLoop"));
  expect(await (await column("Prompts")).findByRole("link", { name: /Scenes/u })).toBeVisible();
  expect(await (await column("Readings")).findByRole("link", { name: /Styles/u })).toBeVisible();
  expect((await column("Readings")).queryByRole("link", { name: /On Pictures/u })).toBeNull();
  expect(await (await column("Discussions")).findByRole("link", { name: /On Pictures/u })).toBeVisible();
  expect(await (await column("Tools")).findByRole("link", { name: /Upscaler/u })).toBeVisible();
  for (const name of ["News", "Papers"]) expect(screen.queryByRole("region", { name })).toBeNull();
});

test("shows facts and verdict, and links a tag to its tools", async () => {
  const { tool } = await start();
  const person = renderApp(`/tools/${tool.id}`);
  expect(await screen.findByText("Pictures")).toBeVisible();
  expect(await screen.findByText("No verdict yet")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Tools" })).toBeNull();
  await person.click(screen.getByRole("button", { name: "art" }));
  await waitFor(() => expect(addressBar()).toBe("/dashboard?q=art"));
});

test("edits the tool and its verdict on the page, and stores the dialog in the address", async () => {
  const { app, tool } = await start();
  const person = renderApp(`/tools/${tool.id}`);
  await person.click(await screen.findByRole("button", { name: "Edit" }));
  expect(addressBar()).toBe(`/tools/${tool.id}?dialog=edit`);
  await person.type(await screen.findByRole("textbox", { name: "Company" }), "Studio");
  await person.click(screen.getByRole("button", { name: "Update Tool" }));
  expect(await toast("AI tool updated successfully")).toBeVisible();
  await waitFor(() => expect(addressBar()).toBe(`/tools/${tool.id}`));
  expect(await screen.findByRole("heading", { level: 1, name: /Studio/u })).toBeVisible();
  expect(await getTool(app, tool.id)).toMatchObject({ company: "Studio" });

  await person.click(await screen.findByRole("button", { name: "Decide" }));
  expect(addressBar()).toBe(`/tools/${tool.id}?dialog=verdict`);
  expect(await screen.findByRole("dialog", { name: "Verdict on Midjourney" })).toBeVisible();
});

test("links from a tool's detail to its page", async () => {
  const { tool } = await start();
  const person = renderApp(`/dashboard?tool=${tool.id}`);
  await person.click(await screen.findByRole("link", { name: "Everything about Midjourney" }));
  expect(addressBar()).toBe(`/tools/${tool.id}`);
  expect(await screen.findByRole("heading", { level: 1, name: /Midjourney/u })).toBeVisible();
});

test.each(["7a6f5f5e-0000-4000-8000-000000000000", "no such tool"])(
  "shows not found for the tool %j",
  async (id) => {
    await start();
    renderApp(`/tools/${encodeURIComponent(id)}`);
    expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    await waitFor(() => expect(document.title).toBe("Page not found · StackLoop"));
  },
);
