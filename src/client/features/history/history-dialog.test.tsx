import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";

import { addTool, editTool, getTool, toolLibrary } from "#server/features/tools/tools.service.ts";
import { reviseItem } from "#server/kernel/items/library.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";
import { type Backend, startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";
import { toast } from "#tests/support/shown.ts";

let backend: Backend;
let ada: User;
let bob: User;
let tool: Tool;

beforeEach(async () => {
  localStorage.clear();
  backend = await startBackend();
  bob = await backend.createUser({ username: "bob", firstName: "Bob" });
  ada = await backend.signInAs({ username: "ada" });
  tool = await addTool(backend.app, ada, newToolSchema.parse({ name: "Claude", notes: "Ten seats" }));
});

const show = (more = "") => renderApp(`/dashboard?dialog=history&tool=${tool.id}${more}`);
const edit = (changes: Record<string, unknown>) =>
  editTool(backend.app, bob, { id: tool.id, revision: undefined, ...changes });
const stored = () => getTool(backend.app, tool.id);
const list = async () => within(await screen.findByRole("list", { name: "Versions" }));
const comparedWith = (version: number) =>
  screen.findByRole("combobox", { name: `Version ${version} compared with` });
const valueOf = (label: string) => screen.getByText(label, { selector: "dt" }).nextSibling;

test("lists all saved versions, and compares them field by field", async () => {
  await edit({ notes: "Twelve seats", tags: ["code"], logoUrl: "/public-objects/logos/new.png" });
  const revise = () => ({ releaseNotes: [{ date: "2024-03-04", url: "https://example.com/3" }] });
  await reviseItem(backend.app, toolLibrary, { by: null, id: tool.id, revise });
  const person = show();
  expect((await list()).getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Version 3CurrentStackLoop.*Changed Release Notes$/u),
    expect.stringMatching(/^Version 2Bob.*Changed Logo, Tags, Notes$/u),
    expect.stringMatching(/^Version 1ada.*Added$/u),
  ]);
  expect(valueOf("Release Notes")).toHaveTextContent("2024-03-04 https://example.com/3");
  expect(screen.queryByText("Notes", { selector: "dt" })).not.toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Unchanged (4)" }));
  expect(valueOf("Notes")).toHaveTextContent("Twelve seats");

  await person.click((await list()).getByRole("button", { name: /^Version 2/u }));
  expect((await screen.findByText(/^Version 2 was saved by/u)).parentElement).toHaveTextContent("Bob");
  const notes = within(screen.getByText("Notes", { selector: "dt" }).parentElement ?? document.body);
  await waitFor(() => expect(notes.getByRole("deletion")).toHaveTextContent(/^Ten$/u));
  expect(notes.getByRole("insertion")).toHaveTextContent(/^Twelve$/u);
  expect(screen.getByRole("img", { name: "Logo of version 2" })).toBeVisible();
  expect(valueOf("Logo")).toHaveTextContent(/^NoneVersion 1Version 2$/u);
});

test("shows an unchanged item as it was added", async () => {
  show();
  expect(await screen.findByText("This tool hasn't changed since it was added.")).toBeVisible();
  expect(valueOf("Notes")).toHaveTextContent("Ten seats");
  expect(screen.getByRole("button", { name: "Restore" })).toBeDisabled();
});

test("loads a long history page by page, and compares versions across pages", async () => {
  for (let seats = 11; seats < 65; seats += 1) await edit({ notes: `${seats} seats` });
  const person = show();
  const versions = await list();
  expect(versions.getAllByRole("button")).toHaveLength(49);
  await person.click(screen.getByRole("button", { name: "Show Older Versions" }));
  const sixth = await versions.findByRole("button", { name: /^Version 6/u });
  expect(sixth).toHaveTextContent(/Changed Notes$/u);
  await waitFor(() => expect(sixth).toHaveFocus());
  expect(versions.getAllByRole("button").at(-1)).toHaveTextContent(/^Version 1.*Added$/u);
  expect(screen.queryByRole("button", { name: "Show Older Versions" })).not.toBeInTheDocument();

  await person.keyboard("jk{ArrowDown}{Enter}");
  expect(await comparedWith(5)).toHaveValue("4");
  expect(addressBar()).toBe(`/dashboard?dialog=history&tool=${tool.id}&version=5`);
});

test("opens any old version through a link", async () => {
  for (let seats = 11; seats < 65; seats += 1) await edit({ notes: `${seats} seats` });
  const person = show("&version=3");
  expect(await comparedWith(3)).toHaveValue("2");
  expect((await list()).getAllByRole("button")).toHaveLength(49);
  await waitFor(() => expect(valueOf("Notes")).toHaveTextContent("1112 seats"));
  await person.click(screen.getByRole("button", { name: "Restore Version 3" }));
  expect(await toast("Version restored")).toBeVisible();
  expect(await comparedWith(56)).toBeVisible();
  expect(await stored()).toMatchObject({ notes: "12 seats", revision: 56 });
  expect(addressBar()).toBe(`/dashboard?dialog=history&tool=${tool.id}`);
});

test("shows the current version in place of a missing one", async () => {
  await edit({ notes: "Twelve seats" });
  show("&version=9");
  expect(await comparedWith(2)).toBeVisible();
});

test("shows another person's change before restoring, and restores after that", async () => {
  await edit({ notes: "Eleven seats" });
  const person = show();
  await person.click(await screen.findByRole("button", { name: /^Version 1/u }));
  await edit({ notes: "Twelve seats" });
  await edit({ company: "Anthropic" });
  await person.click(screen.getByRole("button", { name: "Restore Version 1" }));
  expect(await toast("Tool changed")).toBeVisible();
  expect(await stored()).toMatchObject({ notes: "Twelve seats", company: "Anthropic", revision: 4 });
  expect(await comparedWith(4)).toHaveValue("2");
  expect(valueOf("Company")).toHaveTextContent("Anthropic");
  expect(valueOf("Notes")).toHaveTextContent("ElevenTwelve seats");

  await person.click(screen.getByRole("button", { name: /^Version 1/u }));
  await person.click(screen.getByRole("button", { name: "Restore Version 1" }));
  expect(await toast("Version restored")).toBeVisible();
  expect(await stored()).toMatchObject({ notes: "Ten seats", company: null, revision: 5 });
});
