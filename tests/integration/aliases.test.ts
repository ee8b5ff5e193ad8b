import { describe, expect, test } from "vitest";

import { addTool, removeTool } from "#server/features/tools/tools.service.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

/** A server with the tools ChatGPT and Claude, and Ada, who calls it. */
async function shelf() {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada");
  const addNamed = async (name: string) => (await addTool(app, ada.user, newToolSchema.parse({ name }))).id;
  const client = restClient(origin);
  const cookie = { cookie: ada.cookie };
  return {
    app,
    ada,
    chatGpt: await addNamed("ChatGPT"),
    claude: await addNamed("Claude"),
    name: (toolId: string, alias: string): Promise<Reply> =>
      client.call("POST", `/api/ai-tools/${toolId}/aliases`, { alias }, cookie),
    async namesOf(toolId: string): Promise<string[]> {
      const { body } = await client.call("GET", `/api/ai-tools/${toolId}/aliases`, undefined, cookie);
      return body.items.map(({ spelled }: { spelled: string }) => spelled);
    },
    call: (procedure: string, input: object): Promise<Reply> =>
      client.call("POST", `/trpc/${procedure}`, input, cookie),
  };
}

describe("another name of a tool", () => {
  test("is stored with its spelling and its author", async () => {
    const { ada, chatGpt, name } = await shelf();
    const { status, body } = await name(chatGpt, "GPT-4o");
    expect(status).toBe(201);
    expect(body.items).toMatchObject([
      { folded: "gpt 4o", spelled: "GPT-4o", createdBy: { id: ada.user.id, username: "ada" } },
    ]);
  });

  test("counts as the same name in any spelling", async () => {
    const { chatGpt, name, namesOf } = await shelf();
    await name(chatGpt, "GPT-4o");
    expect((await name(chatGpt, "gpt 4o")).status).toBe(201);
    expect(await namesOf(chatGpt)).toEqual(["GPT-4o"]);
  });

  test("can't belong to a second tool", async () => {
    const { chatGpt, claude, name, namesOf } = await shelf();
    await name(chatGpt, "GPT");
    const { status, body } = await name(claude, "gpt");
    expect(status).toBe(409);
    expect(body.message).toBe("“gpt” already refers to ChatGPT");
    expect(await namesOf(claude)).toEqual([]);
  });

  test("can't be the name of another tool", async () => {
    const { claude, name } = await shelf();
    const { status, body } = await name(claude, "chatgpt");
    expect(status).toBe(409);
    expect(body.message).toBe("“chatgpt” already refers to ChatGPT");
  });

  test("has at least two letters and at most six words", async () => {
    const { claude, name, namesOf } = await shelf();
    const replies = [await name(claude, "C"), await name(claude, "+-+"), await name(claude, "a b c d e f g")];
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
      [400, "Use at least 2 letters"],
      [400, "Use at least 2 letters"],
      [400, "Use at most 6 words"],
    ]);
    expect((await name(claude, "a b c d e f")).status).toBe(201);
    expect(await namesOf(claude)).toEqual(["a b c d e f"]);
  });

  test("is refused if the tool already has twenty", async () => {
    const { claude, name, namesOf } = await shelf();
    for (let number = 1; number <= 20; number += 1) await name(claude, `Claude ${number}`);
    const { status, body } = await name(claude, "Claude 21");
    expect([status, body.message]).toEqual([400, "A tool can have at most 20 other names"]);
    expect((await name(claude, "claude 3")).status).toBe(201);
    expect(await namesOf(claude)).toHaveLength(20);
  });

  test("is added to only one of two tools at once", async () => {
    const { chatGpt, claude, name } = await shelf();
    const replies = await Promise.all([name(chatGpt, "Assistant"), name(claude, "Assistant")]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test("is removed in any spelling, and then free for others", async () => {
    const { chatGpt, claude, name, namesOf, call } = await shelf();
    await name(chatGpt, "GPT");
    expect((await call("aliases.remove", { toolId: chatGpt, alias: "gpt" })).status).toBe(200);
    expect((await call("aliases.remove", { toolId: chatGpt, alias: "gpt" })).status).toBe(404);
    expect(await namesOf(chatGpt)).toEqual([]);
    expect((await name(claude, "GPT")).status).toBe(201);
  });

  test("is refused for an unknown tool", async () => {
    const { app, ada, claude, name } = await shelf();
    await removeTool(app, ada.user, { id: claude });
    const { status, body } = await name(claude, "Opus");
    expect([status, body.message]).toEqual([404, "Tool not found"]);
  });
});
