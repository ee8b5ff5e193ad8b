import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { addComment } from "#server/features/comments/comments.service.ts";
import {
  addReading,
  editReading,
  getReading,
  listReadings,
} from "#server/features/readings/readings.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { buildFoundBook } from "#tests/support/found.ts";
import { type Backend, mswServer, startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";
import { countLine, toast } from "#tests/support/shown.ts";

let backend: Backend;
let ada: User;

beforeEach(async () => {
  localStorage.clear();
  backend = await startBackend();
  ada = await backend.signInAs({ username: "ada" });
});

function add(fields: Record<string, unknown>) {
  backend.app.advance(1000);
  return addReading(backend.app, ada, newReadingSchema.parse({ author: "Somebody", ...fields }));
}

async function addThree() {
  await add({ title: "Emma", author: "Jane Austen", topic: "Novels", tags: ["classics"] });
  await add({ title: "SICP", author: "Harold Abelson", topic: "computing", notes: "Wizard on the cover" });
  return add({
    title: "Middlemarch",
    author: "George Eliot",
    topic: "novels",
    year: 1871,
    page: "1-20",
    isbn: "9780141439549",
    tags: ["classics", "Provincial"],
    notes: "First line\nSecond line",
  });
}

const card = (title: string) => screen.findByRole("button", { name: title });
const titles = () =>
  within(screen.getByRole("list", { name: "Readings" }))
    .getAllByRole("heading")
    .map(({ textContent }) => textContent);
const field = (name: string) => screen.getByRole("textbox", { name: new RegExp(`^${name}`, "u") });

test("searches tags and notes, narrows by topic, and stores both in the address", async () => {
  await addThree();
  const person = renderApp("/chapter-loop");
  expect(await countLine("Showing 3 of 3 readings")).toBeVisible();
  expect(titles()).toEqual(["Middlemarch", "SICP", "Emma"]);
  const topics = within(screen.getByRole("combobox", { name: "Topic" })).getAllByRole("option");
  expect(topics.map(({ textContent }) => textContent)).toEqual(["All Topics", "computing", "novels"]);

  await person.type(screen.getByRole("searchbox", { name: "Search readings" }), "WIZARD");
  expect(await countLine("Showing 1 of 3 readings")).toBeVisible();
  await person.clear(screen.getByRole("searchbox"));
  await person.selectOptions(screen.getByRole("combobox", { name: "Topic" }), "novels");
  expect(await countLine("Showing 2 of 3 readings")).toBeVisible();
  await waitFor(() => expect(addressBar()).toBe("/chapter-loop?topic=novels"));

  await person.click(screen.getByRole("button", { name: "Clear Filters" }));
  expect(await countLine("Showing 3 of 3 readings")).toBeVisible();
});

test("shows the last comment of each reading, and sorts by it", async () => {
  const { id } = await addThree();
  const readings = await listReadings(backend.app, ada, {});
  for (const { id: readingId } of readings.items.filter((reading) => reading.id !== id)) {
    backend.app.advance(1000);
    await addComment(backend.app, ada, { readingId, parentId: null, content: "Read it" });
  }
  const person = renderApp("/chapter-loop");
  await card("Emma");
  const commented = /Last comment .+ by Anonymous/u;
  const items = screen.getAllByRole("listitem").filter(({ textContent }) => commented.test(textContent));
  expect(items).toHaveLength(2);
  expect(titles()).toEqual(["Middlemarch", "SICP", "Emma"]);
  await person.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Last comment first");
  expect(titles()).toEqual(["Emma", "SICP", "Middlemarch"]);
  expect(addressBar()).toBe("/chapter-loop?sort=comments");
});

test("shows different empty states without readings and without matches", async () => {
  const person = renderApp("/chapter-loop");
  expect(await screen.findByRole("heading", { name: "No Readings Yet" })).toBeVisible();
  expect(
    screen.getByText("Start building your reading collection by adding your first book or article."),
  ).toBeVisible();
  await person.type(screen.getByRole("searchbox"), "x");
  expect(await screen.findByRole("heading", { name: "No Readings Found" })).toBeVisible();
  await person.click(screen.getAllByRole("button", { name: "Clear Filters" })[0] ?? document.body);
  await person.click(await screen.findByRole("button", { name: "Add Your First Reading" }));
  expect(await screen.findByRole("dialog", { name: "Add New Reading" })).toBeVisible();
  expect(addressBar()).toBe("/chapter-loop?dialog=add");
});

test("offers to retry after a failed load", async () => {
  await addThree();
  let isBroken = true;
  mswServer.use(
    http.get("*/trpc/*", ({ request }) =>
      isBroken && request.url.includes("readings.list") ? HttpResponse.json({}, { status: 500 }) : undefined,
    ),
  );
  const person = renderApp("/chapter-loop");
  expect(await screen.findByText("Failed to load readings. Please try again later.")).toBeVisible();
  isBroken = false;
  await person.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await countLine("Showing 3 of 3 readings")).toBeVisible();
});

test("opens several cards, stores them in the address, and searches for a clicked tag", async () => {
  const { id } = await addThree();
  const person = renderApp("/chapter-loop");
  await person.click(await card("Emma"));
  await person.click(await card("Middlemarch"));
  expect(addressBar()).toMatch(new RegExp(`\\?reading=.+&reading=${id}$`, "u"));
  for (const text of ["1871", "Page 1-20", "9780141439549"]) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText(/First line/u).textContent).toBe("First line\nSecond line");
  // The code of discussions loads when the first one opens.
  await waitFor(() =>
    expect(screen.getAllByText("No comments yet. Be the first to start a discussion!")).toHaveLength(2),
  );
  expect(screen.getAllByRole("heading", { name: "Discussion" })).toHaveLength(2);

  await person.click(await card("Emma"));
  expect(addressBar()).toBe(`/chapter-loop?reading=${id}`);
  await person.click(screen.getByRole("button", { name: "Provincial" }));
  expect(screen.getByRole("searchbox")).toHaveValue("Provincial");
  expect(await countLine("Showing 1 of 3 readings")).toBeVisible();
});

test("moves between the cards with j and k, and edits the focused one with e", async () => {
  const { id } = await addThree();
  const person = renderApp("/chapter-loop");
  await card("Middlemarch");
  await person.keyboard("jj");
  expect(await card("SICP")).toHaveFocus();
  await person.keyboard("k{ArrowUp}");
  expect(await card("Middlemarch")).toHaveFocus();
  await person.keyboard("e");
  expect(await screen.findByRole("dialog", { name: "Edit Reading" })).toBeVisible();
  expect(addressBar()).toBe(`/chapter-loop?dialog=edit&item=${id}`);
});

test("adds a reading with the input, and splits tags at commas", async () => {
  const person = renderApp("/chapter-loop?dialog=add");
  await screen.findByRole("dialog", { name: "Add New Reading" });
  const submit = () => person.keyboard("{Control>}{Enter}{/Control}");
  await person.type(field("Title"), "Emma");
  await person.type(field("Cover Image URL"), "cover.png");
  await submit();
  expect(await screen.findByText("Author is required")).toBeVisible();
  expect(screen.getByText("Please enter a valid URL or file path")).toBeVisible();
  expect(field("Author")).toHaveFocus();

  await person.type(field("Author"), "Jane Austen");
  await person.type(screen.getByRole("spinbutton", { name: "Year" }), "1815");
  await person.clear(field("Cover Image URL"));
  await person.type(field("Tags"), "novel, regency ,, novel");
  await submit();
  expect(await toast("Reading added successfully!")).toBeVisible();
  expect(await countLine("Showing 1 of 1 readings")).toBeVisible();
  const { items } = await listReadings(backend.app, ada, {});
  expect(items).toMatchObject([
    {
      title: "Emma",
      author: "Jane Austen",
      year: 1815,
      tags: ["novel", "regency"],
      imageUrl: null,
      page: null,
    },
  ]);
});

test("fills empty fields with a book's data and preserves input", async () => {
  backend.app.integrations.books = {
    byIsbn: (isbn) =>
      Promise.resolve(isbn === "9780141439549" ? buildFoundBook({ title: "Middlemarch", isbn }) : null),
  };
  const person = renderApp("/chapter-loop?dialog=add");
  await screen.findByRole("dialog", { name: "Add New Reading" });
  await person.type(field("Author"), "Mary Ann Evans");
  await person.type(field("Fill from ISBN or link"), "978-0-14-143954-9{Enter}");
  expect(await screen.findByText(/ filled from Open Library\.$/u)).toHaveTextContent(
    "Title, Year, ISBN, and Cover Image URL filled from Open Library.",
  );
  expect(field("Title")).toHaveValue("Middlemarch");
  expect(field("Author")).toHaveValue("Mary Ann Evans");
  expect(screen.getByRole("spinbutton", { name: "Year" })).toHaveValue(2003);
  expect(await listReadings(backend.app, ada, {})).toMatchObject({ items: [] });

  await person.clear(field("Fill from ISBN or link"));
  await person.type(field("Fill from ISBN or link"), "nonsense");
  await person.click(screen.getByRole("button", { name: "Fill" }));
  expect(
    await screen.findByText("This is neither an ISBN nor a web address. Check for typos."),
  ).toBeVisible();
});

test("shows another person's edit next to the user's, and overwrites nothing", async () => {
  const { id } = await addThree();
  const person = renderApp(`/chapter-loop?dialog=edit&item=${id}`);
  await screen.findByRole("dialog", { name: "Edit Reading" });
  await editReading(backend.app, ada, { id, year: 1872, tags: ["theirs"] });
  await person.clear(field("Tags"));
  await person.type(field("Tags"), "mine");
  await person.click(screen.getByRole("button", { name: "Update Reading" }));

  const panel = await screen.findByRole("alert");
  const tags = within(within(panel).getByRole("group", { name: "Tags" }));
  expect(tags.getByRole("radio", { name: /^Yours/u })).toBeChecked();
  const year = within(within(panel).getByRole("group", { name: "Year" }));
  expect(year.getByRole("radio", { name: /^Theirs/u })).toBeChecked();
  expect(await getReading(backend.app, id)).toMatchObject({ tags: ["theirs"], revision: 2 });

  await person.click(screen.getByRole("button", { name: "Update Reading" }));
  expect(await toast("Reading updated successfully!")).toBeVisible();
  expect(await getReading(backend.app, id)).toMatchObject({ tags: ["mine"], year: 1872, revision: 3 });
});

test("names the number of deleted comments, then removes the reading from the list", async () => {
  const { id } = await addThree();
  await addComment(backend.app, ada, { readingId: id, parentId: null, content: "One" });
  const person = renderApp("/chapter-loop");
  await card("Middlemarch");
  // Added after the list was loaded.
  await addComment(backend.app, ada, { readingId: id, parentId: null, content: "Two" });
  await person.click(screen.getByRole("button", { name: "Delete Middlemarch" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(await dialog.findByText(/Its 2 comments will be deleted too\./u)).toBeVisible();
  await person.click(dialog.getByRole("button", { name: "Delete Reading" }));
  expect(await toast("Reading deleted successfully!")).toBeVisible();
  expect(await countLine("Showing 2 of 2 readings")).toBeVisible();
  expect(addressBar()).toBe("/chapter-loop");
});

test.each([
  ["reading=gone", "Reading Not Found"],
  ["dialog=edit&item=gone", "Reading Not Found"],
])("reports a link without a target: %s", async (query, title) => {
  await addThree();
  renderApp(`/chapter-loop?${query}`);
  expect(await toast(title)).toBeVisible();
  await waitFor(() => expect(addressBar()).toBe("/chapter-loop"));
});
