import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { listRelated } from "#server/kernel/links/links.service.ts";
import { formatItemRef } from "#shared/kernel/items.ts";
import type { LinkGroup } from "#shared/links/links.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { mswServer, startBackend } from "#tests/support/msw-server.ts";
import { toast } from "#tests/support/shown.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { RelatedSection } from "./related-section.tsx";

async function start(name = "Midjourney") {
  const { app, signInAs } = await startBackend();
  const ada = await signInAs({ username: "ada", firstName: "Ada" });
  const { id } = await addTool(app, ada, newToolSchema.parse({ name }));
  const item = { kind: "tool", id } as const;
  return {
    item,
    title: name,
    prompt: (title: string, text: string) =>
      addPrompt(app, ada, newPromptSchema.parse({ name: title, prompt: text })),
    reading: (title: string, notes: string) =>
      addReading(app, ada, newReadingSchema.parse({ title, author: "A. Author", notes })),
    /** Returns the stored titles of a group. */
    async stored(group: LinkGroup) {
      const { items } = await listRelated(app, { ref: formatItemRef(item), group });
      return items.map(({ other }) => other.title);
    },
  };
}

type Start = Awaited<ReturnType<typeof start>>;

function open({ item, title }: Pick<Start, "item" | "title">) {
  render(<RelatedSection item={item} title={title} />, { wrapper: Surroundings });
  return userEvent.setup();
}

const list = (name: string) => screen.findByRole("list", { name });
const rows = async (name: string) =>
  within(await list(name))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

test("lists items that name a tool in their group, with the sentence and the name in bold", async () => {
  const team = await start();
  await team.prompt("Scenes", "First let Midjourney paint the scene. Then write it down.");
  await team.reading("Pictures", "Compares Midjourney with others.");
  open(team);
  expect(await rows("Mentioned in")).toEqual(expect.arrayContaining(["Prompt: Scenes", "Reading: Pictures"]));
  const row = within(await list("Mentioned in"))
    .getAllByRole("listitem")
    .find(({ textContent }) => textContent.includes("Scenes"));
  expect(row).toHaveTextContent("First let Midjourney paint the scene.");
  expect(row?.querySelector("b")).toHaveTextContent("Midjourney");
  expect(within(row ?? document.body).getByRole("link")).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/prompts\?prompt=/u),
  );
});

test("describes in the title's tooltip how a link was found", async () => {
  const team = await start();
  await team.prompt("Scenes", "Let Midjourney paint.");
  const person = open(team);
  await list("Mentioned in");
  await person.tab();
  expect(screen.getByRole("link", { name: /Scenes$/u })).toHaveFocus();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Found as “Midjourney” in the prompt");
});

test("removes an unlinked row, and restores it from the toast", async () => {
  const team = await start();
  await team.prompt("Scenes", "Let Midjourney paint.");
  const person = open(team);
  await person.click(await screen.findByRole("button", { name: "Unlink: Scenes" }));
  expect(await toast("Unlinked")).toBeVisible();
  expect(await screen.findByText("Nothing else in StackLoop mentions Midjourney yet.")).toBeVisible();
  expect(await team.stored("mentionedIn")).toEqual([]);
  await person.click(screen.getByRole("button", { name: "Undo" }));
  expect(await rows("Mentioned in")).toEqual(["Prompt: Scenes"]);
  expect(await team.stored("mentionedIn")).toEqual(["Scenes"]);
});

test("moves the focus to the next row after unlinking", async () => {
  const team = await start();
  await team.prompt("Scenes", "Let Midjourney paint.");
  await team.prompt("Notes", "Let Midjourney paint again.");
  const person = open(team);
  const [first] = await screen.findAllByRole("button", { name: /^Unlink/u });
  const gone = first?.getAttribute("aria-label");
  first?.focus();
  await person.keyboard("{Enter}");
  await waitFor(() => expect(screen.getAllByRole("button", { name: /^Unlink/u })).toHaveLength(1));
  expect(document.activeElement).toHaveAccessibleName(/^Unlink/u);
  expect(document.activeElement).not.toHaveAccessibleName(gone ?? "");
});

test("shows who confirmed a link, until it is undone", async () => {
  const team = await start();
  await team.prompt("Scenes", "Let Midjourney paint.");
  const person = open(team);
  const confirmButton = () => screen.findByRole("button", { name: "Confirm: Scenes" });
  await person.click(await confirmButton());
  expect((await screen.findByText("Confirmed by")).parentElement).toHaveTextContent("Confirmed by Ada");
  expect(await confirmButton()).toHaveAttribute("aria-pressed", "true");
  await person.click(await confirmButton());
  await waitFor(() => expect(screen.queryByText("Confirmed by")).toBeNull());
  expect(await confirmButton()).toHaveAttribute("aria-pressed", "false");
});

test("shows the first five of many links, and all on request", async () => {
  const team = await start();
  for (let index = 1; index <= 7; index += 1) await team.prompt(`Prompt ${index}`, "Let Midjourney paint.");
  const person = open(team);
  expect(await rows("Mentioned in")).toHaveLength(5);
  await person.click(screen.getByRole("button", { name: /^Show All 7/u }));
  await waitFor(async () => expect(await rows("Mentioned in")).toHaveLength(7));
  const group = (await list("Mentioned in")).parentElement?.parentElement;
  await waitFor(() => expect(group).toHaveFocus());
  expect(screen.queryByRole("button", { name: /^Show All/u })).toBeNull();
});

test("links two items manually, and unlinks them", async () => {
  const team = await start();
  await team.reading("Speech and Language", "A classic.");
  const person = open(team);
  await screen.findByText("Nothing else in StackLoop mentions Midjourney yet.");
  await person.click(screen.getByRole("button", { name: "Link an Item…" }));
  await person.keyboard("speech");
  await person.click(await screen.findByRole("button", { name: /^Speech and Language/u }));
  expect(await toast("Linked")).toBeVisible();
  expect(await rows("Linked by the team")).toEqual(["Reading: Speech and Language"]);
  expect(screen.getByText("Linked by").parentElement).toHaveTextContent("Linked by Ada");
  expect(screen.getByRole("button", { name: "Link an Item…" })).toHaveFocus();

  await person.click(screen.getByRole("button", { name: "Unlink: Speech and Language" }));
  expect(await toast("Unlinked")).toBeVisible();
  await waitFor(async () => expect(await team.stored("linked")).toEqual([]));
  await screen.findByText("Nothing else in StackLoop mentions Midjourney yet.");
});

test("closes the finder on Escape and restores the focus", async () => {
  const team = await start();
  const person = open(team);
  await person.click(await screen.findByRole("button", { name: "Link an Item…" }));
  expect(screen.getByRole("textbox", { name: "Link to" })).toHaveFocus();
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByRole("button", { name: "Link an Item…" })).toHaveFocus();
});

test("hides matches of everyday words until requested", async () => {
  const team = await start("Linear");
  await team.prompt("Models", "Fit a linear trend and compare it with a logistic one.");
  const person = open(team);
  const sentence = await screen.findByText(/“Linear” is also an everyday word/u);
  expect(sentence).toHaveTextContent(/1 more is hidden\./u);
  await person.click(screen.getByRole("button", { name: /^Show: matches/u }));
  expect(await rows("Matches that may not mean Linear")).toEqual(["Prompt: Models"]);
  await person.click(screen.getByRole("button", { name: "Confirm: Models" }));
  expect(await rows("Mentioned in")).toEqual(["Prompt: Models"]);
  await waitFor(() => expect(screen.getByRole("region", { name: "Related" })).toHaveFocus());
});

test("explains that a name was wrong too often", async () => {
  const team = await start("Cursor");
  for (let index = 1; index <= 4; index += 1) await team.prompt(`Prompt ${index}`, "Ask Cursor, the app.");
  const person = open(team);
  for (let index = 1; index <= 4; index += 1) {
    const [button] = await screen.findAllByRole("button", { name: /^Unlink/u });
    await person.click(button ?? document.body);
    await waitFor(async () => expect(await team.stored("mentionedIn")).toHaveLength(4 - index));
  }
  expect(await screen.findByText(/“Cursor” was wrong 4 of 4 times\./u)).toBeVisible();
});

test("reports a failure, and offers to try again", async () => {
  const team = await start();
  mswServer.use(http.get("*/trpc/*", () => HttpResponse.json({}, { status: 500 }), { once: true }));
  const person = open(team);
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't load related items.");
  await person.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Nothing else in StackLoop mentions Midjourney yet.")).toBeVisible();
});
