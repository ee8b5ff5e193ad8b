import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { addPrompt, removePrompt } from "#server/features/prompts/prompts.service.ts";
import { addTool, editTool } from "#server/features/tools/tools.service.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { mswServer, startBackend } from "#tests/support/msw-server.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { ActivityPanel } from "./activity-panel.tsx";

async function start() {
  const { app, createUser, signInAs } = await startBackend();
  const ada = await signInAs({ username: "ada", role: "admin", firstName: "Ada" });
  const grace = await createUser({ username: "grace", firstName: "Ada" });
  return { app, ada, grace };
}

const open = () => {
  render(<ActivityPanel />, { wrapper: Surroundings });
  return userEvent.setup();
};

const lines = async () => {
  const list = await screen.findByRole("list", { name: "Activity" });
  return within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
};

test("describes events in sentences and links the titles of existing items", async () => {
  const { app, ada, grace } = await start();
  const tool = await addTool(app, ada, newToolSchema.parse({ name: "Cursor" }));
  await editTool(app, grace, { id: tool.id, notes: "Good" });
  const prompt = await addPrompt(app, ada, newPromptSchema.parse({ name: "Summary", prompt: "Sum up" }));
  await removePrompt(app, ada, { id: prompt.id });
  open();
  expect(await lines()).toEqual([
    expect.stringMatching(/^Ada deleted the prompt Summary/u),
    expect.stringMatching(/^Ada added the prompt Summary/u),
    expect.stringMatching(/^Ada changed the tool Cursor: Notes/u),
    expect.stringMatching(/^Ada added the tool Cursor/u),
  ]);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    Array.from({ length: 2 }, () => `/dashboard?tool=${tool.id}`),
  );
});

test("distinguishes people with the same name in the filter", async () => {
  const { app, ada, grace } = await start();
  await addTool(app, ada, newToolSchema.parse({ name: "Cursor" }));
  await addTool(app, grace, newToolSchema.parse({ name: "Whisper" }));
  const person = open();
  const options = await screen.findByRole("option", { name: "Ada (grace)" });
  await person.selectOptions(screen.getByLabelText("Person"), options);
  await screen.findByText("Whisper");
  expect(await screen.findByRole("list", { name: "Activity" })).not.toHaveTextContent("Cursor");
  await person.selectOptions(screen.getByLabelText("Kind"), "Comments");
  expect(await screen.findByText("No activity matches these filters.")).toBeVisible();
});

test("loads more on request", async () => {
  const { app, ada } = await start();
  for (let index = 0; index < 31; index += 1)
    await addTool(app, ada, newToolSchema.parse({ name: `Tool ${index}` }));
  const person = open();
  expect(await lines()).toHaveLength(30);
  await person.click(screen.getByRole("button", { name: "Show More" }));
  await screen.findByText("Tool 0");
  expect(await lines()).toHaveLength(31);
  expect(screen.queryByRole("button", { name: "Show More" })).toBeNull();
});

test("shows an empty state and an error", async () => {
  await start();
  const first = render(<ActivityPanel />, { wrapper: Surroundings });
  expect(await screen.findByText(/^Nothing yet/u)).toBeVisible();
  first.unmount();
  mswServer.use(http.get("*/trpc/*", () => HttpResponse.json({}, { status: 500 })));
  open();
  expect(await screen.findByText("Couldn't load the activity.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try Again" })).toBeVisible();
});
