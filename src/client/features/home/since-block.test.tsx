import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { briefMoment } from "#client/format/dates.ts";
import { recordVisit } from "#server/features/events/since.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { startBackend } from "#tests/support/msw-server.ts";
import { renderApp } from "#tests/support/render-app.tsx";

const DAY = 86_400_000;

/** Ada, who last visited Home a day ago. */
async function backAfterADay() {
  const { app, createUser, signIn } = await startBackend();
  const ada = await createUser({ username: "ada" });
  const bob = await createUser({ username: "bob", firstName: "Bob" });
  await recordVisit(app, ada, { place: "home" });
  const lastLook = app.now().toISOString();
  app.advance(DAY);
  await signIn(ada);
  return { app, bob, createUser, lastLook };
}

const block = () => screen.findByRole("region", { name: /^Since (?!you)/u });

test("shows other people's changes in lines, with highlighted names and titles", async () => {
  const { app, bob, lastLook } = await backAfterADay();
  await addTool(app, bob, newToolSchema.parse({ name: "Whisper" }));
  await addReading(app, bob, newReadingSchema.parse({ title: "Emma", author: "Jane Austen" }));
  renderApp();
  const { getByRole, getAllByRole } = within(await block());
  expect(getByRole("heading", { name: `Since ${briefMoment(lastLook)}` })).toBeVisible();
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
  const { app, createUser } = await backAfterADay();
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
  const { lastLook } = await backAfterADay();
  renderApp();
  const { findByText, queryByRole } = within(await block());
  const when = briefMoment(lastLook);
  expect(await findByText(`Nothing new since ${when}. Enjoy the quiet.`)).toBeVisible();
  expect(queryByRole("button")).toBeNull();
});
