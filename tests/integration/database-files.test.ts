import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { program, withAda } from "#tests/support/program.ts";

/** The permissions of everything in a folder, such as 600. */
const rightsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );

describe.skipIf(process.platform === "win32")("database files", () => {
  test("are private to their owner while the server runs, and so are backups", async () => {
    const stackloop = program();
    const server = await stackloop.serve();
    await stackloop.run(["backup"]);
    await stackloop.run(["backup", "saved.db"]);
    const data = dirname(stackloop.database);
    expect(rightsIn(data)).toEqual({
      backups: "700",
      "stackloop.db": "600",
      "stackloop.db-shm": "600",
      "stackloop.db-wal": "600",
      "stackloop.db.lock": "600",
    });
    expect(Object.values(rightsIn(stackloop.backups))).toEqual(["600"]);
    expect(rightsIn(stackloop.folder)).toMatchObject({ data: "700", "saved.db": "600" });

    await server.stop("SIGTERM");
    await stackloop.run(["restore", "saved.db"]);
    expect(new Set(Object.values(rightsIn(data)))).toEqual(new Set(["600", "700"]));
  });

  test("of an earlier version become private at the next start; folders stay unchanged", async () => {
    const stackloop = await withAda();
    await stackloop.run(["backup"]);
    const data = dirname(stackloop.database);
    writeFileSync(`${stackloop.database}.replaced-2026-01-01`, "former");
    for (const folder of [data, stackloop.backups]) {
      chmodSync(folder, 0o755);
      for (const name of readdirSync(folder)) {
        if (statSync(join(folder, name)).isFile()) chmodSync(join(folder, name), 0o644);
      }
    }
    await stackloop.serve();
    const rights = { ...rightsIn(data), ...rightsIn(stackloop.backups) };
    const { backups, ...files } = rights;
    expect(backups).toBe("755");
    expect(Object.keys(files).length).toBeGreaterThan(4);
    expect(new Set(Object.values(files))).toEqual(new Set(["600"]));
  });
});

/** The number of a process that has ended. */
const formerPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

const DONE = ["nightly-2026-01-01T03-00-00.db", "unfinished.db", "saved.unfinished.db"];

test.each([
  ["the next start", (stackloop: Awaited<ReturnType<typeof withAda>>) => stackloop.serve()],
  ["the next backup", (stackloop: Awaited<ReturnType<typeof withAda>>) => stackloop.run(["backup"])],
])("of killed backups are removed after %s, and nothing else", async (_what, next) => {
  const stackloop = await withAda();
  mkdirSync(stackloop.backups, { recursive: true });
  const left = [
    `a.db.backup-${formerPid()}.unfinished`,
    `a.db.backup-${formerPid()}.unfinished-journal`,
    `b.backup-${formerPid()}.unfinished`,
    "nightly-2026-01-02T03-00-00.db.unfinished",
  ];
  const running = `c.db.backup-${process.pid}.unfinished`;
  for (const name of [...left, ...DONE, running]) writeFileSync(join(stackloop.backups, name), name);
  await next(stackloop);
  const names = readdirSync(stackloop.backups);
  expect(names).toEqual(expect.arrayContaining([...DONE, running]));
  expect(names.filter((name) => left.includes(name))).toEqual([]);
});

test("of a killed restore are removed at the next start", async () => {
  const stackloop = await withAda();
  writeFileSync(`${stackloop.database}.incoming`, "half of a database");
  await stackloop.serve();
  expect(existsSync(`${stackloop.database}.incoming`)).toBe(false);
});
