import { describe, expect, test } from "vitest";

import { eventsAfter } from "#server/features/events/events.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addTool, removeTool } from "#server/features/tools/tools.service.ts";
import { parseItemRef } from "#shared/kernel/items.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

/** A server with the tool Claude and the prompt Guide, and Ada, who calls it. */
async function shelf() {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada");
  const tool = await addTool(app, ada.user, newToolSchema.parse({ name: "Claude" }));
  const prompt = await addPrompt(
    app,
    ada.user,
    newPromptSchema.parse({ name: "Guide", prompt: "Act as a guide" }),
  );
  return {
    app,
    ada,
    origin,
    toolId: tool.id,
    tool: `tool:${tool.id}`,
    prompt: `prompt:${prompt.id}`,
    link: (from: string, to: string): Promise<Reply> =>
      restClient(origin).call("POST", "/api/links", { from, to }, { cookie: ada.cookie }),
  };
}

describe("a link added by a person", () => {
  test("is confirmed by that person", async () => {
    const { ada, tool, prompt, link } = await shelf();
    const { status, body } = await link(prompt, tool);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: prompt,
      to: tool,
      how: "person",
      spelled: null,
      state: "confirmed",
      decidedBy: { id: ada.user.id, username: "ada" },
    });
  });

  test("is stored once if added twice, also at once", async () => {
    const { app, tool, prompt, link } = await shelf();
    const replies = await Promise.all([link(prompt, tool), link(prompt, tool)]);
    const again = await link(prompt, tool);
    expect(new Set([...replies, again].map(({ body }) => body.id)).size).toBe(1);
    expect(await app.db.selectFrom("links").select("id").execute()).toEqual([{ id: again.body.id }]);
  });

  test("is the same link in both directions", async () => {
    const { tool, prompt, link } = await shelf();
    const there = await link(prompt, tool);
    const back = await link(tool, prompt);
    expect(back.body).toEqual(there.body);
  });

  test("is recorded once in the ledger, and so is its removal", async () => {
    const { app, ada, origin, tool, prompt, link } = await shelf();
    await link(prompt, tool);
    const { body } = await link(prompt, tool);
    const recordedLinks = async () =>
      (await eventsAfter(app, { after: 0, limit: 500 })).events.flatMap(({ verb, detail, ...event }) =>
        verb === "linked" ? { item: `${event.kind}:${event.itemId}`, by: event.actor?.username, detail } : [],
      );
    const other = parseItemRef(tool);
    const made = { item: prompt, by: "ada", detail: { other, change: "added" } };
    expect(await recordedLinks()).toEqual([made]);
    await restClient(origin).call("DELETE", `/api/links/${body.id}`, undefined, { cookie: ada.cookie });
    expect(await recordedLinks()).toEqual([made, { ...made, detail: { other, change: "deleted" } }]);
  });

  test("confirms a found match that was rejected", async () => {
    const { app, tool, prompt, link } = await shelf();
    const { body } = await link(prompt, tool);
    await app.db.updateTable("links").set({ state: "rejected", how: "name", decidedBy: null }).execute();
    expect((await link(prompt, tool)).body).toMatchObject({
      id: body.id,
      how: "name",
      state: "confirmed",
      decidedBy: { username: "ada" },
    });
  });

  test("can't link an item to itself", async () => {
    const { tool, link } = await shelf();
    const { status, body } = await link(tool, tool);
    expect([status, body.message]).toEqual([400, "An item can't be linked to itself"]);
  });

  test("needs existing items", async () => {
    const { app, ada, toolId, tool, prompt, link } = await shelf();
    await removeTool(app, ada.user, { id: toolId });
    const replies = [await link(prompt, tool), await link("article:none", prompt)];
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
      [404, `There is no ${tool}`],
      [404, "There is no article:none"],
    ]);
    expect((await link("person:ada", prompt)).status).toBe(400);
  });
});
