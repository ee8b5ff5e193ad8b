import { expect, onTestFinished, test, vi } from "vitest";

import { watchLive } from "#tests/support/live-stream.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { testServer } from "#tests/support/test-app.ts";

async function watched() {
  const { app, origin } = await testServer();
  // An unreferenced reply would be collected, and its connection closed.
  const open: { response: Response; controller: AbortController }[] = [];
  onTestFinished(() => {
    for (const { controller } of open) controller.abort();
  });
  const watch = async ({ cookie }: Person) => {
    const controller = new AbortController();
    const response = await fetch(`${origin}/trpc/jobs.watch`, {
      headers: { cookie, accept: "text/event-stream" },
      signal: controller.signal,
    });
    const watching = { response, controller };
    open.push(watching);
    return watching;
  };
  return {
    app,
    watch,
    ada: await buildPerson(app, "ada", "admin"),
    grace: await buildPerson(app, "grace", "admin"),
  };
}

/** The first message after the greeting: an overview, or the reason for a refusal. */
async function firstOf({ response }: { response: Response }): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/papers\.fetch|"message"/u.test(text)) text += (await reader?.read())?.value ?? "";
  return text;
}

test("D3: a person has at most fifty open subscriptions, and can replace those that end", async () => {
  const { watch, ada, grace } = await watched();
  const first = await watch(ada);
  for (let count = 1; count < 50; count += 1) await watch(ada);
  const refusal = await firstOf(await watch(ada));
  expect(refusal).toContain("StackLoop is open in too many of your tabs. Close some and try again.");
  expect(refusal).toContain('"httpStatus":429');
  expect(await firstOf(await watch(grace))).toContain("papers.fetch");
  first.controller.abort();
  await vi.waitFor(async () => {
    expect(await firstOf(await watch(ada))).toContain("papers.fetch");
  });
});

test("changes of jobs are read once for all subscribers", async () => {
  const { app, watch, ada } = await watched();
  const looks = vi.spyOn(app.jobs, "overview");
  const readers = [];
  for (let count = 0; count < 10; count += 1) {
    const reader = (await watch(ada)).response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; !text.includes("data: [");) text += (await reader?.read())?.value ?? "";
    readers.push(reader);
  }
  looks.mockClear();
  app.runChanges.notify();
  for (const reader of readers) {
    for (let text = ""; !text.includes("data: [");) text += (await reader?.read())?.value ?? "";
  }
  expect(looks).toHaveBeenCalledTimes(1);
});

test("D3: a live stream beyond the limit gets a time to retry", async () => {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada");
  for (let count = 0; count < 50; count += 1) await watchLive(origin, ada);
  const refused = await watchLive(origin, ada);
  expect(await refused.next()).toMatchObject({
    error: { data: { httpStatus: 429, retryAfterSeconds: 60 } },
  });
  expect(await refused.next()).toBeUndefined();
});
