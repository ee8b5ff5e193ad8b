import { describe, expect, test } from "vitest";

import {
  addComment,
  editComment,
  listComments,
  mentionablePeople,
  removeComment,
} from "#server/features/comments/comments.service.ts";
import {
  countOpen,
  findWatchLevel,
  listEntries,
  setAllDone,
  setDone,
  setWatchLevel,
} from "#server/features/inbox/inbox.service.ts";
import { editPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { removeTool } from "#server/features/tools/tools.service.ts";
import { editUser } from "#server/features/users/account-state.service.ts";
import { decide, remindOfVerdicts } from "#server/features/verdicts/decisions.service.ts";
import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { cleanUp } from "#server/kernel/jobs/cleanup.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { WatchOf } from "#shared/inbox/inbox.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";
import {
  addSamplePrompt,
  addSampleReading,
  addSampleTool,
  type Team,
  team,
} from "#tests/support/deletion-team.ts";
import { quietWork } from "#tests/support/found.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

interface Room extends Team {
  tool: ItemRef;
  toolId: string;
  postComment(by: User, content: string, parentId?: string | null): Promise<string>;
  /** A user's open entries, latest first, as reason and text. */
  inboxOf(user: User, tab?: "open" | "done"): Promise<string[]>;
}

/** Ada added a tool. */
async function room(): Promise<Room> {
  const here = await team();
  const { id: toolId } = await addSampleTool(here);
  const tool: ItemRef = `tool:${toolId}`;
  return {
    ...here,
    tool,
    toolId,
    postComment: async (by, content, parentId = null) =>
      (await addComment(here.app, by, { ref: tool, content, parentId })).id,
    inboxOf: (user, tab = "open") => inboxOf(here.app, user, tab),
  };
}

const inboxOf = async (app: TestApp, user: User, tab: "open" | "done") =>
  (await listEntries(app, user, { tab })).items.map(({ reason, text }) => `${reason}: ${text}`);

const watch = (app: TestApp, user: User, ref: WatchOf["ref"], level: "watch" | "mute" | null) =>
  setWatchLevel(app, user, { ref, level });

describe("an entry", () => {
  test("has the first reason that applies, once per event", async () => {
    const { app, ada, bob, grace, tool, postComment, inboxOf: inbox } = await room();
    const first = await postComment(bob, "Whales");
    await postComment(grace, "@ada and @bob: sing", first);
    await postComment(ada, "They do", first);
    await watch(app, grace, tool, "watch");
    await postComment(bob, "Loud");
    expect(await inbox(ada)).toEqual(["yours: Loud", "mentioned: @ada and @bob: sing", "yours: Whales"]);
    expect(await inbox(bob)).toEqual(["replied: They do", "mentioned: @ada and @bob: sing"]);
    expect(await inbox(grace)).toEqual(["discussed: Loud", "discussed: They do"]);
  });

  test("shows a comment without its quotations and Markdown", async () => {
    const { ada, bob, postComment, inboxOf: inbox } = await room();
    await postComment(bob, "> Whales\n\nWhich **ones**?\n\n- `blue`\n- [grey](https://a.example)");
    await postComment(bob, "> Whales");
    expect(await inbox(ada)).toEqual(["yours: > Whales", "yours: Which ones? blue grey"]);
  });

  test("names the author, the item and the comment", async () => {
    const { app, ada, bob, tool, toolId, postComment } = await room();
    const commentId = await postComment(bob, `Whales  sing\n${"a".repeat(400)}`);
    const { items, nextCursor } = await listEntries(app, ada, { tab: "open" });
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      {
        reason: "yours",
        at: app.now().toISOString(),
        doneAt: null,
        actor: { id: bob.id, username: "bob" },
        item: {
          ref: tool,
          kind: "tool",
          title: "Claude",
          href: `/dashboard?tool=${toolId}&comment=${commentId}`,
        },
        commentId,
        isMuted: false,
      },
    ]);
    expect(items[0]?.text).toMatch(/^Whales sing a{287}…$/u);
  });

  test("reports verdicts and versions of a watched item, and new readings of a watched topic", async () => {
    const here = await team();
    const { app, ada, bob, grace } = here;
    const { id: toolId } = await addSampleTool(here);
    const { id: promptId } = await addSamplePrompt(here);
    await addReading(app, ada, newReadingSchema.parse({ title: "One", author: "A", topic: "Evals" }));
    await watch(app, bob, `tool:${toolId}`, "watch");
    await watch(app, bob, `prompt:${promptId}`, "watch");
    await watch(app, bob, "topic:EVALS", "watch");
    const reading = { title: "Two", author: "A", topic: "evals" };
    const { id: readingId } = await addReading(app, ada, newReadingSchema.parse(reading));
    await decide(app, grace, decisionSchema.parse({ toolId, ring: "adopt", reason: "Good" }));
    await editPrompt(app, ada, { id: promptId, prompt: "Act as a whale", note: null });
    await addComment(app, ada, { ref: `reading:${readingId}`, content: "Read it", parentId: null });
    expect(await inboxOf(app, bob, "open")).toEqual([
      "watched: Read it",
      expect.stringMatching(/^watched: changed the prompt Guide: /u),
      "watched: moved Claude to Adopt",
      "watched: added the reading Two",
    ]);
    await watch(app, bob, `prompt:${promptId}`, null);
    await editPrompt(app, ada, { id: promptId, prompt: "Act as a guide", note: null });
    expect((await countOpen(app, bob)).open).toBe(4);
  });

  test("asks the author of a verdict for a review", async () => {
    const { app, ada, grace, toolId, inboxOf: inbox } = await room();
    const fields = { toolId, ring: "trial", reason: "Try", lookAgainOn: "2026-11-22" };
    await decide(app, grace, decisionSchema.parse(fields));
    app.advance(3 * 86_400_000);
    await remindOfVerdicts(app, quietWork());
    await remindOfVerdicts(app, quietWork());
    expect(await inbox(grace)).toEqual(["review: asked to review Claude"]);
    expect(await inbox(ada)).toEqual([]);
  });

  test("is only for mentions once the item is muted", async () => {
    const { app, ada, bob, tool, postComment } = await room();
    await watch(app, ada, tool, "mute");
    await postComment(bob, "Whales");
    await postComment(bob, "Hello @ada");
    expect((await listEntries(app, ada, { tab: "open" })).items).toMatchObject([
      { reason: "mentioned", isMuted: true },
    ]);
    expect(await findWatchLevel(app, ada, { ref: tool })).toEqual({ level: "mute" });
  });

  test("is not written for disabled accounts", async () => {
    const { app, ada, bob, grace, tool, postComment, inboxOf: inbox } = await room();
    await postComment(bob, "Whales");
    await editUser(app, grace, { id: bob.id, disabled: true });
    await postComment(ada, "Sing, @bob");
    const { items } = await listComments(app, { ref: tool });
    expect(items.map(({ mentions }) => mentions)).toEqual([[], []]);
    expect(await inbox(bob)).toEqual([]);
  });
});

describe("mentions", () => {
  test("are listed with positions and present names", async () => {
    const { app, ada, bob, grace, tool, postComment } = await room();
    await postComment(bob, "🐋 @ada, `@grace` and @Grace and @nobody");
    await editUser(app, grace, { id: ada.id, username: "countess" });
    const [comment] = (await listComments(app, { ref: tool })).items;
    expect(comment?.mentions).toEqual([
      { start: 3, length: 4, userId: ada.id, username: "countess", displayName: "countess" },
      { start: 22, length: 6, userId: grace.id, username: "grace", displayName: "grace" },
    ]);
  });

  test("notify once when an edit adds them, and lose their entry when an edit removes them", async () => {
    const { app, ada, bob, grace, postComment, inboxOf: inbox } = await room();
    const id = await postComment(bob, "Whales @ada");
    await editComment(app, bob, { id, content: "Whales @ada @grace" });
    await editComment(app, bob, { id, content: "Whales, @ada @grace" });
    expect(await inbox(grace)).toEqual(["mentioned: Whales, @ada @grace"]);
    const [entry] = (await listEntries(app, grace, { tab: "open" })).items;
    await setDone(app, grace, { seq: entry?.seq ?? 0, isDone: true });
    await editComment(app, bob, { id, content: "Whales" });
    // The comment is still on her tool.
    expect(await inbox(ada)).toEqual(["yours: Whales"]);
    await editComment(app, bob, { id, content: "Whales @grace" });
    expect([await inbox(grace), await inbox(grace, "done")]).toEqual([[], ["mentioned: Whales @grace"]]);
  });

  test("are limited to 20 people in a comment", async () => {
    const { app, bob, tool, postComment } = await room();
    for (let n = 0; n < 21; n += 1) await buildPerson(app, `person${n}`);
    const names = Array.from({ length: 21 }, (_, n) => `@person${n}`);
    await expect(postComment(bob, names.join(" "))).rejects.toThrow(
      "Mention at most 20 people in a comment. This one mentions 21.",
    );
    await postComment(bob, names.slice(1).join(" "));
    expect((await listComments(app, { ref: tool })).items[0]?.mentions).toHaveLength(20);
  });

  test("are limited to 60 an hour for each person", async () => {
    const { app, origin } = await testServer({ RATE_LIMITS: "on" });
    const ada = await buildPerson(app, "ada");
    for (let n = 0; n < 20; n += 1) await buildPerson(app, `person${n}`);
    const { call } = restClient(origin);
    const reading = { title: "Emma", author: "Austen" };
    const { body } = await call("POST", "/api/readings", reading, { cookie: ada.cookie });
    const postComment = (content: string) =>
      call("POST", `/api/readings/${body.id}/comments`, { content }, { cookie: ada.cookie });
    const everybody = Array.from({ length: 20 }, (_, n) => `@person${n}`).join(" ");
    for (let n = 0; n < 3; n += 1) expect((await postComment(everybody)).status).toBe(201);
    const refused = await postComment("@person1");
    expect([refused.status, refused.body.message]).toEqual([
      429,
      "You have mentioned many people in a short time. Try again in 60 minutes.",
    ]);
    expect((await postComment("Nobody, and @ada")).status).toBe(201);
  });

  test("are offered by the beginning of a word, people in the discussion first", async () => {
    const { app, ada, bob, grace, tool, postComment } = await room();
    await app.db.updateTable("users").set({ displayName: "Anna Gray" }).where("id", "=", bob.id).execute();
    await buildPerson(app, "greta");
    await postComment(grace, "Whales");
    const offer = async (query: string) =>
      (await mentionablePeople(app, ada, { ref: tool, query })).people.map(({ username }) => username);
    expect(await offer("GR")).toEqual(["grace", "bob", "greta"]);
    expect(await offer("anna g")).toEqual(["bob"]);
    expect(await offer("ray")).toEqual([]);
    await editUser(app, grace, { id: bob.id, disabled: true });
    expect(await offer("")).toEqual(["grace", "greta"]);
    const unknown = { ref: "tool:unknown", query: "" } as const;
    await expect(mentionablePeople(app, ada, unknown)).rejects.toThrow("Tool not found");
  });

  test("stay with a deleted comment until it is deleted for good", async () => {
    const { app, bob, postComment } = await room();
    const id = await postComment(bob, "Hello @ada");
    await removeComment(app, bob, { id });
    await cleanUp(app, quietWork());
    const stored = () => app.db.selectFrom("comment_mentions").select("commentId").execute();
    expect(await stored()).toEqual([{ commentId: id }]);
    app.advance(365 * 86_400_000);
    await cleanUp(app, quietWork());
    expect(await stored()).toEqual([]);
  });
});

describe("deleting", () => {
  test("a comment deletes its entries, and Undo restores them unchanged", async () => {
    const { app, ada, bob, grace, postComment, inboxOf: inbox } = await room();
    const id = await postComment(bob, "Hello @ada @grace");
    await setAllDone(app, grace);
    const { deletionId } = await removeComment(app, bob, { id });
    expect([await inbox(ada), await inbox(grace, "done")]).toEqual([[], []]);
    await restoreDeletion(app, bob, { id: deletionId });
    expect([await inbox(ada), await inbox(grace), await inbox(grace, "done")]).toEqual([
      ["mentioned: Hello @ada @grace"],
      [],
      ["mentioned: Hello @ada @grace"],
    ]);
  });

  test("an item deletes its entries and watches, and Undo restores them", async () => {
    const { app, ada, bob, grace, tool, toolId, postComment, inboxOf: inbox } = await room();
    await postComment(bob, "Hello @ada");
    await watch(app, grace, tool, "watch");
    const { deletionId } = await removeTool(app, ada, { id: toolId });
    await app.pendingWork.idle();
    expect([await inbox(ada), (await countOpen(app, ada)).open]).toEqual([[], 0]);
    await expect(findWatchLevel(app, grace, { ref: tool })).rejects.toThrow("Tool not found");
    await restoreDeletion(app, ada, { id: deletionId });
    await app.pendingWork.idle();
    expect(await inbox(ada)).toEqual(["mentioned: Hello @ada"]);
    expect(await findWatchLevel(app, grace, { ref: tool })).toEqual({ level: "watch" });
  });
});

describe("the inbox", () => {
  test("has pages of 50, latest first, and counts up to 100", async () => {
    const { app, ada, bob, postComment } = await room();
    const id = await postComment(bob, "Whales");
    const { items } = await listEntries(app, ada, { tab: "open" });
    const seq = items[0]?.seq ?? 0;
    const event = await app.db
      .selectFrom("events")
      .selectAll()
      .where("seq", "=", seq)
      .executeTakeFirstOrThrow();
    for (let n = 0; n < 120; n += 1) {
      const { seq: _seq, ...copy } = event;
      await app.db.insertInto("events").values(copy).execute();
    }
    const entry = await app.db.selectFrom("inbox_entries").selectAll().executeTakeFirstOrThrow();
    const events = await app.db.selectFrom("events").select("seq").where("seq", ">", seq).execute();
    await app.db
      .insertInto("inbox_entries")
      .values(events.map(({ seq: eventSeq }) => ({ ...entry, eventSeq })))
      .execute();
    expect(await countOpen(app, ada)).toEqual({ open: 100 });
    const seqs: number[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await listEntries(app, ada, { tab: "open", ...(cursor !== undefined && { cursor }) });
      sizes.push(page.items.length);
      seqs.push(...page.items.map((each) => each.seq));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(sizes).toEqual([50, 50, 21]);
    expect(seqs).toEqual([...seqs].toSorted((one, other) => other - one));
    await setAllDone(app, ada);
    expect(await countOpen(app, ada)).toEqual({ open: 0 });
    expect((await listEntries(app, ada, { tab: "done", limit: 1 })).items).toMatchObject([{ commentId: id }]);
    app.advance(91 * 86_400_000);
    await cleanUp(app, quietWork());
    expect(await app.db.selectFrom("inbox_entries").select("eventSeq").execute()).toEqual([]);
  });

  test("marks single entries as done and opens them again", async () => {
    const { app, ada, bob, postComment, inboxOf: inbox } = await room();
    await postComment(bob, "Whales");
    const [entry] = (await listEntries(app, ada, { tab: "open" })).items;
    const seq = entry?.seq ?? 0;
    await setDone(app, ada, { seq, isDone: true });
    expect([await inbox(ada), await inbox(ada, "done")]).toEqual([[], ["yours: Whales"]]);
    await setDone(app, ada, { seq, isDone: false });
    expect(await inbox(ada)).toEqual(["yours: Whales"]);
    await expect(setDone(app, bob, { seq, isDone: true })).rejects.toThrow("Entry not found");
  });

  test.each(["watch", "discuss"])("reaches more than 200 people who %s in the background", async (does) => {
    const { app, ada, bob, tool, toolId, postComment } = await room();
    const people = Array.from({ length: 250 }, (_, n) => ({
      id: `user-${n}`,
      username: `user${n}`,
      usernameFolded: `user${n}`,
      password: "-",
      role: "user" as const,
      createdAt: "",
      updatedAt: "",
      email: null,
      firstName: null,
      lastName: null,
      displayName: null,
    }));
    await app.db.insertInto("users").values(people).execute();
    const ids = people.map(({ id }) => id);
    const written = { createdAt: "", updatedAt: "", parentId: null, deletedAt: null, content: "Hm" };
    await (
      does === "watch"
        ? app.db
            .insertInto("watches")
            .values(ids.map((userId) => ({ userId, kind: "tool", itemId: toolId, level: "watch" })))
        : app.db.insertInto("comments").values(
            [...ids, bob.id].map((userId) => ({
              id: userId,
              kind: "tool",
              itemId: toolId,
              userId,
              ...written,
            })),
          )
    ).execute();
    await watch(app, bob, tool, "watch");
    await postComment(bob, "Whales");
    app.pendingWork.start();
    await app.pendingWork.idle();
    const entries = await app.db.selectFrom("inbox_entries").select(["userId", "reason"]).execute();
    expect(new Set(entries.map(({ userId }) => userId))).toEqual(new Set([ada.id, ...ids]));
    expect(entries.find(({ userId }) => userId === ada.id)?.reason).toBe("yours");
    expect(await app.db.selectFrom("inbox_queue").selectAll().execute()).toEqual([]);
  });
});

test("unknown items and topics can't be watched", async () => {
  const here = await team();
  await addSampleReading(here);
  await expect(watch(here.app, here.ada, "prompt:unknown", "watch")).rejects.toThrow("Prompt not found");
  await expect(watch(here.app, here.ada, "topic:Unknown", "mute")).rejects.toThrow("Topic not found");
});
