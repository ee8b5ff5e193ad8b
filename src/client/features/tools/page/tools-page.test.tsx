import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { storeNews } from "#server/features/news/news-store.service.ts";
import { addTool, listTools } from "#server/features/tools/tools.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { buildFoundArticle } from "#tests/support/found.ts";
import { type Backend, mswServer, startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";
import { countLine, toast } from "#tests/support/shown.ts";

let backend: Backend;
let user: User;

beforeEach(async () => {
  localStorage.clear();
  backend = await startBackend();
  user = await backend.signInAs({ username: "ada" });
});

const add = (fields: Record<string, unknown>) => addTool(backend.app, user, newToolSchema.parse(fields));

async function addThree() {
  await add({ name: "Writer", company: "Inkworks", modality: "text", industry: "media", tags: ["drafts"] });
  await add({ name: "Painter", company: "Brush", modality: "image", industry: "creative" });
  return add({
    name: "Speaker",
    company: "Brush",
    capabilities: "Reads aloud",
    modality: "audio",
    notes: "Two voices",
    tags: ["voice", "drafts"],
    url: "https://www.speaker.example.com/start",
    releaseNotes: [{ date: "2026-01-15", url: "https://notes.example.com/1" }],
  });
}

const names = () =>
  [...document.querySelectorAll("[data-row-open]")].map((opener) => opener.textContent?.slice(1));

test("narrows the list with search, filters and the recent switch, stored in the address", async () => {
  await addThree();
  const person = renderApp("/dashboard");
  expect(await countLine("Showing 3 of 3 tools")).toBeVisible();

  await person.type(screen.getByPlaceholderText("Search by name, company, capabilities..."), "BRUSH");
  expect(await countLine("Showing 2 of 3 tools")).toBeVisible();
  await person.selectOptions(screen.getByRole("combobox", { name: "Modality" }), "Image");
  expect(await countLine("Showing 1 of 3 tools")).toBeVisible();
  expect(names()).toEqual(["Painter"]);
  await person.click(screen.getByRole("button", { name: "Recent Only" }));
  expect(screen.getByRole("button", { name: "Show All" })).toBeVisible();
  expect(addressBar()).toBe("/dashboard?q=BRUSH&modality=image&recent=1");

  await person.click(screen.getByRole("button", { name: "Clear Filters" }));
  expect(await countLine("Showing 3 of 3 tools")).toBeVisible();
  expect(addressBar()).toBe("/dashboard");
});

test("sorts ascending on a column click, and reverses on another", async () => {
  await addThree();
  const person = renderApp("/dashboard");
  await countLine("Showing 3 of 3 tools");
  await person.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(names()).toEqual(["Painter", "Speaker", "Writer"]));
  await person.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(names()).toEqual(["Writer", "Speaker", "Painter"]));
  expect(addressBar()).toBe("/dashboard?sort=-name");
});

test("offers to add a tool or start with well-known ones in an empty list", async () => {
  const person = renderApp("/dashboard");
  expect(await screen.findByRole("heading", { name: "No Tools Found" })).toBeVisible();
  expect(screen.getByText("Get started by adding your first AI tool to the database.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Add Your First Tool" })).toBeVisible();

  await person.click(screen.getByRole("button", { name: "Start with Well-Known Tools" }));
  expect(await toast("Well-known tools added")).toBeVisible();
  const { items } = await listTools(backend.app, {});
  expect(await countLine(`Showing ${items.length} of ${items.length} tools`)).toBeVisible();
});

test("shows an empty state if no tool matches the filters", async () => {
  await addThree();
  renderApp("/dashboard?q=nothing");
  expect(
    await screen.findByText("No tools match your current filters. Try adjusting your search criteria."),
  ).toBeVisible();
  expect(await countLine("Showing 0 of 3 tools")).toBeVisible();
});

test("offers to retry after a failed load", async () => {
  await addThree();
  let isBroken = true;
  mswServer.use(
    http.get("*/api/ai-tools", () => (isBroken ? HttpResponse.json({}, { status: 500 }) : undefined)),
  );
  const person = renderApp("/dashboard");
  expect(await screen.findByRole("heading", { name: "Error Loading Tools" })).toBeVisible();
  expect(screen.getByText("Failed to load AI tools. Please try again later.")).toBeVisible();

  isBroken = false;
  await person.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await countLine("Showing 3 of 3 tools")).toBeVisible();
});

test("disables the export after a failed load", async () => {
  mswServer.use(http.get("*/api/ai-tools", () => HttpResponse.error()));
  const person = renderApp("/dashboard");
  await screen.findByText("Error Loading Tools");
  await person.click(screen.getByRole("button", { name: "Export" }));
  expect(await toast("Failed to fetch AI tools")).toBeVisible();
  await waitFor(() => expect(addressBar()).toBe("/dashboard"));
});

test("opens all details of a tool from its row", async () => {
  const { id } = await addThree();
  const person = renderApp("/dashboard");
  await person.click(await screen.findByRole("button", { name: "Speaker" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Speaker/u }));
  expect(addressBar()).toBe(`/dashboard?tool=${id}`);
  for (const text of ["Brush", "Reads aloud", "Two voices", "Audio", "General", "2026-01-15"]) {
    expect(dialog.getByText(text)).toBeVisible();
  }
  const website = dialog.getByRole("link", { name: /speaker\.example\.com/u });
  expect(website).toHaveAttribute("href", "https://www.speaker.example.com/start");
  expect(website).toHaveAttribute("rel", "noopener noreferrer");
  expect(dialog.getByRole("link", { name: /notes\.example\.com/u })).toHaveAttribute("target", "_blank");
});

test("closes the detail for a clicked tag and searches for it", async () => {
  const { id } = await addThree();
  const person = renderApp(`/dashboard?tool=${id}`);
  await person.click(await screen.findByRole("button", { name: "drafts" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("searchbox", { name: "Search tools" })).toHaveValue("drafts");
  expect(await countLine("Showing 2 of 3 tools")).toBeVisible();
});

test("asks before deleting, then removes the tool from the list", async () => {
  await addThree();
  const person = renderApp("/dashboard");
  await person.click(await screen.findByRole("button", { name: "Delete Painter" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/Are you sure you want to delete/u).parentElement).toHaveTextContent(
    "Are you sure you want to delete Painter?",
  );
  await person.click(dialog.getByRole("button", { name: "Delete Tool" }));
  expect(await toast("AI tool deleted successfully")).toBeVisible();
  expect(await countLine("Showing 2 of 2 tools")).toBeVisible();
  expect(addressBar()).toBe("/dashboard");
});

test.each([
  [1, "Its news article will be deleted too."],
  [2, "Its 2 news articles will be deleted too."],
])("names the %i articles that are deleted with the tool", async (count, sentence) => {
  const tool = await addThree();
  const found = ["Speaker learns to whisper", "A singer leaves Speaker for good"].map((title) =>
    buildFoundArticle({ title, url: `https://news.example/${title.length}` }),
  );
  await storeNews(backend.app, [tool], found.slice(0, count));
  renderApp(`/dashboard?dialog=delete&tool=${tool.id}`);
  expect(await screen.findByText(new RegExp(sentence, "u"))).toBeVisible();
});

test("reports a link to a deleted tool and offers the list", async () => {
  await addThree();
  renderApp("/dashboard?tool=gone");
  expect(await toast("Tool Not Found")).toBeVisible();
  await waitFor(() => expect(addressBar()).toBe("/dashboard"));
});

test("shows every tool at its industry and modality in the landscape", async () => {
  await addThree();
  const person = renderApp("/dashboard?view=landscape");
  const creative = await screen.findByRole("list", { name: "Creative, Image" });
  await person.click(within(creative).getByRole("button", { name: "Painter" }));
  expect(await screen.findByRole("dialog", { name: /Painter/u })).toBeVisible();
});

test("allows everyone to manage their own options in Settings", async () => {
  const person = renderApp("/dashboard?dialog=settings");
  const dialog = within(await screen.findByRole("dialog", { name: "Settings & Configuration" }));
  await person.type(dialog.getByRole("textbox", { name: "Add Industry" }), "Legal{Enter}");
  expect(await toast("Industry Added")).toBeVisible();
  expect(dialog.queryByRole("heading", { name: "User Management" })).not.toBeInTheDocument();
  expect(dialog.queryByRole("heading", { name: "Admin Tools" })).not.toBeInTheDocument();

  await person.click(dialog.getByText("Close", { selector: "button" }));
  expect(await screen.findByRole("option", { name: "Legal" })).toBeInTheDocument();
});

test("does not offer a hidden option as a filter, but offers other values in use", async () => {
  await add({ name: "Speaker", modality: "audio", industry: "deep-sea" });
  const person = renderApp("/dashboard?dialog=settings");
  const dialog = within(await screen.findByRole("dialog", { name: "Settings & Configuration" }));
  await person.click(dialog.getByRole("button", { name: "Remove Audio" }));
  await person.click(dialog.getByText("Close", { selector: "button" }));
  expect(await countLine("Showing 1 of 1 tools")).toBeVisible();
  const modality = within(screen.getByRole("combobox", { name: "Modality" }));
  await waitFor(() => expect(modality.queryByRole("option", { name: "Audio" })).toBeNull());
  const industry = within(screen.getByRole("combobox", { name: "Industry" }));
  expect(industry.getByRole("option", { name: "Deep Sea" })).toBeInTheDocument();
});

test("shows users and admin tools to admins in Settings", async () => {
  await backend.signInAs({ username: "grace", role: "admin" });
  const person = renderApp("/dashboard?dialog=settings");
  expect(await screen.findByRole("heading", { name: "User Management" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Admin Tools" })).toBeVisible();
  await person.click(await screen.findByRole("button", { name: "Update All Release Notes" }));
  expect(await toast("Release Notes Update Started")).toBeVisible();
});
