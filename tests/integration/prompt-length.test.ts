import { expect, test } from "vitest";

import { signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function libraryWith(environment: Record<string, string>) {
  const { origin, app } = await testServer(environment);
  return { app, ada: await signedUp(origin, "ada") };
}

const prompt = (length: number) => ({ name: "Long", prompt: "é".repeat(length) });
const TOO_LONG = {
  status: 400,
  body: { issues: [{ path: "prompt", message: "Use at most 5,000 characters" }] },
};

test("accepts a prompt of 5,000 characters and refuses a longer one, new or edited", async () => {
  const { ada } = await libraryWith({});
  const added = await ada.call("POST", "/api/prompts", prompt(5000));
  expect(added.status).toBe(201);
  expect(await ada.call("POST", "/api/prompts", prompt(5001))).toMatchObject(TOO_LONG);
  expect(await ada.call("POST", "/api/prompts", prompt(100_001))).toMatchObject(TOO_LONG);
  expect(await ada.call("PUT", `/api/prompts/${added.body.id}`, prompt(5001))).toMatchObject(TOO_LONG);
});

test("raises the limit with PROMPT_MAX_LENGTH", async () => {
  const { ada } = await libraryWith({ PROMPT_MAX_LENGTH: "100000" });
  expect((await ada.call("POST", "/api/prompts", prompt(100_000))).status).toBe(201);
  expect(await ada.call("POST", "/api/prompts", prompt(100_001))).toMatchObject({
    body: { issues: [{ message: "Use at most 100,000 characters" }] },
  });
});

test("preserves a longer text while other fields are edited", async () => {
  const { app, ada } = await libraryWith({ PROMPT_MAX_LENGTH: "20000" });
  const { body: stored } = await ada.call("POST", "/api/prompts", prompt(6000));
  app.config.promptMaxLength = 5000;
  const edit = { prompt: stored.prompt, notes: "Still good" };
  expect((await ada.call("PUT", `/api/prompts/${stored.id}`, edit)).status).toBe(200);
});

test("refuses a text that is too long, reports its length, and imports the rest", async () => {
  const { ada } = await libraryWith({});
  const rows = [prompt(5000), { ...prompt(8123), name: "Longer" }];
  const { body } = await ada.call("POST", "/api/prompts/import", { rows });
  expect(body).toMatchObject({ created: 1, wrong: 1 });
  expect(body.rows[1]).toMatchObject({
    name: "Longer",
    outcome: "wrong",
    message:
      "Prompt: has 8,123 characters; the limit is 5,000. An administrator can raise it (PROMPT_MAX_LENGTH).",
  });
});
