import Database from "better-sqlite3";

import { idOf, signIn, startProduct } from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import {
  measureClick,
  measurePage,
  measureRouteScripts,
  measureScrolling,
  measureTyping,
  openBrowser,
} from "./browser.ts";
import { toolRows } from "./tools.ts";

const TOOLS = 10_000;
const AT_ONCE = 1000;
const THREADS = [
  { what: "1,000 comments", comments: 1000, isDeep: false, goal: { atMost: 300 } },
  { what: "5,000 comments side by side", comments: 5000, isDeep: false, goal: {} },
  { what: "5,000 comments, each a reply to the one before", comments: 5000, isDeep: true, goal: {} },
];
const ROUNDS = 3;
const PAGES = ["/", "/dashboard", "/news", "/arxiv", "/prompts", "/chapter-loop"];

/** What pages with much on them cost in a browser. */
export async function browser(run: BenchRun): Promise<void> {
  const { report, rows } = run;
  const file = await run.copyOfArchive("news", rows / 10);
  const ours = await startProduct(file);
  const person = await signIn(ours, "reader");
  for (let first = 0; first < TOOLS; first += AT_ONCE)
    await person.call("POST", "/api/ai-tools/import", { rows: toolRows(AT_ONCE, first) });
  const chromium = await openBrowser();
  const visitor = { origin: ours.origin, cookie: person.cookie };
  const table = await measurePage(chromium, visitor, {
    path: "/dashboard",
    selector: "[data-row-open]",
    rounds: ROUNDS,
  });
  const tools = TOOLS.toLocaleString("en-US");
  report.value(`/dashboard with ${tools} tools: ready`, table.readyMs, "ms", { atMost: 1000 });
  report.value("the same: total blocking time", table.blockingMs, "ms", { atMost: 100 });
  const tableKey = await measureTyping(chromium, visitor, {
    path: "/dashboard",
    selector: "[data-row-open]",
    rounds: ROUNDS,
  });
  report.value("the same: slowest key", tableKey, "ms", { atMost: 100 });
  const news = await measurePage(chromium, visitor, { path: "/news", selector: "article", rounds: ROUNDS });
  const articles = (rows / 10).toLocaleString("en-US");
  report.value(`/news with ${articles} articles: ready`, news.readyMs, "ms", { atMost: 500 });
  const newsKey = await measureTyping(chromium, visitor, {
    path: "/news",
    selector: "article",
    rounds: ROUNDS,
  });
  report.value("the same: slowest key", newsKey, "ms", { atMost: 100 });
  const scrolled = await measureScrolling(chromium, visitor, {
    path: "/news",
    selector: "article",
    pages: 50,
  });
  report.compare(
    `the same: heap after ${scrolled.requests} more pages, to the first`,
    scrolled.lastMb,
    scrolled.firstMb,
    "MB",
    {
      atMost: 1.5,
    },
  );
  for (const { what, comments, isDeep, goal } of THREADS) {
    // The newest reading comes first in its list.
    const readingId = idOf(await person.call("POST", "/api/readings", { title: what, author: "Somebody" }));
    fillThread(file, readingId, comments, isDeep);
    const thread = await measureClick(chromium, visitor, {
      path: "/chapter-loop",
      click: "[data-row-open]",
      selector: "[id^=comment-]",
      rounds: ROUNDS,
    });
    report.value(`a thread of ${what}: open`, thread.readyMs, "ms", goal);
    report.value("the same: longest task", thread.longestTaskMs, "ms", { atMost: 100 });
  }
  for (const [index, path] of PAGES.entries()) {
    const { initial, added } = await measureRouteScripts(chromium, visitor, path);
    if (index === 0) report.value("JavaScript that comes first, gzipped", initial, "kB", { atMost: 150 });
    report.value(`JavaScript that ${path} adds, gzipped`, added, "kB", { atMost: 60 });
  }
  await chromium.close();
  await ours.stop();
}

/** Writes comments into the file of a running server: by calls, thousands would take longer than all else. */
function fillThread(file: string, readingId: string, comments: number, isDeep: boolean): void {
  const sqlite = new Database(file, { timeout: 5000 });
  const insert =
    sqlite.prepare(`insert into comments (id, readingId, parentId, content, userId, createdAt, updatedAt)
    select @id, @readingId, @parentId, @content, id, @time, @time from users where usernameFolded = 'reader'`);
  const idOfComment = (number: number) =>
    `${isDeep ? 2 : 1}0000000-0000-4000-8000-${comments}${String(number).padStart(8, "0")}`;
  sqlite.transaction(() => {
    for (let number = 0; number < comments; number += 1) {
      insert.run({
        id: idOfComment(number),
        readingId,
        parentId: isDeep && number > 0 ? idOfComment(number - 1) : null,
        content: `A remark, number ${number}`,
        time: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
      });
    }
  })();
  sqlite.close();
}
