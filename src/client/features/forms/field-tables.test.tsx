import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";

import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { type Field, type FieldTable, namesOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { sampleOf, sampleText } from "#tests/support/field-samples.ts";
import { type Backend, startBackend } from "#tests/support/msw-server.ts";
import { renderApp } from "#tests/support/render-app.tsx";

let backend: Backend;
let user: User;

beforeEach(async () => {
  localStorage.clear();
  backend = await startBackend();
  user = await backend.signInAs({ username: "ada" });
});

/** Visible texts for the sample of each field, except pictures and links. */
const textsOf = (fields: FieldTable, sample: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, field]) => sampleText(field, sample[name]))
    .filter((text) => !text.startsWith("https:"));

/** Labels of a form, in order. */
const labelsIn = (form: HTMLElement) =>
  [...form.querySelectorAll("label, h3")].map(({ textContent }) => textContent.replace(/ \*$/u, ""));

const formLabels = (fields: FieldTable) =>
  namesOf(fields).flatMap((name) => (fields[name]?.control === "none" ? [] : [fields[name]?.label]));

test("shows multi-line text over the full width of a form", () => {
  const fields = [TOOL_FIELDS, PROMPT_FIELDS, READING_FIELDS].flatMap((table) => Object.values<Field>(table));
  const long = fields.filter(({ control, rows }) => control === "textarea" || rows !== undefined);
  expect(long.length).toBeGreaterThan(5);
  expect(long.filter(({ isWide }) => !isWide).map(({ label }) => label)).toEqual([]);
});

test("shows every field of a tool in the form, in table order, and in the detail view", async () => {
  const sample = sampleOf(TOOL_FIELDS);
  await addTool(backend.app, user, newToolSchema.parse(sample));
  const person = renderApp("/dashboard");
  await person.click(await screen.findByRole("button", { name: "the name" }));
  const detail = await screen.findByRole("dialog", { name: /the name/u });
  for (const text of textsOf(TOOL_FIELDS, sample)) {
    expect(within(detail).getByText(text)).toBeVisible();
  }
  for (const address of ["https://example.com/url.png", "https://notes.example.com/releasenotes"]) {
    expect(detail.querySelector(`a[href="${address}"]`)).toBeVisible();
  }
  await person.click(within(detail).getByRole("button", { name: "Edit" }));
  const labels = labelsIn(await screen.findByRole("dialog", { name: "Edit AI Tool" }));
  // Release notes have labels of their own, and aliases are stored separately.
  const others = new Set(["Also known as", "Date", "Release note URL"]);
  expect(labels.filter((label) => !others.has(label))).toEqual(formLabels(TOOL_FIELDS));
});

test("shows every field of a prompt in the form, in table order, and in the detail view", async () => {
  const sample = sampleOf(PROMPT_FIELDS);
  await addPrompt(backend.app, user, newPromptSchema.parse(sample));
  const person = renderApp("/prompts");
  await person.click(await screen.findByRole("button", { name: "the name" }));
  const detail = await screen.findByRole("dialog", { name: /the name/u });
  for (const text of textsOf(PROMPT_FIELDS, sample)) {
    expect(within(detail).getByText(text)).toBeVisible();
  }
  await person.click(within(detail).getByRole("button", { name: "Edit" }));
  const labels = labelsIn(await screen.findByRole("dialog", { name: "Edit Prompt" }));
  expect(labels).toEqual([...formLabels(PROMPT_FIELDS), "Change Note"]);
});

test("shows every field of a reading in the form, in table order, and on the card", async () => {
  const sample = sampleOf(READING_FIELDS);
  await addReading(backend.app, user, newReadingSchema.parse(sample));
  const person = renderApp("/chapter-loop");
  await person.click(await screen.findByRole("button", { name: "the title" }));
  const card = await screen.findByRole("list", { name: "Readings" });
  for (const text of textsOf(READING_FIELDS, sample)) {
    expect(card).toHaveTextContent(text);
  }
  await person.click(within(card).getByRole("button", { name: /^Edit/u }));
  const labels = labelsIn(await screen.findByRole("dialog", { name: "Edit Reading" }));
  expect(labels).toEqual(["Fill from ISBN or link", ...formLabels(READING_FIELDS)]);
});
