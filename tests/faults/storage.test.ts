import { copyFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { basename, dirname, join } from "node:path";

import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";

import { checkDatabase } from "#db/sqlite/files/database-file.ts";
import type { App } from "#server/app.ts";
import { findImages } from "#server/features/uploads/uploads.queries.ts";
import { buildFoundPaper, paperArchive } from "#tests/support/found.ts";
import { pngImage, pngOfLength } from "#tests/support/images.ts";
import { buildPerson } from "#tests/support/people.ts";
import { program } from "#tests/support/program.ts";
import { refuseChanges } from "#tests/support/refusing-table.ts";
import { restClient, signedIn, signedUp } from "#tests/support/rest-client.ts";
import { canMountDisks, onDiskOf, onReadOnlyDisk, pathOnDiskOf } from "#tests/support/small-disk.ts";
import { testServer } from "#tests/support/test-app.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";

const FULL = { message: "Server storage is full", code: "INSUFFICIENT_STORAGE" };
/** A text that doesn't fit into the free space of a table's last page. */
const LONG = "n".repeat(4000);

/** A server with one item of each kind, and functions that fill its disk and free it again. */
async function library() {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  const call = (method: string, path: string, body?: unknown) =>
    restClient(origin).call(method, path, body, { cookie });
  const idOf = async (path: string, body: unknown): Promise<string> => {
    const reply = await call("POST", path, body);
    expect(reply.status).toBe(201);
    return reply.body.id;
  };
  const tool = await idOf("/api/ai-tools", { name: "Kept" });
  const prompt = await idOf("/api/prompts", { name: "Kept", prompt: "Sing" });
  const reading = await idOf("/api/readings", { title: "Kept", author: "Ada" });
  const comment = await idOf(`/api/readings/${reading}/comments`, { content: "Kept" });
  return {
    call,
    ids: { tool, prompt, reading, comment },
    // SQLite uses the current file size as the lowest limit.
    fill: () => sql`pragma max_page_count = 1`.execute(app.db),
    free: () => sql`pragma max_page_count = 4294967294`.execute(app.db),
  };
}

type Ids = Awaited<ReturnType<typeof library>>["ids"];
type Write = (ids: Ids) => readonly [method: string, path: string, body: unknown];

const rows = (fields: object) =>
  Array.from({ length: 20 }, (_, index) => ({ ...fields, name: `New ${index}` }));
const readings = rows({}).map(({ name: title }) => ({ title, author: "Ada", notes: LONG }));
const prompts = rows({ prompt: LONG });

const WRITES: Record<string, Write> = {
  "POST /api/ai-tools": () => ["POST", "/api/ai-tools", { name: "More", notes: LONG }],
  "PUT /api/ai-tools": ({ tool }) => ["PUT", `/api/ai-tools/${tool}`, { notes: LONG }],
  "POST /api/prompts": () => ["POST", "/api/prompts", { name: "More", prompt: LONG }],
  "PUT /api/prompts": ({ prompt }) => ["PUT", `/api/prompts/${prompt}`, { prompt: LONG }],
  "POST /api/readings": () => ["POST", "/api/readings", { title: "More", author: "Ada", notes: LONG }],
  "PUT /api/readings": ({ reading }) => ["PUT", `/api/readings/${reading}`, { notes: LONG }],
  "POST comments": ({ reading }) => ["POST", `/api/readings/${reading}/comments`, { content: LONG }],
  "PUT /api/comments": ({ comment }) => ["PUT", `/api/comments/${comment}`, { content: LONG }],
  "POST /api/ai-tools/import": () => ["POST", "/api/ai-tools/import", { rows: rows({ notes: LONG }) }],
  "POST /api/prompts/import": () => ["POST", "/api/prompts/import", { rows: prompts }],
  "POST /api/readings/import": () => ["POST", "/api/readings/import", { rows: readings }],
  "POST /api/ai-tools/starter-catalogue": () => ["POST", "/api/ai-tools/starter-catalogue", {}],
  "prompts.add": () => ["POST", "/trpc/prompts.add", { name: "More", prompt: LONG }],
  "prompts.edit": ({ prompt }) => ["POST", "/trpc/prompts.edit", { id: prompt, prompt: LONG }],
  "readings.edit": ({ reading }) => ["POST", "/trpc/readings.edit", { id: reading, notes: LONG }],
  "comments.add": ({ reading }) => ["POST", "/trpc/comments.add", { readingId: reading, content: LONG }],
  "comments.edit": ({ comment }) => ["POST", "/trpc/comments.edit", { id: comment, content: LONG }],
  "imports.readings": () => ["POST", "/trpc/imports.readings", { rows: readings }],
};

describe("R5: on a full disk", () => {
  test.each(Object.entries(WRITES))("%s reports it, and works once there is space", async (_name, write) => {
    const { call, ids, fill, free } = await library();
    const request = write(ids);
    const before = (await call("GET", "/api/readings")).body;
    await fill();
    const refused = await call(...request);
    expect([refused.status, refused.body.error?.data ?? refused.body]).toEqual([
      507,
      expect.objectContaining(FULL),
    ]);
    expect((await call("GET", "/api/readings")).body).toEqual(before);
    await free();
    expect([200, 201]).toContain((await call(...request)).status);
  });

  test("actions without new data still work after a refusal", async () => {
    const { call, ids, fill } = await library();
    await fill();
    expect((await call("PUT", `/api/prompts/${ids.prompt}`, { prompt: LONG })).status).toBe(507);
    expect((await call("DELETE", `/api/comments/${ids.comment}`)).status).toBe(204);
    expect((await call("DELETE", `/api/readings/${ids.reading}`)).status).toBe(204);
  });
});

const MB = 1024 ** 2;
/** The maximum length of a note. */
const NOTE = "n".repeat(10_000);

describe.runIf(canMountDisks)("on a small separate disk", () => {
  test("R5: a server on a full disk replies, preserves acknowledged writes, and writes again once there is space", async () => {
    const stackloop = program(onDiskOf(8));
    const server = await stackloop.serve();
    const ada = await signedUp(server.origin, "ada");
    const add = async (title: string) =>
      (await ada.call("POST", "/api/readings", { title, author: "Ada", notes: NOTE })).status;
    const titles = async () => {
      const { status, body } = await ada.call("GET", "/api/readings");
      return status === 200 ? body.map(({ title }: { title: string }) => title).toSorted() : status;
    };
    const acknowledged: string[] = [];
    const filler = pathOnDiskOf(server.pid, stackloop.folder, "filler");
    fillUp(filler);
    for (let number = 0, status = 201; status !== 507; number += 1) {
      status = await add(`Book ${number}`);
      if (status === 201) acknowledged.push(`Book ${number}`);
    }
    expect(await titles()).toEqual(acknowledged.toSorted());
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    rmSync(filler);
    expect(await add("Afterwards")).toBe(201);
    expect(await titles()).toEqual([...acknowledged, "Afterwards"].toSorted());
    for (const part of ["", "-wal"]) {
      const file = `stackloop.db${part}`;
      copyFileSync(pathOnDiskOf(server.pid, stackloop.folder, file), join(stackloop.folder, file));
    }
    expect(() => {
      checkDatabase(join(stackloop.folder, "stackloop.db"), "thorough");
    }).not.toThrow();
    expect(await server.stop("SIGTERM")).toBe(0);
  });

  test("R5: a first start without enough space names the reason", async () => {
    const { code, stderr } = await program(onDiskOf(1)).run(["serve"]);
    expect([code, stderr]).toEqual([1, [expect.stringContaining("the disk is full; free up space")]]);
  });

  test("R5, S2: people sign out on a full disk, and delete once there is a little space", async () => {
    const stackloop = program(onDiskOf(8));
    const server = await stackloop.serve();
    const [ada, grace] = [await signedUp(server.origin, "ada"), await signedUp(server.origin, "grace")];
    const add = (title: string) => ada.call("POST", "/api/readings", { title, author: "Ada", notes: NOTE });
    const { id } = (await add("Book")).body;
    const filler = pathOnDiskOf(server.pid, stackloop.folder, "filler");
    fillUp(filler);
    while ((await add("More")).status !== 507);
    const before = ada.cookie();
    const statusOf = async (cookie: string) =>
      (await restClient(server.origin).call("GET", "/api/user", undefined, { cookie })).status;
    const reply = await ada.call("POST", "/api/logout");
    expect([reply.status, ada.cookie()]).toEqual([200, ""]);
    expect(await statusOf(before)).toBe(401);
    expect(await statusOf(grace.cookie())).toBe(200);
    // SQLite writes a deletion to its log first, which doesn't fit.
    expect(await grace.call("DELETE", `/api/readings/${id}`)).toMatchObject({ status: 507, body: FULL });
    rmSync(filler);
    expect((await grace.call("DELETE", `/api/readings/${id}`)).status).toBe(204);
    const again = await signedIn(server.origin, "ada");
    await expect.poll(async () => (await again.call("GET", "/api/user/sessions")).body.length).toBe(1);
    expect(await server.stop("SIGTERM")).toBe(0);
  });

  test("R6: a server reports an almost full disk until there is space again", async () => {
    const stackloop = program(onDiskOf(100));
    const server = await stackloop.serve();
    const readiness = async () => (await fetch(`${server.origin}/readyz`)).json();
    expect(await readiness()).toEqual({ status: "ok" });
    const filler = pathOnDiskOf(server.pid, stackloop.folder, "filler");
    writeFileSync(filler, Buffer.alloc(50 * MB));
    const patience = { timeout: 30_000 };
    await expect.poll(readiness, patience).toEqual({ status: "unavailable", reason: "storage low" });
    rmSync(filler);
    await expect.poll(readiness, patience).toEqual({ status: "ok" });
    expect(server.output().match(/less than 64 MB/gu)).toHaveLength(1);
  });
});

/** Writes until the disk is full. */
function fillUp(file: string): void {
  for (const size of [MB, 4096]) {
    for (;;) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: "a" });
      } catch {
        break;
      }
    }
  }
}

/** A server with a given amount of free space, and its log messages. */
async function onDisk(megabytes: number) {
  const { app, origin } = await testServer();
  const room = { megabytes };
  const reads = vi.fn<App["readFreeBytes"]>(() => Promise.resolve(room.megabytes * MB));
  app.readFreeBytes = reads;
  const error = vi.spyOn(app.log, "error");
  const info = vi.spyOn(app.log, "info");
  const { cookie } = await buildPerson(app, "ada", "admin");
  const linesWith = (calls: unknown[][], words: string) =>
    calls.filter((call) => call.some((part) => String(part).includes(words))).length;
  return {
    app,
    room,
    reads,
    call: (method: string, path: string, body?: unknown) =>
      restClient(origin).call(method, path, body, { cookie }),
    put: (address: string, body: Uint8Array<ArrayBuffer>) =>
      fetch(address, { method: "PUT", headers: { cookie, "content-type": "image/png" }, body }),
    async set(free: number) {
      room.megabytes = free;
      app.advance(5000);
      return restClient(origin).call("GET", "/readyz");
    },
    begins: () => linesWith(error.mock.calls, "less than 64 MB"),
    ends: () => linesWith(info.mock.calls, "enough storage is free again"),
  };
}

describe("R6: with less than 64 MB free", () => {
  const ALMOST_FULL = {
    code: "INSUFFICIENT_STORAGE",
    message: expect.stringMatching(/almost full.*free up disk space/u),
  };

  test("uploads and jobs are refused with a remedy, and text input is stored", async () => {
    const { app, call, put, set } = await onDisk(64);
    const { uploadURL } = (await call("POST", "/api/logos/upload", { fileExtension: "png" })).body;
    expect((await call("POST", "/trpc/jobs.start", { name: "papers.fetch" })).status).toBe(200);
    expect(await set(63)).toMatchObject({
      status: 503,
      body: { status: "unavailable", reason: "storage low" },
    });
    const refused = await put(uploadURL, new Uint8Array(pngImage()));
    expect([refused.status, await refused.json()]).toEqual([507, ALMOST_FULL]);
    const address = await call("POST", "/api/logos/upload", { fileExtension: "png" });
    expect([address.status, address.body]).toEqual([507, ALMOST_FULL]);
    for (const name of ["papers.fetch", "news.fetch", "release-notes.fetch"]) {
      const job = await call("POST", "/trpc/jobs.start", { name });
      expect([job.status, job.body.error.data]).toEqual([507, expect.objectContaining(ALMOST_FULL)]);
    }
    expect((await call("POST", "/api/ai-tools", { name: "Typed" })).status).toBe(201);
    const scheduled = await app.jobs.start("papers.fetch", "schedule");
    expect(await scheduled.ended).toBe(false);
    expect((await call("GET", "/api/system")).body).toMatchObject({
      storageProblems: ["storage low"],
      attention: expect.arrayContaining([expect.objectContaining({ id: "storage-low", urgency: "urgent" })]),
    });
    await set(64);
    expect((await put(uploadURL, new Uint8Array(pngImage()))).status).toBe(200);
    expect((await call("POST", "/trpc/jobs.start", { name: "papers.fetch" })).status).toBe(200);
  });

  test("a job requested right after space was freed runs", async () => {
    const { app, call, room } = await onDisk(64);
    app.integrations.papers = paperArchive([buildFoundPaper()]);
    room.megabytes = 63;
    app.advance(5000);
    expect((await call("POST", "/trpc/jobs.start", { name: "papers.fetch" })).status).toBe(507);
    room.megabytes = 64;
    const started = await call("POST", "/trpc/jobs.start", { name: "papers.fetch" });
    expect(started.status).toBe(200);
    const stateOf = async () =>
      (await app.jobs.overview()).find(({ name }) => name === "papers.fetch")?.runs[0];
    await expect.poll(stateOf).toMatchObject({ id: started.body.result.data.jobId, state: "succeeded" });
  });

  test("a job is refused right after space ran out", async () => {
    const { call, room } = await onDisk(64);
    await call("GET", "/readyz");
    room.megabytes = 63;
    expect((await call("POST", "/trpc/jobs.start", { name: "papers.fetch" })).status).toBe(507);
  });

  test("a job requested while the end of its last run can't be stored starts a new run, or is refused", async () => {
    const { app, call } = await onDisk(64);
    const storeAgain = await refuseChanges(app, {
      table: "job_runs",
      change: "update",
      message: "disk full",
    });
    const { runId, ended } = await app.jobs.start("cleanup", "schedule");
    const error = vi.mocked(app.log.error);
    await expect.poll(() => error.mock.calls.flat().join()).toContain("the end of a job couldn't be stored");
    expect((await call("POST", "/trpc/jobs.start", { name: "cleanup" })).status).toBe(500);
    await storeAgain();
    app.advance(1000);
    const next = await call("POST", "/trpc/jobs.start", { name: "cleanup" });
    expect(next.status).toBe(200);
    expect(next.body.result.data.jobId).not.toBe(runId);
    expect(await ended).toBe(true);
    const runs = async () => (await app.jobs.overview()).find(({ name }) => name === "cleanup")?.runs;
    await expect.poll(runs).toMatchObject([{ state: "succeeded" }, { id: runId, state: "succeeded" }]);
  });

  test("jobs that free storage still run, and a backup only with enough space", async () => {
    const { app, call, set } = await onDisk(63);
    await set(63);
    for (const name of ["cleanup", "backup"])
      expect((await call("POST", "/trpc/jobs.start", { name })).status).toBe(200);
    const lastOf = async (job: string) =>
      (await app.jobs.overview()).find(({ name }) => name === job)?.runs[0];
    await expect.poll(async () => (await lastOf("cleanup"))?.state).toBe("succeeded");
    await expect
      .poll(async () => (await lastOf("backup"))?.error)
      .toMatch(/isn't enough space for a backup in/u);
  });

  test("the log reports it once in ten minutes, and once at the end", async () => {
    const { app, reads, set, begins, ends } = await onDisk(100);
    for (let time = 0; time < 100; time += 1) await set(63);
    expect([begins(), ends()]).toEqual([1, 0]);
    app.advance(600_000);
    await set(63);
    expect(begins()).toBe(2);
    for (let time = 0; time < 3; time += 1) await set(100);
    expect(ends()).toBe(1);
    const before = reads.mock.calls.length;
    for (let time = 0; time < 10; time += 1) await app.storage.isLow();
    expect(reads.mock.calls.length).toBe(before);
  });
});

describe("R8: without write access", () => {
  test.runIf(canMountDisks)("a server refuses to start in one line with the path", async () => {
    let isReadOnly = false;
    const stackloop = program((command) => (isReadOnly ? onReadOnlyDisk(command) : command));
    const served = await stackloop.serve();
    await served.stop("SIGTERM");
    isReadOnly = true;
    const { code, stderr } = await stackloop.run(["serve"]);
    expect([code, stderr]).toEqual([1, [expect.stringContaining("./data/stackloop.db")]]);
    const other = await stackloop.run(["serve"], { DATABASE_URL: "file:./data/none/stackloop.db" });
    expect(other.stderr).toEqual([expect.stringMatching(/\.\/data\/none can't be written.*read-only/u)]);
  });

  test.runIf(process.platform === "linux").each(["/sys/none", "/proc/none", "/proc/none/data"])(
    "a folder that can't be created is named too: %s",
    async (folder) => {
      const { code, stderr } = await program().run(["serve"], {
        DATABASE_URL: `file:${folder}/stackloop.db`,
      });
      expect([code, stderr]).toEqual([1, [expect.stringContaining(`${folder} can't be written`)]]);
    },
  );

  test("a running server continues to read, and reports that it can't save", async () => {
    const { app, origin } = await testServer();
    const { cookie } = await buildPerson(app, "ada");
    const call = (method: string, path: string, body?: unknown) =>
      restClient(origin).call(method, path, body, { cookie });
    await call("POST", "/api/ai-tools", { name: "Orca" });
    await sql`pragma query_only = on`.execute(app.db);
    const refused = await call("POST", "/api/ai-tools", { name: "Otter" });
    expect([refused.status, refused.body.message]).toEqual([
      503,
      "The server can't save anything right now. Try again later.",
    ]);
    const tools = await call("GET", "/api/ai-tools");
    expect([tools.status, tools.body.length]).toEqual([200, 1]);
  });

  test("a session that can't be extended still allows reading", async () => {
    const { app, origin } = await testServer();
    const { cookie } = await buildPerson(app, "ada");
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await app.db.updateTable("session").set({ expire: tomorrow }).execute();
    await sql`pragma query_only = on`.execute(app.db);
    const reply = await restClient(origin).call("GET", "/api/user", undefined, { cookie });
    expect([reply.status, reply.body.username]).toEqual([200, "ada"]);
  });
});

/** Makes a program see every folder on a file system of this type. */
const onFileSystem = (type: number) => {
  const code = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    const { statfsSync } = fs;
    fs.statfsSync = (path) => Object.assign(statfsSync(path), { type: ${type} });
    syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};

describe.runIf(process.platform === "linux")("R13: a server with its data folder", () => {
  for (const [name, type] of [
    ["NFS", 0x6969],
    ["SMB", 0xff534d42],
    ["9P", 0x01021997],
    ["FUSE", 0x65735546],
  ] as const)
    test(
      `on ${name} warns at its start, and so does the doctor`,
      thoroughUnless(name === "NFS"),
      async () => {
        const stackloop = program();
        const warning = `./data is on ${name}, where SQLite databases become damaged sooner or later`;
        const server = await stackloop.serve(onFileSystem(type));
        expect(server.output()).toContain(warning);
        await server.stop("SIGTERM");
        expect((await stackloop.run(["doctor"], onFileSystem(type))).stdout).toContain(`note   ${warning}`);
      },
    );

  test("on a local disk doesn't warn", async () => {
    const server = await program().serve(onFileSystem(0xef53));
    expect(server.output()).not.toContain("become damaged");
  });
});

test("R7: interrupted uploads leave nothing behind, and can be sent again to the same address", async () => {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  const files = () => readdirSync(dirname(app.database.name)).toSorted();
  const before = files();
  const headers = { cookie, "content-type": "image/png" };
  const addresses: string[] = [];
  for (let time = 0; time < 50; time += 1) {
    const { body } = await restClient(origin).call(
      "POST",
      "/api/logos/upload",
      { fileExtension: "png" },
      { cookie },
    );
    addresses.push(body.uploadURL);
    await cutOff(body.uploadURL, headers);
  }
  const stored = await findImages(
    app.db,
    addresses.map((address) => basename(new URL(address).pathname)),
  );
  expect(stored.size).toBe(0);
  expect(files()).toEqual(before);
  const send = async () =>
    (await fetch(addresses[0] ?? "", { method: "PUT", headers, body: new Uint8Array(pngImage()) })).status;
  // The server may not have noticed yet that the first upload ended.
  await expect.poll(send, { timeout: 30_000 }).toBe(200);
});

/** Sends the beginning of an image of 5 MB and disconnects. */
async function cutOff(address: string, headers: Record<string, string>): Promise<void> {
  const request = httpRequest(address, {
    method: "PUT",
    headers: { ...headers, "content-length": 5_000_000 },
  });
  const isCut = new Promise<void>((resolve) => {
    request.on("error", () => resolve());
  });
  await new Promise((resolve) => request.write(Buffer.alloc(300_000), resolve));
  request.destroy(new Error("cut off"));
  await isCut;
}

test("R7: an upload without enough disk space is refused, and nothing is stored", async () => {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  const { body: upload } = await restClient(origin).call(
    "POST",
    "/api/logos/upload",
    { fileExtension: "png" },
    { cookie },
  );
  await sql`pragma max_page_count = 1`.execute(app.db);
  const headers = { cookie, "content-type": "image/png" };
  const body = new Uint8Array(pngOfLength(3_000_000));
  const refused = await fetch(upload.uploadURL, { method: "PUT", headers, body });
  expect([refused.status, await refused.json()]).toEqual([507, FULL]);
  const { pathname } = new URL(upload.uploadURL);
  expect((await fetch(origin + pathname.replace("/storage/public/", "/public-objects/"))).status).toBe(404);
});
