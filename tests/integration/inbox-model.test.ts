import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
  uniqueArray,
} from "fast-check";
import { expect, test } from "vitest";

import type { App } from "#server/app.ts";
import { addComment, editComment, removeComment } from "#server/features/comments/comments.service.ts";
import { listEntries, setDone, setWatchLevel } from "#server/features/inbox/inbox.service.ts";
import { addReading, removeReading } from "#server/features/readings/readings.service.ts";
import { addTool, removeTool } from "#server/features/tools/tools.service.ts";
import { editUser } from "#server/features/users/account-state.service.ts";
import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { WatchLevel } from "#shared/inbox/inbox-words.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { appInOtherProcess } from "#tests/support/app-in-other-process.ts";
import { buildPerson } from "#tests/support/people.ts";
import { testApp } from "#tests/support/test-app.ts";
import { isOnServer } from "#tests/support/test-database.ts";
import { THOROUGH } from "#tests/support/thorough.ts";

type Watched = "tool" | "reading" | "topic";

const PEOPLE = 4;
const person = nat(PEOPLE - 1);
const names = uniqueArray(person, { maxLength: 2 });
const isTool = boolean();
const does = <const Name extends string>(name: Name) => constant(name);

/** People's actions. Numbers choose among the existing items. */
const action = oneof(
  { weight: 5, arbitrary: record({ does: does("add"), by: person, isTool, parent: nat(9), names }) },
  { weight: 3, arbitrary: record({ does: does("edit"), comment: nat(99), names }) },
  { weight: 2, arbitrary: record({ does: does("delete"), comment: nat(99) }) },
  { weight: 2, arbitrary: record({ does: does("undo"), deletion: nat(99) }) },
  { weight: 1, arbitrary: record({ does: does("delete item"), isTool }) },
  {
    weight: 2,
    arbitrary: record({
      does: does("watch"),
      by: person,
      what: constantFrom<Watched[]>("tool", "reading", "topic"),
      level: constantFrom<(WatchLevel | null)[]>("watch", "mute", null),
    }),
  },
  { weight: 1, arbitrary: record({ does: does("switch"), whom: person }) },
  { weight: 1, arbitrary: record({ does: does("done"), by: person, entry: nat(99), isDone: boolean() }) },
);
const step = record({ action, runsInOtherProcess: boolean() });
type Action = typeof action extends Arbitrary<infer Value> ? Value : never;

interface ModelComment {
  id: string;
  by: number;
  isTool: boolean;
  parent: ModelComment | null;
  names: Set<number>;
  isThere: boolean;
}

interface ModelEntry {
  who: number;
  reason: string;
  comment: ModelComment;
  isOfEdit: boolean;
  isDone: boolean;
}

interface ModelDeletion {
  id: string;
  by: number;
  /** Null for an item. */
  comment: ModelComment | null;
  isTool: boolean;
  entries: ModelEntry[];
  watches: [string, WatchLevel][];
}

/** The expected inboxes, by the simplest possible rules. */
class Model {
  comments: ModelComment[] = [];
  entries: ModelEntry[] = [];
  deletions: ModelDeletion[] = [];
  watches = new Map<string, WatchLevel>();
  disabled = new Set<number>();
  /** Tool and reading. */
  isDeleted = { tool: false, reading: false };

  /** Returns the first reason for a person's entry about a comment, except mentions. */
  reasonOf(who: number, comment: ModelComment): string | undefined {
    const item = comment.isTool ? "tool" : "reading";
    const level =
      this.watches.get(`${who} ${item}`) ?? (comment.isTool ? undefined : this.watches.get(`${who} topic`));
    if (who === comment.by || this.disabled.has(who) || level === "mute") return undefined;
    if (comment.parent?.by === who) return "replied";
    if (who === (comment.isTool ? 0 : 1)) return "yours";
    const isDiscussing = this.comments.some(
      ({ by, isTool: ofTool, isThere }) => by === who && ofTool === comment.isTool && isThere,
    );
    if (isDiscussing) return "discussed";
    const isWatching = [item, ...(comment.isTool ? [] : ["topic"])].some(
      (what) => this.watches.get(`${who} ${what}`) === "watch",
    );
    return isWatching ? "watched" : undefined;
  }

  add(comment: ModelComment): void {
    this.comments.push(comment);
    for (let who = 0; who < PEOPLE; who += 1) {
      const isMentioned = comment.names.has(who) && who !== comment.by;
      const reason = isMentioned ? "mentioned" : this.reasonOf(who, comment);
      if (reason !== undefined) this.entries.push({ who, reason, comment, isOfEdit: false, isDone: false });
    }
  }

  edit(comment: ModelComment, mentioned: Set<number>): void {
    for (const entry of this.entries.filter(
      ({ who, comment: of, reason, isDone }) =>
        of === comment && reason === "mentioned" && !isDone && comment.names.has(who) && !mentioned.has(who),
    )) {
      const reason = entry.isOfEdit ? undefined : this.reasonOf(entry.who, comment);
      if (reason === undefined) this.entries.splice(this.entries.indexOf(entry), 1);
      else entry.reason = reason;
    }
    for (const who of mentioned) {
      const isNotified = this.entries.some(
        ({ who: whose, comment: of, reason }) => whose === who && of === comment && reason === "mentioned",
      );
      if (!comment.names.has(who) && !isNotified && who !== comment.by)
        this.entries.push({ who, reason: "mentioned", comment, isOfEdit: true, isDone: false });
    }
    comment.names = mentioned;
  }

  /** Removes the entries that a deletion hides. */
  hide(isHidden: (entry: ModelEntry) => boolean): ModelEntry[] {
    const hidden = this.entries.filter(isHidden);
    this.entries = this.entries.filter((entry) => !hidden.includes(entry));
    return hidden;
  }
}

const pick = <One>(list: readonly One[], number: number): One | undefined =>
  list.length === 0 ? undefined : list[number % list.length];

async function room() {
  const here = await testApp();
  const other = await appInOtherProcess(here);
  const people: User[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push((await buildPerson(here, `person${n}`)).user);
  const { user: admin } = await buildPerson(here, "grace", "admin");
  return { here, other, people, admin };
}
type Room = Awaited<ReturnType<typeof room>>;

/** Performs actions in the product and the model, and compares all inboxes. */
class Play {
  readonly #room: Room;
  readonly #model = new Model();
  #refs: Record<"tool" | "reading", ItemRef> = { tool: "tool:x", reading: "reading:x" };
  #topic = "";
  #text = 0;

  constructor(where: Room) {
    this.#room = where;
  }

  #person(number: number): User {
    const user = this.#room.people[number];
    if (!user) throw new Error(`there is no person ${number}`);
    return user;
  }

  async start(number: number): Promise<void> {
    const { here } = this.#room;
    for (const table of ["inbox_entries", "watches", "comment_mentions", "comments", "deleted_rows"] as const)
      await here.db.deleteFrom(table).execute();
    await here.db.updateTable("users").set({ disabledAt: null }).execute();
    this.#topic = `Topic ${number}`;
    const tool = await addTool(here, this.#person(0), newToolSchema.parse({ name: `Tool ${number}` }));
    const fields = { title: `Reading ${number}`, author: "A", topic: this.#topic };
    const reading = await addReading(here, this.#person(1), newReadingSchema.parse(fields));
    this.#refs = { tool: `tool:${tool.id}`, reading: `reading:${reading.id}` };
  }

  async run(action_: Action, runsInOtherProcess: boolean): Promise<void> {
    const app: App = runsInOtherProcess ? this.#room.other : this.#room.here;
    await app.database.catchUp?.run();
    await this.#run(app, action_);
  }

  async #run(app: App, one: Action): Promise<void> {
    const model = this.#model;
    const there = model.comments.filter(
      ({ isThere, isTool: ofTool }) => isThere && !model.isDeleted[ofTool ? "tool" : "reading"],
    );
    switch (one.does) {
      case "add": {
        if (model.isDeleted[one.isTool ? "tool" : "reading"] || model.disabled.has(one.by)) return;
        const parents = [null, ...there.filter((comment) => comment.isTool === one.isTool)];
        const parent = pick(parents, one.parent) ?? null;
        const { id } = await addComment(app, this.#person(one.by), {
          ref: this.#refs[one.isTool ? "tool" : "reading"],
          content: this.#words(one.names),
          parentId: parent?.id ?? null,
        });
        model.add({
          id,
          by: one.by,
          isTool: one.isTool,
          parent,
          names: this.#known(one.names),
          isThere: true,
        });
        return;
      }
      case "edit": {
        const comment = pick(there, one.comment);
        if (!comment) return;
        await editComment(app, this.#person(comment.by), { id: comment.id, content: this.#words(one.names) });
        model.edit(comment, this.#known(one.names));
        return;
      }
      case "delete": {
        const comment = pick(there, one.comment);
        if (!comment) return;
        const { deletionId: id } = await removeComment(app, this.#person(comment.by), { id: comment.id });
        comment.isThere = false;
        const entries = model.hide((entry) => entry.comment === comment);
        model.deletions.push({ id, by: comment.by, comment, isTool: comment.isTool, entries, watches: [] });
        return;
      }
      case "delete item": {
        const item = one.isTool ? "tool" : "reading";
        if (model.isDeleted[item]) return;
        const removal = { id: this.#refs[item].slice(item.length + 1) };
        const { deletionId: id } = await (one.isTool ? removeTool : removeReading)(
          app,
          this.#person(2),
          removal,
        );
        await app.pendingWork.idle();
        model.isDeleted[item] = true;
        const entries = model.hide(({ comment }) => comment.isTool === one.isTool);
        const watches = [...model.watches].filter(([key]) => key.endsWith(` ${item}`));
        for (const [key] of watches) model.watches.delete(key);
        model.deletions.push({ id, by: 2, comment: null, isTool: one.isTool, entries, watches });
        return;
      }
      case "undo": {
        const possible = model.deletions.filter(
          ({ comment, isTool: ofTool }) => comment === null || !model.isDeleted[ofTool ? "tool" : "reading"],
        );
        const deletion = pick(possible, one.deletion);
        if (!deletion) return;
        await restoreDeletion(app, this.#person(deletion.by), { id: deletion.id });
        await app.pendingWork.idle();
        model.deletions.splice(model.deletions.indexOf(deletion), 1);
        if (deletion.comment) deletion.comment.isThere = true;
        else model.isDeleted[deletion.isTool ? "tool" : "reading"] = false;
        model.entries.push(...deletion.entries);
        for (const [key, level] of deletion.watches) model.watches.set(key, level);
        return;
      }
      case "watch": {
        const what: Watched = one.what;
        if (model.isDeleted[what === "topic" ? "reading" : what]) return;
        const ref = what === "topic" ? (`topic:${this.#topic}` as const) : this.#refs[what];
        await setWatchLevel(app, this.#person(one.by), { ref, level: one.level });
        if (one.level === null) model.watches.delete(`${one.by} ${what}`);
        else model.watches.set(`${one.by} ${what}`, one.level);
        return;
      }
      case "switch": {
        const isDisabled = model.disabled.has(one.whom);
        await editUser(app, this.#room.admin, { id: this.#person(one.whom).id, disabled: !isDisabled });
        if (isDisabled) model.disabled.delete(one.whom);
        else model.disabled.add(one.whom);
        return;
      }
      default: {
        const entry = pick(
          model.entries.filter(({ who, isDone }) => who === one.by && isDone !== one.isDone),
          one.entry,
        );
        if (!entry) return;
        const seq = await this.#seqOf(app, entry);
        await setDone(app, this.#person(one.by), { seq, isDone: one.isDone });
        entry.isDone = one.isDone;
      }
    }
  }

  async #seqOf(app: App, { who, comment, reason, isDone }: ModelEntry): Promise<number> {
    const page = await listEntries(app, this.#person(who), { tab: isDone ? "done" : "open", limit: 500 });
    // No two entries of a person have the same reason and comment.
    return page.items.find((each) => each.commentId === comment.id && each.reason === reason)?.seq ?? 0;
  }

  /** A new text, so that each edit changes it. */
  #words(mentioned: readonly number[]): string {
    this.#text += 1;
    return [`Text ${this.#text}`, ...mentioned.map((number) => `@person${number}`)].join(" ");
  }

  /** Returns the people mentioned in a text, without disabled accounts. */
  #known(mentioned: readonly number[]): Set<number> {
    return new Set(mentioned.filter((number) => !this.#model.disabled.has(number)));
  }

  /** Returns all entries of the product and of the model, sorted. */
  async readBoth(): Promise<[found: string[], expected: string[]]> {
    const found: string[] = [];
    for (const [who, user] of this.#room.people.entries())
      for (const tab of ["open", "done"] as const)
        for (const { reason, commentId } of (await listEntries(this.#room.here, user, { tab, limit: 500 }))
          .items)
          found.push(`${who} ${tab} ${reason} ${commentId}`);
    const expected = this.#model.entries.map(
      ({ who, isDone, reason, comment }) => `${who} ${isDone ? "done" : "open"} ${reason} ${comment.id}`,
    );
    return [found.toSorted(), expected.toSorted()];
  }
}

async function playAll(
  numRuns: number,
  compare: (found: readonly string[], expected: readonly string[]) => void,
): Promise<void> {
  const where = await room();
  let number = 0;
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 14, size: "max" }), async (steps) => {
      const play = new Play(where);
      await play.start((number += 1));
      for (const { action: one, runsInOtherProcess } of steps) await play.run(one, runsInOtherProcess);
      compare(...(await play.readBoth()));
    }),
    { numRuns },
  );
}

test("after any actions, on two servers, each inbox has the expected entries once", async () => {
  await playAll(isOnServer() ? 8 : 200, (found, expected) => {
    expect(found).toEqual(expected);
  });
}, 60_000);

test(
  "each inbox has the expected entries once after 10,000 sequences",
  { timeout: 3_600_000, ...THOROUGH },
  async () => {
    await playAll(10_000, (found, expected) => {
      expect(found).toEqual(expected);
    });
  },
);
