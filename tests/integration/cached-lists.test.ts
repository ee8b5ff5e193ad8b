import { expect, test, vi } from "vitest";

import { importTools } from "#server/features/imports/import.service.ts";
import { setPaperFlags } from "#server/features/papers/papers.service.ts";
import { addReading, markSeen } from "#server/features/readings/readings.service.ts";
import { addTool, editTool, removeTool } from "#server/features/tools/tools.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import { presentVerdicts, vote } from "#server/features/verdicts/verdicts.service.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { THOROUGH_ON_SERVER } from "#tests/support/thorough.ts";

async function catalogue() {
  const { app, origin } = await testServer();
  const { user, cookie } = await buildPerson(app, "ada");
  const tool = await addTool(app, user, newToolSchema.parse({ name: "Atlas" }));
  const reads = vi.spyOn(app.db, "selectFrom");
  return {
    app,
    user,
    tool,
    list: () => restClient(origin).call("GET", "/api/ai-tools", undefined, { cookie }),
    /** The number of reads of the table. */
    countReads: () => reads.mock.calls.filter(([table]) => table === "ai_tools").length,
  };
}

test("a cached list survives a thousand flags on papers", THOROUGH_ON_SERVER, async () => {
  const { app, user, list, countReads } = await catalogue();
  const reading = await addReading(
    app,
    user,
    newReadingSchema.parse({ title: "Emma", author: "Jane Austen" }),
  );
  const paper = {
    place: 1,
    id: "p1",
    title: "Attention",
    abstract: "",
    authors: "",
    url: "",
    pdfUrl: "",
    arXivId: "1706.03762",
    categories: "[]",
    publishedAt: "2017-06-12T00:00:00.000Z",
    createdAt: "2017-06-12T00:00:00.000Z",
  };
  await app.db.insertInto("research_papers").values(paper).execute();
  const { headers } = await list();
  for (let mark = 0; mark < 500; mark += 1) {
    app.advance(1000);
    await markSeen(app, user, { id: reading.id });
    await list();
    await setPaperFlags(app, user, { id: paper.id, isStarred: mark % 2 === 0 });
    expect((await list()).headers.get("etag")).toBe(headers.get("etag"));
  }
  expect(countReads()).toBe(1);
});

test("a cached list is rebuilt only after a change of its kind", async () => {
  const { app, user, tool, list, countReads } = await catalogue();
  const names = async () => (await list()).body.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(["Atlas"]);
  await editTool(app, user, { id: tool.id, name: "Atlas 2" });
  expect(await names()).toEqual(["Atlas 2"]);
  const other = await addTool(app, user, newToolSchema.parse({ name: "Beacon" }));
  expect((await names()).toSorted()).toEqual(["Atlas 2", "Beacon"]);
  await removeTool(app, user, { id: other.id });
  expect(await names()).toEqual(["Atlas 2"]);
  const before = countReads();
  await importTools(app, user, importRequestSchema.parse({ rows: [{ name: "Atlas 2" }] }));
  await addReading(app, user, newReadingSchema.parse({ title: "Emma", author: "Jane Austen" }));
  await names();
  expect(countReads()).toBe(before);
});

test("caches all verdicts until a new decision; votes and other tools change nothing", async () => {
  const { app, user, tool } = await catalogue();
  const present = async () => {
    await app.database.catchUp?.run();
    return (await presentVerdicts(app)).items.map(({ ring }) => ring);
  };
  const reads = vi.mocked(app.db.selectFrom);
  const decideOn = (revision: number, ring: string) =>
    decide(app, user, decisionSchema.parse({ toolId: tool.id, revision, ring, reason: "It maps" }));
  await decideOn(0, "trial");
  expect(await present()).toEqual(["trial"]);
  reads.mockClear();
  for (let round = 0; round < 20; round += 1) {
    app.advance(1000);
    await vote(app, user, { toolId: tool.id, ring: round % 2 === 0 ? "adopt" : "hold", note: null });
    await addTool(app, user, newToolSchema.parse({ name: `Tool ${round}` }));
    reads.mockClear();
    expect(await present()).toEqual(["trial"]);
    expect(reads).not.toHaveBeenCalled();
  }
  await decideOn(1, "adopt");
  reads.mockClear();
  expect(await present()).toEqual(["adopt"]);
  expect(reads).toHaveBeenCalledTimes(1);
});

test("clears cached articles once their tool is deleted", async () => {
  const { app, user, tool } = await catalogue();
  const before = app.cacheVersions.read("article");
  await editTool(app, user, { id: tool.id, name: "Atlas 2" });
  expect(app.cacheVersions.read("article")).toBe(before);
  await removeTool(app, user, { id: tool.id });
  expect(app.cacheVersions.read("article")).not.toBe(before);
});
