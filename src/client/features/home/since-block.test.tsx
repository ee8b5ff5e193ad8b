import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { briefMoment } from "#client/format/dates.ts";
import { recordVisit } from "#server/features/events/since.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import type { SinceLine } from "#shared/kernel/activity.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { startBackend } from "#tests/support/msw-server.ts";
import { renderApp } from "#tests/support/render-app.tsx";

import { joinNames, lineAddress } from "./since-block.tsx";

const DAY = 86_400_000;

/** Signs in as Ada, who last visited Home a day ago. */
async function signInAfterADay() {
  const { app, createUser, signIn } = await startBackend();
  const ada = await createUser({ username: "ada" });
  const bob = await createUser({ username: "bob", firstName: "Bob" });
  await recordVisit(app, ada, { place: "home" });
  const lastVisit = app.now().toISOString();
  app.advance(DAY);
  await signIn(ada);
  return { app, bob, createUser, lastVisit };
}

const block = () => screen.findByRole("region", { name: /^Since (?!you)/u });

test("lists other people's changes, with highlighted names and titles", async () => {
  const { app, bob, lastVisit } = await signInAfterADay();
  await addTool(app, bob, newToolSchema.parse({ name: "Whisper" }));
  await addReading(app, bob, newReadingSchema.parse({ title: "Emma", author: "Jane Austen" }));
  renderApp();
  const { getByRole, getAllByRole } = within(await block());
  expect(getByRole("heading", { name: `Since ${briefMoment(lastVisit)}` })).toBeVisible();
  const [first, second] = getAllByRole("link");
  expect(first).toHaveTextContent(/^Bob added the reading Emma/u);
  expect([...(first?.querySelectorAll("bdi") ?? [])].map((name) => name.textContent)).toEqual([
    "Bob",
    "Emma",
  ]);
  expect(second).toHaveTextContent(/^Bob added the tool Whisper/u);
  expect(getByRole("button", { name: "Mark all as seen" })).toBeVisible();
});

test("counts the changes that do not fit", async () => {
  const { app, createUser } = await signInAfterADay();
  for (let number = 0; number < 20; number += 1) {
    const person = await createUser({ username: `person-${number}` });
    await addTool(app, person, newToolSchema.parse({ name: `Tool ${number}` }));
  }
  renderApp();
  const { getAllByRole, getByText } = within(await block());
  expect(getAllByRole("link")).toHaveLength(12);
  expect(getByText("and 8 more")).toBeVisible();
});

test("shows an empty state without changes", async () => {
  const { lastVisit } = await signInAfterADay();
  renderApp();
  const { findByText, queryByRole } = within(await block());
  const when = briefMoment(lastVisit);
  expect(await findByText(`Nothing new since ${when}. Enjoy the quiet.`)).toBeVisible();
  expect(queryByRole("button")).toBeNull();
});

describe("joins names of people", () => {
  test.each<[string[], number, string]>([
    [[], 0, "[StackLoop]"],
    [["Ada"], 0, "[Ada]"],
    [["Ada", "Bob"], 0, "[Ada] and [Bob]"],
    [["Ada", "Bob", "Cleo"], 1, "[Ada], [Bob], [Cleo] and 1 other"],
    [["Ada", "Bob", "Cleo"], 7, "[Ada], [Bob], [Cleo] and 7 others"],
  ])("%o and %d more", (names, others, words) => {
    const pieces = joinNames(names, others).map(({ text, isName }) => (isName ? `[${text}]` : text));
    expect(pieces.join("")).toBe(words);
  });
});

describe("links lines to their targets", () => {
  const line: SinceLine = {
    verb: "added",
    kind: "reading",
    itemId: "r1",
    title: "Emma",
    detail: {},
    count: 1,
    actors: ["Ada"],
    otherActors: 0,
    isYours: false,
    at: "2026-11-21T10:00:00.000Z",
  };

  test.each<[string, Partial<SinceLine>, string]>([
    ["an item", {}, "/chapter-loop?reading=r1"],
    [
      "a comment",
      { verb: "commented", detail: { comment: "c1", change: "added" } },
      "/chapter-loop?reading=r1&comment=c1",
    ],
    ["a change to the history", { verb: "edited" }, "/chapter-loop?dialog=history&item=r1"],
    [
      "a restored version to the history",
      { kind: "tool", verb: "restored", detail: { from: 2 } },
      "/dashboard?dialog=history&tool=r1",
    ],
    ["a restored item", { verb: "restored" }, "/chapter-loop?reading=r1"],
    ["a summary to its paper", { kind: "paper", verb: "edited" }, "/arxiv?paper=r1"],
    ["a deleted item to its section", { verb: "deleted" }, "/chapter-loop"],
    ["several items to their section", { kind: "tool", itemId: null, count: 412 }, "/dashboard"],
    ["fetched items to their section", { kind: "paper", verb: "fetched", itemId: null }, "/arxiv"],
  ])("%s", (_, changes, address) => {
    expect(lineAddress({ ...line, ...changes })).toBe(address);
  });
});
