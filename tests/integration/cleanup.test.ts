import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { addPrompt, editPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { storeImage } from "#server/features/uploads/uploads.service.ts";
import { createToken, revokeToken } from "#server/features/users/tokens.service.ts";
import { createOneTimeLink } from "#server/features/users/users.service.ts";
import { cleanUp } from "#server/kernel/jobs/cleanup.service.ts";
import { beginRun, endRun, lastRuns } from "#server/kernel/jobs/job-runs.service.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { quietWork } from "#tests/support/found.ts";
import { pngImage } from "#tests/support/images.ts";
import { buildPerson } from "#tests/support/people.ts";
import { testApp } from "#tests/support/test-app.ts";

const DAY = 24 * 3_600_000;

test("deletes no data that an active team uses", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  await createOneTimeLink(app, "invite", { createdBy: user.id });
  await storeImage(app, user, { bytes: pngImage(), extension: "png" }, AbortSignal.any([]));
  await beginRun(app, { job: "papers.fetch", trigger: "schedule" });
  app.advance(6 * DAY);
  const mark = await app.countWrites();
  expect(await cleanUp(app, quietWork())).toEqual({});
  expect(await app.countWrites()).toBe(mark);
});

test("deletes only expired sessions and links", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  await createOneTimeLink(app, "setup");
  await createOneTimeLink(app, "invite", { createdBy: user.id });
  await createOneTimeLink(app, "invite", { createdBy: user.id });
  app.advance(2 * DAY);
  expect(await cleanUp(app, quietWork())).toEqual({ "one-time links": 1 });
  app.advance(6 * DAY);
  expect(await cleanUp(app, quietWork())).toEqual({ "one-time links": 2 });
  // Lucia ends sessions by the machine's clock, and the test's clock is earlier.
  app.advance(3650 * DAY);
  expect(await cleanUp(app, quietWork())).toEqual({ sessions: 1 });
});

test("deletes API tokens three months after their end, so that their users see the reason until then", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  const make = (expiresInDays: number | null) =>
    createToken(app, user, { name: "Script", scope: "read", expiresInDays });
  await make(10);
  await make(null);
  await revokeToken(app, user, await make(null));
  const cleanUpTokens = async () => (await cleanUp(app, quietWork()))["API tokens"];
  app.advance(90 * DAY - 1);
  expect(await cleanUpTokens()).toBeUndefined();
  app.advance(1);
  expect(await cleanUpTokens()).toBe(1);
  app.advance(10 * DAY);
  expect(await cleanUpTokens()).toBe(1);
  app.advance(3650 * DAY);
  expect(await cleanUpTokens()).toBeUndefined();
});

test("deletes uploaded images that no item or version has used for a week", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  const upload = () => storeImage(app, user, { bytes: pngImage(), extension: "png" }, AbortSignal.any([]));
  const [ofTool, byAddress, ofPrompt, ofFormerPrompt, ofReading] = await Promise.all([
    upload(),
    upload(),
    upload(),
    upload(),
    upload(),
  ]);
  await Promise.all(Array.from({ length: 45 }, upload));
  await addTool(app, user, newToolSchema.parse({ name: "Claude", logoUrl: ofTool }));
  await addTool(
    app,
    user,
    newToolSchema.parse({ name: "Suno", logoUrl: `https://stack.example${byAddress}?size=2` }),
  );
  const prompt = { name: "Review", prompt: "Read this", exampleImageUrl: ofFormerPrompt };
  const { id, revision } = await addPrompt(app, user, newPromptSchema.parse(prompt));
  await editPrompt(app, user, { id, revision, exampleImageUrl: ofPrompt, note: null });
  await addReading(app, user, newReadingSchema.parse({ title: "One", author: "B", imageUrl: ofReading }));
  app.advance(8 * DAY);
  const fresh = await upload();

  expect(await cleanUp(app, quietWork())).toMatchObject({ images: 45 });

  const rows = await app.db.selectFrom("images").select("file").execute();
  const named = [ofTool, byAddress, ofPrompt, ofFormerPrompt, ofReading, fresh];
  expect(new Set(rows.map(({ file }) => `/public-objects/logos/${file}`))).toEqual(new Set(named));
});

test("retains the newest hundred runs of each job, and a current one", async () => {
  const app = await testApp();
  await beginRun(app, { job: "backup", trigger: "schedule" });
  for (let i = 0; i < 103; i += 1) {
    const { runId } = await beginRun(app, { job: "papers.fetch", trigger: "schedule" });
    await endRun(app, runId, { state: "succeeded" });
    app.advance(1000);
  }
  expect(await cleanUp(app, quietWork())).toEqual({ "old runs": 3 });
  expect(await lastRuns(app, "papers.fetch", 1000)).toHaveLength(100);
  expect(await lastRuns(app, "backup", 1000)).toHaveLength(1);
});

test("deletes counts of AI calls after a month", async () => {
  const app = await testApp();
  const counted = ["2026-10-01", "2026-10-22", "2026-11-21"].map((day) => ({ day, userId: "", calls: 1 }));
  await app.db.insertInto("ai_usage").values(counted).execute();
  expect(await cleanUp(app, quietWork())).toEqual({ "AI call counts": 1 });
});

test.each([
  ["two years unless told otherwise", {}, 730],
  ["as long as the operator wants", { ACTIVITY_KEEP: "10" }, 10],
])("retains the ledger %s, and always its last event", async (_, environment, days) => {
  const app = await testApp(environment);
  const { user } = await buildPerson(app, "ada");
  for (const name of ["Atlas", "Beacon"]) await addTool(app, user, newToolSchema.parse({ name }));
  app.advance(days * DAY - 1);
  expect(await cleanUp(app, quietWork())).not.toHaveProperty("old events");
  app.advance(1);
  expect(await cleanUp(app, quietWork())).toMatchObject({ "old events": 1 });
  const events = await app.db.selectFrom("events").select(["seq", "title"]).execute();
  expect(events).toEqual([{ seq: 2, title: "Beacon" }]);
});

test("retains the ledger forever with ACTIVITY_KEEP=0", async () => {
  const app = await testApp({ ACTIVITY_KEEP: "0" });
  const { user } = await buildPerson(app, "ada");
  for (const name of ["Atlas", "Beacon"]) await addTool(app, user, newToolSchema.parse({ name }));
  app.advance(36_500 * DAY);
  await cleanUp(app, quietWork());
  expect(await app.db.selectFrom("events").select("seq").execute()).toHaveLength(2);
});

test("a cleanup that must stop leaves the rest to the next one", async () => {
  const app = await testApp();
  const counted = Array.from({ length: 50 }, () => ({ day: "2026-01-01", userId: randomUUID(), calls: 1 }));
  await app.db.insertInto("ai_usage").values(counted).execute();
  await expect(cleanUp(app, { ...quietWork(), signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  expect(await cleanUp(app, quietWork())).toEqual({ "AI call counts": 50 });
});
