import { render, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { PROMPT_OPTIONS_KEY } from "#shared/tools/options.ts";
import { type Backend, mswServer, startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";
import { countLine, toast } from "#tests/support/shown.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { PromptsPage } from "./prompts-page.tsx";

let backend: Backend;
let user: User;

beforeEach(async () => {
  localStorage.clear();
  backend = await startBackend();
  user = await backend.signInAs({ username: "ada" });
});

const add = (fields: Record<string, unknown>) => addPrompt(backend.app, user, newPromptSchema.parse(fields));

async function addThree() {
  await add({
    name: "Poet",
    prompt: "Rhyme.",
    industry: "education",
    modality: "text",
    tags: ["fun", "verse"],
  });
  await add({
    name: "Painter",
    prompt: "Paint.",
    purpose: "Pictures for slides",
    modality: "image-generation",
  });
  return add({
    name: "Chef",
    prompt: "Cook {{dish:soup}}.",
    industry: "real-estate",
    modality: "multimodal",
    tags: ["food", "fun", "kitchen", "soup"],
    promptAuthor: "Remy",
    notes: "Salty",
  });
}

const names = () => [...document.querySelectorAll("[data-row-open]")].map(({ textContent }) => textContent);
const searchBox = () => screen.getByRole("searchbox", { name: "Search prompts" });

test("searches name, purpose, tags, industry and modality, and clears the search", async () => {
  await addThree();
  const person = renderApp("/prompts");
  await countLine("Showing 3 of 3 prompts");
  const searches = {
    pOET: "Poet",
    slides: "Painter",
    kitchen: "Chef",
    "real estate": "Chef",
    "image gen": "Painter",
  };
  for (const [text, found] of Object.entries(searches)) {
    await person.type(searchBox(), text);
    await waitFor(() => expect(names()).toEqual([found]));
    await person.click(screen.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(names()).toHaveLength(3));
  }
});

test("narrows the list with three filters, stored in the address", async () => {
  await addThree();
  const person = renderApp("/prompts");
  await countLine("Showing 3 of 3 prompts");
  await person.selectOptions(screen.getByRole("combobox", { name: "Tag" }), "fun");
  await countLine("Showing 2 of 3 prompts");
  await person.selectOptions(screen.getByRole("combobox", { name: "Industry" }), "Real Estate");
  await person.selectOptions(screen.getByRole("combobox", { name: "Modality" }), "Multimodal");
  await countLine("Showing 1 of 3 prompts");
  expect(addressBar()).toBe("/prompts?industry=real-estate&modality=multimodal&tag=fun");
  for (const [name, all] of [
    ["Tag", "All Tags"],
    ["Industry", "All Industries"],
    ["Modality", "All Modalities"],
  ] as const) {
    await person.selectOptions(screen.getByRole("combobox", { name }), all);
  }
  await countLine("Showing 3 of 3 prompts");
});

test("sorts by name, industry and modality, first ascending, then descending", async () => {
  await addThree();
  const person = renderApp("/prompts");
  await countLine("Showing 3 of 3 prompts");
  await person.click(screen.getByRole("button", { name: "Industry" }));
  await waitFor(() => expect(names()).toEqual(["Painter", "Poet", "Chef"]));
  await person.click(screen.getByRole("button", { name: "Industry" }));
  await waitFor(() => expect(names()).toEqual(["Chef", "Poet", "Painter"]));
  expect(addressBar()).toBe("/prompts?sort=-industry");
  expect(screen.queryByRole("button", { name: "Tags" })).not.toBeInTheDocument();
});

test("shows two tags and the number of others, and searches for a clicked tag", async () => {
  await addThree();
  const person = renderApp("/prompts");
  await countLine("Showing 3 of 3 prompts");
  const chef = within(screen.getByRole("row", { name: /Chef/u }));
  expect(chef.getByRole("button", { name: "food" })).toBeVisible();
  expect(chef.queryByText("kitchen")).not.toBeInTheDocument();
  expect(chef.getByText("+2")).toBeVisible();
  await person.click(chef.getByRole("button", { name: "fun" }));
  expect(searchBox()).toHaveValue("fun");
  await countLine("Showing 2 of 3 prompts");
});

test("offers to add the first prompt to an empty list", async () => {
  const person = renderApp("/prompts");
  expect(await screen.findByRole("heading", { name: "No Prompts Found" })).toBeVisible();
  expect(screen.getByText("Get started by adding your first prompt to the library.")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Add Your First Prompt" }));
  expect(await screen.findByRole("dialog", { name: "Add New Prompt" })).toBeVisible();
});

test("shows an empty state if no prompt matches the filters", async () => {
  await addThree();
  renderApp("/prompts?q=nothing");
  expect(
    await screen.findByText("No prompts match your current filters. Try adjusting your search criteria."),
  ).toBeVisible();
});

test("offers to retry after a failed load", async () => {
  await addThree();
  let isBroken = true;
  mswServer.use(
    http.get("*/api/prompts", () => (isBroken ? HttpResponse.json({}, { status: 500 }) : undefined)),
  );
  const person = renderApp("/prompts");
  expect(await screen.findByRole("heading", { name: "Error Loading Prompts" })).toBeVisible();
  isBroken = false;
  await person.click(screen.getByRole("button", { name: "Try Again" }));
  await countLine("Showing 3 of 3 prompts");
});

test("opens all details of a prompt from its row", async () => {
  const { id } = await addThree();
  const person = renderApp("/prompts");
  await person.click(await screen.findByRole("button", { name: "Chef" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Chef" }));
  expect(addressBar()).toBe(`/prompts?prompt=${id}`);
  expect(dialog.getByRole("region", { name: "Prompt" })).toHaveTextContent("Cook {{dish:soup}}.");
  for (const text of ["Remy", "Multimodal", "Real Estate", "Last Updated", "Salty", "kitchen"]) {
    expect(dialog.getByText(text)).toBeVisible();
  }
  await person.click(dialog.getByRole("button", { name: "kitchen" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(searchBox()).toHaveValue("kitchen");
});

test("asks before deleting, then removes the prompt from the list", async () => {
  await addThree();
  const person = renderApp("/prompts");
  await person.click(await screen.findByRole("button", { name: "Delete Painter" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Prompt" }));
  expect(dialog.getByText(/Are you sure/u).parentElement).toHaveTextContent(
    "Are you sure you want to delete Painter?",
  );
  expect(
    dialog.getByText(
      "This action cannot be undone. The prompt and all its information will be permanently removed from your database.",
    ),
  ).toBeVisible();
  await person.click(dialog.getByRole("button", { name: "Delete Prompt" }));
  expect(await toast("Prompt deleted successfully")).toBeVisible();
  await countLine("Showing 2 of 2 prompts");
});

test("reports a link to a deleted prompt and offers the list", async () => {
  renderApp("/prompts?prompt=gone");
  expect(await toast("Prompt Not Found")).toBeVisible();
  await waitFor(() => expect(addressBar()).toBe("/prompts"));
});

test("has option lists of its own", async () => {
  const person = renderApp("/prompts?dialog=settings");
  const dialog = within(await screen.findByRole("dialog", { name: "Settings & Configuration" }));
  await person.type(dialog.getByRole("textbox", { name: "Add Modality" }), "Role-Play{Enter}");
  expect(await toast("Modality Added")).toBeVisible();
  await person.click(dialog.getByRole("button", { name: "Remove E Commerce" }));
  expect(await toast("Industry Hidden")).toBeVisible();
  expect(JSON.parse(localStorage.getItem(PROMPT_OPTIONS_KEY) ?? "")).toMatchObject({
    customModalities: ["role-play"],
    hiddenDefaultIndustries: ["e-commerce"],
  });
  await person.click(dialog.getByText("Close", { selector: "button" }));
  expect(await screen.findByRole("option", { name: "Role Play" })).toBeInTheDocument();
  expect(screen.queryByRole("option", { name: "E Commerce" })).not.toBeInTheDocument();
});

test("asks visitors to log in", async () => {
  await startBackend();
  render(<PromptsPage />, { wrapper: Surroundings });
  expect(await screen.findByText("Please log in to access the Prompt Library.")).toBeVisible();
});
