import { spawnSync } from "node:child_process";

import { urlOfFile } from "#db/database-url.ts";
import { cpuMs } from "#tests/support/built/processes.ts";
import { BUILT, signIn, startProduct } from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import { readOnly, untilRead } from "./reading.ts";

const ALIASES = 9;

/** What the team's memory does: how well and how fast it finds what names what. */
export async function memory(run: BenchRun): Promise<void> {
  await measureRebuild(run);
  await measureArchive(run);
}

/** How fast `stackloop links rebuild` reads everything anew, from its start to its end. */
async function measureRebuild(run: BenchRun): Promise<void> {
  const articles = run.rows / 10;
  const file = await run.copyOfArchive("long-news", articles);
  const rebuild = () => {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [BUILT, "links", "rebuild"], {
      env: { ...process.env, DATABASE_URL: urlOfFile(file) },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`links rebuild failed: ${stderr}`);
    return (performance.now() - start) / 1000;
  };
  const first = rebuild();
  const again = rebuild();
  const letters = readOnly(file, (database) =>
    Number(database.prepare("select sum(length(title) + length(content)) from news_articles").pluck().get()),
  );
  const amount = `${articles.toLocaleString("en-US")} articles of ${Math.round(letters / articles)} letters`;
  run.report.value(`${amount} read for names by \`links rebuild\``, letters / 1e6 / again, "MB/s", {
    atLeast: 4,
  });
  run.report.value("the same for the first time, with all links stored", letters / 1e6 / first, "MB/s");
}

/** How long a team waits with many articles: until all are read for names, and for another name of a tool. */
async function measureArchive(run: BenchRun): Promise<void> {
  const articles = run.rows / 10;
  const file = await run.copyOfArchive("news", articles);
  const server = await startProduct(file);
  const from = performance.now();
  await untilRead(file);
  const seconds = (performance.now() - from) / 1000;
  const processor = cpuMs(server.pid) / 1000;
  const all = `${articles.toLocaleString("en-US")} articles`;
  run.report.value(`${all} read for names in the background`, seconds, "s");
  run.report.value("of that, of the processor", processor, "s");
  const { call } = await signIn(server, "ada");
  const waits: number[] = [];
  let links = 0;
  for (const [index, alias] of namesInTitles(file).entries()) {
    const toolId = toolOf(file, index);
    const start = performance.now();
    await call("POST", `/api/ai-tools/${toolId}/aliases`, { alias });
    waits.push(performance.now() - start);
    links += linksNamed(file, toolId);
  }
  await server.stop();
  const sorted = waits.toSorted((a, b) => a - b);
  run.report.value(
    `another name of a tool, at ${all} (${links} links by ${waits.length} names)`,
    sorted[sorted.length >> 1] ?? Number.NaN,
    "ms",
    { atMost: 300 },
  );
}

/** Two words of a title each, from all over the archive. */
const namesInTitles = (file: string): string[] =>
  readOnly(file, (database) => {
    const titles = database
      .prepare(
        "select title from news_articles where seq % (select max(seq) / ? from news_articles) = 1 limit ?",
      )
      .pluck()
      .all(ALIASES, ALIASES);
    return titles.map((title) => String(title).split(" ").slice(2, 4).join(" "));
  });

const toolOf = (file: string, index: number): string =>
  readOnly(file, (database) =>
    String(database.prepare("select id from ai_tools order by id limit 1 offset ?").pluck().get(index)),
  );

/** How many articles name a tool by a name other than that under which they were found. */
const linksNamed = (file: string, toolId: string): number =>
  readOnly(file, (database) =>
    Number(
      database
        .prepare("select count(*) from links where toKind = 'tool' and toId = ? and how = 'name'")
        .pluck()
        .get(toolId),
    ),
  );
