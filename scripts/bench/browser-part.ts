import type { BenchRun } from "./bench-run.ts";
import {
  measureClick,
  measurePage,
  measureRouteScripts,
  measureScrolling,
  measureTyping,
  openBrowser,
} from "./browser.ts";
import { idOf, signIn, startProduct } from "./product.ts";
import { toolRows } from "./tools.ts";

const TOOLS = 10_000;
const AT_ONCE = 1000;
const COMMENTS = 1000;
const ROUNDS = 3;
const PAGES = ["/", "/dashboard", "/news", "/arxiv", "/prompts", "/chapter-loop"];

/** What pages with much on them cost in a browser. */
export async function browser(run: BenchRun): Promise<void> {
  const { report, rows } = run;
  const ours = await startProduct(await run.copyOfArchive("news", rows / 10));
  const person = await signIn(ours, "reader");
  for (let first = 0; first < TOOLS; first += AT_ONCE)
    await person.call("POST", "/api/ai-tools/import", { rows: toolRows(AT_ONCE, first) });
  const reading = await person.call("POST", "/api/readings", { title: "Emma", author: "Jane Austen" });
  const readingId = idOf(reading);
  for (let comment = 0; comment < COMMENTS; comment += 1)
    await person.call("POST", `/api/readings/${readingId}/comments`, {
      content: `A remark, number ${comment}`,
    });

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
  const thread = await measureClick(chromium, visitor, {
    path: "/chapter-loop",
    click: "[data-row-open]",
    selector: "[id^=comment-]",
    rounds: ROUNDS,
  });
  report.value(`a thread of ${COMMENTS.toLocaleString("en-US")} comments: open`, thread.readyMs, "ms", {
    atMost: 300,
  });
  report.value("the same: longest task", thread.longestTaskMs, "ms", { atMost: 100 });
  for (const [index, path] of PAGES.entries()) {
    const { initial, added } = await measureRouteScripts(chromium, visitor, path);
    if (index === 0) report.value("JavaScript that comes first, gzipped", initial, "kB", { atMost: 130 });
    report.value(`JavaScript that ${path} adds, gzipped`, added, "kB", { atMost: 60 });
  }
  await chromium.close();
  await ours.stop();
}
