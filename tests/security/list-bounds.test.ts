import { expect, test } from "vitest";

import { addComment } from "#server/features/comments/comments.service.ts";
import { addPrompt, removePrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { copyRow } from "#tests/support/copied-rows.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const id = "'copy-' || n";
const VERSION = { kind: "'prompt'", itemId: "(select id from prompts)", revision: "n + 1" };

test.each([
  ["tools", "/api/ai-tools", "ai_tools", { id }],
  ["prompts", "/api/prompts", "prompts", { id }],
  ["versions of a prompt", "/api/prompts/PROMPT/versions", "item_versions", VERSION],
  ["readings", "/api/readings", "readings", { id }],
  ["comments", "/api/readings/READING/comments", "comments", { id }],
  ["deletions", "/api/deletions", "deletions", { id }],
  ["users", "/api/users", "users", { id, username: id, usernameFolded: id }],
])(
  "D7: the list of %s has at most 10,000 rows, and a link to the rest",
  async (_name, path, table, changed) => {
    const { app, origin } = await testServer();
    const { user, cookie } = await buildPerson(app, "ada", "admin");
    await addTool(app, user, newToolSchema.parse({ name: "Claude" }));
    const prompt = await addPrompt(app, user, newPromptSchema.parse({ name: "Sum up", prompt: "Sum up" }));
    const reading = await addReading(app, user, newReadingSchema.parse({ title: "Emma", author: "Austen" }));
    await addComment(app, user, { readingId: reading.id, parentId: null, content: "Good" });
    const another = await addPrompt(app, user, newPromptSchema.parse({ name: "Gone", prompt: "Go" }));
    await removePrompt(app, user, { id: another.id });
    const client = restClient(origin);
    const call = (address: string) => client.call("GET", address, undefined, { cookie });
    const address = path.replace("PROMPT", prompt.id).replace("READING", reading.id);

    await copyRow(app, table, changed, [1, 9999]);
    const whole = await call(address);
    expect(whole.body).toHaveLength(10_000);
    expect(whole.headers.get("link")).toBeNull();

    await copyRow(app, table, changed, [10_000, 10_000]);
    const bounded = await call(address);
    expect(bounded.body).toHaveLength(10_000);
    const next = /<([^>]+)>; rel="next"/u.exec(bounded.headers.get("link") ?? "")?.[1] ?? "";
    const rest = await call(next);
    expect(rest.body).toHaveLength(1);
    expect(rest.headers.get("link")).toBeNull();
    const ids = [...bounded.body, ...rest.body].map((row) => row.id ?? row.revision);
    expect(new Set(ids).size).toBe(10_001);
  },
);
