import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { addReading } from "#server/features/readings/readings.service.ts";
import { AnswerError } from "#server/outside/models/answer-engine.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { startBackend } from "#tests/support/msw-server.ts";
import { renderApp } from "#tests/support/render-app.tsx";

const SENTENCE = "Humpback whales sing for twenty hours without a pause.";
const ADDRESS = `/search?q=${encodeURIComponent("How long do humpback whales sing without a pause?")}`;

/** Opens the page of the question. When the quotations appear, calls `settle` to end the AI provider's reply. */
async function ask(settle: (reply: PromiseWithResolvers<string>) => void) {
  const { app, signInAs } = await startBackend();
  const user = await signInAs({ username: "ada" });
  await addReading(
    app,
    user,
    newReadingSchema.parse({ title: "Songs of the sea", author: "A. Author", notes: SENTENCE }),
  );
  const reply = Promise.withResolvers<string>();
  app.integrations.answers = {
    provider: "Quillfeather",
    canSearch: false,
    ask: async () => ({
      text: "",
      json: { sentences: [{ text: await reply.promise, passages: [1] }] },
      sources: [],
      model: "q",
      provider: "Quillfeather",
    }),
  };
  renderApp(ADDRESS);
  expect(await screen.findByText("The AI provider is writing an answer…")).toBeVisible();
  expect(screen.getByRole("list", { name: "Quotations" })).toHaveTextContent(SENTENCE);
  settle(reply);
}

test("shows quotations while the AI provider writes, then its answer with its name", async () => {
  await ask(({ resolve }) => resolve("Twenty hours."));
  expect(await screen.findByText("Twenty hours. [1]")).toBeVisible();
  expect(screen.getByText("Written by Quillfeather from these passages.")).toBeVisible();
});

test("shows that the AI provider failed below the quotations", async () => {
  await ask(({ reject }) => reject(new AnswerError("busy", "503")));
  expect(await screen.findByText("The AI provider didn't answer.")).toBeVisible();
  expect(screen.getByText("No AI wrote this. These are quotations.")).toBeVisible();
});
