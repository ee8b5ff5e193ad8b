import { type Arbitrary, array, assert, constantFrom, integer, nat, property, record } from "fast-check";
import { expect, test } from "vitest";

import type { EventVerb } from "#shared/kernel/events.ts";
import type { EventDetail } from "#shared/kernel/ledger.ts";
import { comment, type ShortEvent, eventsOf, reader } from "#tests/support/digest-events.ts";

import { digest, rankedLines } from "./digest.ts";
import type { DigestEvent } from "./item-activity.ts";

/** Random actions in a possible order: only existing items change. */
const step = record({
  who: constantFrom("me", "Ada", "Bob", "Cleo"),
  what: constantFrom(
    "add",
    "edit",
    "delete",
    "restore",
    "comment",
    "uncomment",
    "import",
    "find",
    "revert",
    "decide",
    "vote",
    "link",
  ),
  item: nat(25),
  size: integer({ min: 1, max: 4 }),
});
const steps = array(step, { maxLength: 80, size: "max" });
type Step = typeof step extends Arbitrary<infer Value> ? Value : never;

function ledgerOf(taken: readonly Step[]): DigestEvent[] {
  const state = new Map<string, "there" | "gone">();
  const comments = new Set<string>();
  const deeds: ShortEvent[] = [];
  // Half of the items existed before.
  for (let number = 0; number < 13; number += 1) state.set(`item ${number}`, "there");
  for (const [index, { who, what, item: number, size }] of taken.entries()) {
    const item = `item ${number}`;
    const is = state.get(item);
    const kind = number % 2 === 0 ? "reading" : "tool";
    const act = (verb: EventVerb, detail: EventDetail = {}) => deeds.push([who, verb, item, detail, kind]);
    if (what === "add" && is === undefined) {
      act("added");
      state.set(item, "there");
    }
    if (what === "import")
      for (let row = 0; row < size; row += 1)
        deeds.push([who, "added", `row ${index}.${row}`, { import: `import ${index}` }, "tool"]);
    if (what === "find") deeds.push([who, "fetched", `run ${index}`, { count: size }, "paper"]);
    if (what === "restore" && is === "gone") {
      act("restored", { deletion: "d" });
      state.set(item, "there");
    }
    if (is !== "there") continue;
    if (what === "edit") act("edited", { fields: ["notes"] });
    if (what === "revert") act("restored", { from: 1, fields: ["notes"] });
    if (what === "delete") {
      act("deleted");
      state.set(item, "gone");
    }
    // People who decide or link have seen earlier decisions or links, which are no longer shown.
    if (kind === "tool" && what === "decide" && who !== "me")
      act("decided", { ringFrom: null, ringTo: "trial" });
    if (what === "link" && who !== "me")
      act("linked", { other: { kind: "prompt", id: `${size}` }, change: "added" });
    if (kind === "tool" && what === "vote") act("voted", { ringFrom: null, ringTo: "adopt" });
    if (kind !== "reading") continue;
    if (what === "comment") {
      comments.add(`${item}/${size}`);
      act("commented", comment(`${item}/${size}`));
    }
    if (what === "uncomment" && comments.delete(`${item}/${size}`))
      act("commented", comment(`${item}/${size}`, "deleted"));
  }
  return eventsOf(deeds);
}

test("shows at most twelve lines, no own changes and no duplicates, for any events", () => {
  assert(
    property(steps, (taken) => {
      const events = ledgerOf(taken);
      const bySeq = new Map(events.map((event) => [event.seq, event]));
      const { lines, more } = digest(events, reader);
      expect(lines.length).toBeLessThanOrEqual(12);
      expect(more === 0 || lines.length === 12).toBe(true);
      const seqs = lines.flatMap((line) => line.seqs);
      expect(new Set(seqs).size).toBe(seqs.length);
      expect(seqs.filter((seq) => bySeq.get(seq)?.actorId === "me")).toEqual([]);
      for (const line of lines) {
        expect(line.actorIds).not.toContain("me");
        expect(line.at).toBe(bySeq.get(line.seqs.at(-1) ?? 0)?.at);
      }
    }),
  );
});

test("shows or counts all changes by others to existing items, for any events", () => {
  assert(
    property(steps, (taken) => {
      const events = ledgerOf(taken);
      const lines = rankedLines(events, reader);
      const { lines: shown, more } = digest(events, reader);
      expect([...shown, ...lines.slice(shown.length)]).toEqual(lines);
      expect(shown.length + more).toBe(lines.length);
      const seqs = new Set(lines.flatMap((line) => line.seqs));
      const wereTaken = new Set(
        events.flatMap(({ verb, itemId, detail }) => {
          if (detail.change === "deleted") return detail.comment ?? "";
          return verb === "deleted" ? itemId : [];
        }),
      );
      const lost = events.filter(
        ({ actorId, itemId, detail, seq }) =>
          actorId !== "me" &&
          !wereTaken.has(itemId) &&
          !wereTaken.has(detail.comment ?? "") &&
          !seqs.has(seq),
      );
      expect(lost).toEqual([]);
    }),
  );
});

test("is not affected by the reader's own edits", () => {
  assert(
    property(steps, (taken) => {
      const events = ledgerOf(taken);
      const withoutOwnEdits = events.filter(
        ({ actorId, verb, detail }) => actorId !== "me" || (verb !== "edited" && detail.from === undefined),
      );
      expect(digest(withoutOwnEdits, reader)).toEqual(digest(events, reader));
    }),
  );
});
