import { linkSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { isMountedFile } from "#db/sqlite/files/lock.ts";
import { hashOf } from "#tests/support/database-files.ts";
import { program, withAda } from "#tests/support/program.ts";
import { signedUp } from "#tests/support/rest-client.ts";
import { canMountDisks, within } from "#tests/support/small-disk.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";

/** Paths of one file, each derived from its first path. */
const PATHS: Record<string, (first: string, folder: string) => string> = {
  "a symbolic link": (first, folder) => {
    symlinkSync(first, join(folder, "link.db"));
    return "link.db";
  },
  "a relative symbolic link to a symbolic link": (_first, folder) => {
    mkdirSync(join(folder, "other"));
    symlinkSync("../data/stackloop.db", join(folder, "other/link.db"));
    symlinkSync("other/link.db", join(folder, "link.db"));
    return "./link.db";
  },
  "a symbolic link to its folder": (first, folder) => {
    symlinkSync(dirname(first), join(folder, "linked"));
    return "linked/stackloop.db";
  },
  "an absolute path": (first) => first,
  "a hard link in another folder": (first, folder) => {
    mkdirSync(join(folder, "other"));
    linkSync(first, join(folder, "other/hard.db"));
    return "other/hard.db";
  },
  "a symbolic link to a hard link": (first, folder) => {
    linkSync(first, join(folder, "hard.db"));
    symlinkSync("hard.db", join(folder, "link.db"));
    return "link.db";
  },
};

const SAMPLES = new Set(["a symbolic link", "a hard link in another folder"]);

for (const [name, makePath] of Object.entries(PATHS)) {
  test(
    `R12: refuses a database served by ${name} to a second server and to restore, and the first continues`,
    thoroughUnless(SAMPLES.has(name)),
    async () => {
      const stackloop = await withAda();
      const first = await stackloop.serve();
      await stackloop.run(["backup", "copy.db"]);
      const DATABASE_URL = `file:${makePath(stackloop.database, stackloop.folder)}`;
      const before = hashOf(stackloop.database);
      for (const command of [["serve"], ["migrate"], ["restore", "copy.db"]]) {
        expect(await stackloop.run(command, { DATABASE_URL })).toMatchObject({
          code: 1,
          stderr: [
            expect.stringContaining(`another StackLoop process (${first.pid}) is already running on `),
          ],
        });
      }
      expect((await stackloop.run(["doctor"], { DATABASE_URL })).stdout).toMatch(
        new RegExp(`server: running as process ${first.pid}\\b`, "u"),
      );
      expect(hashOf(stackloop.database)).toBe(before);
      await signedUp(first.origin, "bob");
      expect(await first.stop("SIGTERM")).toBe(0);
      expect((await stackloop.run(["check"])).code).toBe(0);
    },
  );
}

test.each([["backup", "other.db"], ["check"], ["user", "list"], ["export", "json", "-"]])(
  "R12: refuses %s through a hard link without the latest changes",
  async (...command) => {
    const stackloop = await withAda();
    const { pid } = await stackloop.serve();
    linkSync(stackloop.database, join(stackloop.folder, "hard.db"));
    const { code, stderr } = await stackloop.run(command, { DATABASE_URL: "file:hard.db" });
    expect(code).toBe(1);
    expect(stderr).toEqual([expect.stringContaining(`another StackLoop process (${pid})`)]);
  },
);

test("R12: commands work through a symbolic link while a server runs", async () => {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  await signedUp(server.origin, "bob");
  symlinkSync("data/stackloop.db", join(stackloop.folder, "link.db"));
  const { stdout } = await stackloop.run(["user", "list"], { DATABASE_URL: "file:link.db" });
  expect(stdout).toMatch(/^ada .*\nbob /u);
});

test("R31: a restore through a symbolic link replaces the file, and the link stays", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup", "copy.db"]);
  await stackloop.run(["user", "create", "bob"]);
  const link = join(stackloop.folder, "link.db");
  symlinkSync("data/stackloop.db", link);
  const { code } = await stackloop.run(["restore", "copy.db"], { DATABASE_URL: "file:link.db" });
  expect(code).toBe(0);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect((await stackloop.run(["user", "list"])).stdout).not.toContain("bob");
});

test("creates a database at the target of a symbolic link", async () => {
  const stackloop = program();
  mkdirSync(join(stackloop.folder, "disk"));
  symlinkSync("disk/team.db", join(stackloop.folder, "link.db"));
  expect((await stackloop.run(["migrate"], { DATABASE_URL: "file:link.db" })).code).toBe(0);
  expect(lstatSync(join(stackloop.folder, "disk/team.db")).isFile()).toBe(true);
});

test("R12: refuses a hard link after a kill while the other path has the latest changes", async () => {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  await signedUp(server.origin, "bob");
  await server.stop("SIGKILL");
  const hard = join(stackloop.folder, "hard.db");
  linkSync(stackloop.database, hard);
  const { code, stderr } = await stackloop.run(["serve"], { DATABASE_URL: "file:hard.db" });
  expect(code).toBe(1);
  expect(stderr).toEqual([expect.stringContaining(`-wal; set DATABASE_URL to file:`)]);
  // Moved without its log, it lacks the same changes.
  rmSync(stackloop.database);
  const moved = await stackloop.run(["serve"], { DATABASE_URL: "file:hard.db" });
  expect(moved.stderr).toEqual([expect.stringContaining("without its latest changes")]);
  renameSync(`${stackloop.database}-wal`, `${hard}-wal`);
  const { stdout } = await stackloop.run(["user", "list"], { DATABASE_URL: "file:hard.db" });
  expect(stdout).toContain("bob");
});

test.runIf(canMountDisks)("R12: refuses a database that is mounted as a single file", async () => {
  const stackloop = program((command) =>
    within("mkdir -p data && touch data/stackloop.db && mount --bind team.db data/stackloop.db", command),
  );
  const plain = { DATABASE_URL: "file:team.db" };
  const { folder } = stackloop;
  const creator = await withAda();
  linkSync(creator.database, join(folder, "team.db"));
  const { code, stderr } = await stackloop.run(["serve"]);
  expect(code).toBe(1);
  expect(stderr).toEqual([expect.stringContaining("is mounted as a single file")]);
  expect((await stackloop.run(["user", "list"], plain)).stdout).toContain("ada");
});

test("distinguishes the mount of a file from the mount of its folder", () => {
  const mounts = [
    "36 35 98:0 / / rw,noatime - ext4 /dev/root rw",
    String.raw`37 36 98:0 /x.db /srv/my\040data/stackloop.db rw - ext4 /dev/root rw`,
    "38 36 98:0 /y /srv/other rw - ext4 /dev/root rw",
  ].join("\n");
  expect(isMountedFile("/srv/my data/stackloop.db", mounts)).toBe(true);
  expect(isMountedFile("/srv/other/stackloop.db", mounts)).toBe(false);
});
