import { expect, test } from "vitest";

import type { RunOutcome } from "#shared/operations/jobs.ts";

import { outcomeToast } from "./outcome-words.ts";

const outcome = (changes: Partial<RunOutcome> = {}): RunOutcome => ({
  job: "news.fetch",
  state: "succeeded",
  counts: { tools: 3, feeds: 12, answered: 14, added: 0 },
  error: null,
  failedSources: 0,
  ...changes,
});
const newsCounts = (added: number, answered = 14) => ({ tools: 3, feeds: 12, answered, added });

test("counts the results", () => {
  expect(outcomeToast(outcome({ counts: newsCounts(12) }), false)).toEqual({
    tone: "success",
    title: "News Updated",
    text: "12 new articles.",
  });
  expect(outcomeToast(outcome({ job: "papers.fetch", counts: newsCounts(1) }), true).text).toBe(
    "1 new paper.",
  );
  expect(outcomeToast(outcome(), false)).toMatchObject({
    tone: "info",
    title: "Nothing New",
    text: "No new articles found.",
  });
});

test("counts failed sources, with a link for admins and a hint for others", () => {
  const some = outcome({ counts: newsCounts(2), failedSources: 3 });
  expect(outcomeToast(some, false)).toEqual({
    tone: "success",
    title: "News Updated",
    text: "2 new articles. 3 sources failed. An admin can see details under Jobs.",
  });
  expect(outcomeToast(some, true)).toMatchObject({
    text: "2 new articles. 3 sources failed.",
    link: { to: "/admin/jobs#sources" },
  });
});

test("reports a failed update if no source responds", () => {
  const none = outcome({ counts: newsCounts(0, 0), failedSources: 12 });
  expect(outcomeToast(none, false)).toMatchObject({
    tone: "failure",
    title: "Update Failed",
    text: "All 12 sources failed. An admin can see details under Jobs.",
  });
  expect(outcomeToast(outcome({ counts: newsCounts(0, 0), failedSources: 1 }), true).text).toBe(
    "The only source failed.",
  );
});

test("shows the reason of a failed run, if known", () => {
  const failed = outcome({ job: "papers.fetch", state: "failed", counts: {} });
  expect(outcomeToast({ ...failed, error: "The service answered 503" }, true)).toMatchObject({
    title: "Update Failed",
    text: "The service answered 503.",
  });
  expect(outcomeToast(failed, false).text).toBe(
    "The update didn't finish. An admin can see details under Jobs.",
  );
  expect(outcomeToast({ ...failed, job: "backup", error: "no space left" }, true).title).toBe(
    "Backup Failed",
  );
});

test("describes runs without tools, an interrupted run, a backup and a cleanup", () => {
  expect(outcomeToast(outcome({ counts: { tools: 0, answered: 0, added: 0 } }), false).text).toBe(
    "There are no tools in the AI Stack yet.",
  );
  expect(outcomeToast(outcome({ state: "interrupted" }), false).title).toBe("Update Interrupted");
  expect(outcomeToast(outcome({ job: "backup", counts: { bytes: 5 } }), true).title).toBe("Backup Complete");
  expect(outcomeToast(outcome({ job: "cleanup", counts: { sessions: 12, images: 3 } }), true).text).toBe(
    "12 sessions, 3 images deleted.",
  );
  expect(outcomeToast(outcome({ job: "cleanup", counts: {} }), true).text).toBe(
    "There was nothing to delete.",
  );
});
