import { array, assert, asyncProperty } from "fast-check";
import { expect, test } from "vitest";

import { cleanUp } from "#server/kernel/jobs/cleanup.service.ts";
import { createTeam, actions, performAction } from "#tests/support/busy-team.ts";
import { failMissing, checkRestore, type World } from "#tests/support/checked-undo.ts";
import { quietWork } from "#tests/support/found.ts";
import {
  expectContentsOfVersions,
  expectCorrectCounts,
  replay,
  currentState,
} from "#tests/support/replay.ts";
import { THOROUGH_ON_SERVER } from "#tests/support/thorough.ts";

async function expectConsistency({ app }: World): Promise<void> {
  expect(await replay(app)).toEqual(await currentState(app));
  await expectContentsOfVersions(app);
  await expectCorrectCounts(app);
}

test(
  "restores everything after any deletions, undos, imports and discussions by several people, and records it",
  { timeout: 120_000, ...THOROUGH_ON_SERVER },
  async () => {
    await assert(
      asyncProperty(array(actions, { minLength: 1, maxLength: 40, size: "max" }), async (steps) => {
        const world = await createTeam();
        const { app, people, deletedItems } = world;
        for (const wanted of steps) await performAction(world, wanted);
        await expectConsistency(world);

        const used = await app.db
          .selectFrom("item_versions")
          .select("image")
          .where("image", "is not", null)
          .execute();
        app.advance(29 * 86_400_000);
        expect(await cleanUp(app, quietWork())).not.toHaveProperty("deleted items");
        const images = await app.db.selectFrom("images").select("file").execute();
        expect(new Set(images.map(({ file }) => `/public-objects/logos/${file}`))).toEqual(
          new Set(used.map(({ image }) => image)),
        );

        // A comment is restored after its reading.
        const inOrder = [...deletedItems].toSorted(
          ([, one], [, two]) => Number(one.kind === "comment") - Number(two.kind === "comment"),
        );
        for (const [deletionId] of inOrder) await checkRestore(world, people[2] ?? failMissing(), deletionId);
        expect(await currentState(app)).toMatchObject({ deletions: new Set() });
        expect(await app.db.selectFrom("deleted_rows").selectAll().execute()).toEqual([]);
        const links = await app.db.selectFrom("links").select("id").execute();
        const linked = new Set(links.map(({ id }) => id));
        expect([...world.links].filter((id) => !linked.has(id))).toEqual([]);
        await expectConsistency(world);
      }),
      { numRuns: 40 },
    );
  },
);
