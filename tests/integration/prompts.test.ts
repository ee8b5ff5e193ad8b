import { describe, expect, test } from "vitest";

import { type RestClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function withPrompt(fields: object = {}) {
  const server = await testServer();
  const ada = await signedUp(server.origin, "ada");
  const { body: prompt } = await ada.call("POST", "/api/prompts", {
    name: "Guide",
    prompt: "Act as a guide to {{city}}.",
    ...fields,
  });
  return { ...server, ada, prompt, path: `/api/prompts/${prompt.id}` };
}

interface Version {
  revision: number;
  prompt: string;
  note: string | null;
  savedBy: { username: string };
}

async function historyOf(client: RestClient, path: string) {
  const { body } = await client.call("GET", `${path}/versions`);
  return body.map(({ revision, prompt, savedBy, note }: Version) => [
    revision,
    prompt,
    savedBy.username,
    note,
  ]);
}

describe("prompts over REST", () => {
  test("returns a created prompt completely, and ignores server-only fields", async () => {
    const { app, ada, prompt } = await withPrompt({
      tags: ["Travel", " Travel", ""],
      purpose: "",
      exampleImageUrl: "/public-objects/logos/a.png",
      id: "mine",
      userId: "somebody",
      dateUpdated: "1999-01-01T00:00:00.000Z",
      revision: 9,
    });
    const { body: user } = await ada.call("GET", "/api/user");
    expect(prompt).toEqual({
      id: expect.not.stringMatching("mine"),
      name: "Guide",
      prompt: "Act as a guide to {{city}}.",
      purpose: null,
      promptAuthor: null,
      modality: null,
      industry: null,
      exampleImageUrl: "/public-objects/logos/a.png",
      tags: ["Travel"],
      notes: null,
      dateUpdated: app.now().toISOString(),
      userId: user.id,
      revision: 1,
    });
    expect((await ada.call("GET", "/api/prompts")).body).toEqual([prompt]);
  });

  test("accepts a partial PUT, clears with null, and never changes owner and id", async () => {
    const { app, origin, prompt, path } = await withPrompt({ notes: "x", industry: "legal" });
    const bob = await signedUp(origin, "bob");
    app.advance(60_000);
    const { body } = await bob.call("PUT", path, {
      notes: null,
      purpose: "Fun",
      id: "mine",
      userId: "bob",
      dateUpdated: "1999-01-01T00:00:00.000Z",
    });
    expect(body).toEqual({
      ...prompt,
      notes: null,
      purpose: "Fun",
      revision: 2,
      dateUpdated: app.now().toISOString(),
    });
  });

  test("lists last updated first, with pages", async () => {
    const { app, ada, path } = await withPrompt();
    for (const name of ["Two", "Three"]) {
      app.advance(1000);
      await ada.call("POST", "/api/prompts", { name, prompt: "p" });
    }
    app.advance(1000);
    await ada.call("PUT", path, { name: "One" });
    const first = await ada.call("GET", "/api/prompts?limit=2");
    const next = /<([^>]+)>; rel="next"/u.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await ada.call("GET", next);
    expect([...first.body, ...second.body].map(({ name }) => name)).toEqual(["One", "Three", "Two"]);
  });

  test("allows anyone to delete a prompt, and hides its history", async () => {
    const { ada, origin, path } = await withPrompt();
    await ada.call("PUT", path, { name: "Other" });
    expect((await (await signedUp(origin, "bob")).call("DELETE", path)).status).toBe(204);
    expect((await ada.call("GET", path)).status).toBe(404);
    expect((await ada.call("GET", `${path}/versions`)).status).toBe(404);
    expect((await ada.call("PUT", path, { name: "x" })).status).toBe(404);
    expect((await ada.call("POST", `${path}/restore`, { revision: 1 })).status).toBe(404);
    expect((await ada.call("DELETE", path)).status).toBe(404);
  });

  test.each([
    ["name", "Prompt name is required", { name: " ", prompt: "p" }],
    ["prompt", "Prompt is required", { name: "n", prompt: "\n" }],
    ["prompt", "Use at most 5,000 characters", { name: "n", prompt: "a".repeat(5001) }],
    ["prompt", expect.stringContaining("control characters"), { name: "n", prompt: "a\u0000" }],
    [
      "exampleImageUrl",
      expect.any(String),
      { name: "n", prompt: "p", exampleImageUrl: "javascript:alert(1)" },
    ],
  ])("refuses invalid input at %s, and stores nothing (%#)", async (path, message, body) => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const reply = await ada.call("POST", "/api/prompts", body);
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
    expect((await ada.call("GET", "/api/prompts")).body).toEqual([]);
  });
});

describe("the history of a prompt", () => {
  test("stores the former version on every edit, with person, time and reason", async () => {
    const { app, ada, origin, prompt, path } = await withPrompt({ tags: ["Travel"] });
    const begin = app.now().toISOString();
    const bob = await signedUp(origin, "bob");
    app.advance(60_000);
    await bob.call("PUT", path, { prompt: "Two", revision: 1, note: " Shorter " });
    const { body: versions } = await ada.call("GET", `${path}/versions`);
    const { id: _id, userId: _userId, dateUpdated: _dateUpdated, ...content } = prompt;
    expect(versions).toEqual([
      {
        ...content,
        prompt: "Two",
        revision: 2,
        savedAt: app.now().toISOString(),
        savedBy: expect.objectContaining({ username: "bob" }),
        note: "Shorter",
      },
      { ...content, savedAt: begin, savedBy: expect.objectContaining({ username: "ada" }), note: null },
    ]);
  });

  test("refuses an edit of an outdated version; without revision it overwrites, and the history has the other", async () => {
    const { ada, origin, path } = await withPrompt({ prompt: "One" });
    const bob = await signedUp(origin, "bob");
    await bob.call("PUT", path, { prompt: "Bob's", revision: 1 });
    const refused = await ada.call("PUT", path, { prompt: "Ada's", revision: 1 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", current: { prompt: "Bob's", revision: 2 } },
    });
    await ada.call("PUT", path, { prompt: "Ada's" });
    expect(await historyOf(ada, path)).toEqual([
      [3, "Ada's", "ada", null],
      [2, "Bob's", "bob", null],
      [1, "One", "ada", null],
    ]);
  });

  test("accepts one of several edits of one revision; without revision all, never mixed", async () => {
    const { ada, path } = await withPrompt();
    const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);
    const guarded = await Promise.all(
      texts.map((text) => ada.call("PUT", path, { name: text, prompt: `Guarded ${text}`, revision: 1 })),
    );
    expect(guarded.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(guarded.filter(({ status }) => status === 409)).toHaveLength(9);
    await Promise.all(texts.map((text) => ada.call("PUT", path, { name: text, prompt: text })));
    const { body } = await ada.call("GET", `${path}/versions`);
    const overwriting = body.filter(({ revision }: Version) => revision > 2);
    expect(overwriting.map(({ prompt }: Version) => prompt).toSorted()).toEqual(texts);
    for (const { name, prompt } of overwriting) expect(name).toBe(prompt);
  });

  test("restores an old version completely as a new one", async () => {
    const { ada, origin, prompt, path } = await withPrompt({ prompt: "One", notes: "n", tags: ["a"] });
    const bob = await signedUp(origin, "bob");
    await ada.call("PUT", path, { name: "Other", prompt: "Two", notes: null, tags: [] });
    const restored = await bob.call("POST", `${path}/restore`, { revision: 1, baseRevision: 2 });
    expect(restored).toMatchObject({ status: 200, body: { ...prompt, revision: 3 } });
    expect(await historyOf(ada, path)).toEqual([
      [3, "One", "bob", "Restored version 1"],
      [2, "Two", "ada", null],
      [1, "One", "ada", null],
    ]);
  });

  test("refuses a restore with an outdated revision, or of an unknown version", async () => {
    const { ada, path } = await withPrompt();
    await ada.call("PUT", path, { prompt: "Two" });
    const outdated = await ada.call("POST", `${path}/restore`, { revision: 1, baseRevision: 1 });
    expect(outdated).toMatchObject({ status: 409, body: { current: { prompt: "Two", revision: 2 } } });
    expect((await ada.call("POST", `${path}/restore`, { revision: 3 })).status).toBe(404);
    expect(await historyOf(ada, path)).toHaveLength(2);
  });

  test("limits a note to a line of 200 characters", async () => {
    const { ada, path } = await withPrompt();
    expect((await ada.call("PUT", path, { prompt: "Two", note: "a".repeat(200) })).status).toBe(200);
    expect(await ada.call("PUT", path, { prompt: "x", note: "a".repeat(201) })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "note" }] },
    });
  });

  test("has pages for a long history", async () => {
    const { ada, path } = await withPrompt({ prompt: "1" });
    for (const prompt of ["2", "3"]) await ada.call("PUT", path, { prompt });
    const first = await ada.call("GET", `${path}/versions?limit=2`);
    const next = /<([^>]+)>; rel="next"/u.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await ada.call("GET", next);
    expect([...first.body, ...second.body].map(({ prompt }) => prompt)).toEqual(["3", "2", "1"]);
    expect(await ada.call("GET", `${path}/versions?cursor=WyJ4IiwieSJd`)).toMatchObject({ status: 400 });
    const { body: fromTwo } = await ada.call("GET", `${path}/versions?upTo=2`);
    expect(fromTwo).toMatchObject([{ revision: 2 }, { revision: 1 }]);
    expect((await ada.call("GET", `${path}/versions?upTo=0`)).status).toBe(400);
  });
});
