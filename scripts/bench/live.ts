import { setTimeout as pause } from "node:timers/promises";

import type { Browser, Page } from "@playwright/test";

import { type CutLine, cutLine } from "../../tests/support/cut-line.ts";
import type { BenchRun } from "./bench-run.ts";
import { openBrowser } from "./browser.ts";
import { percentile } from "./load.ts";
import { cpuMs, type Server } from "./processes.ts";
import { idOf, type Person, settled, signIn, startProduct } from "./product.ts";

const CHANGES = 200;
/** As many again after each thing that went wrong. */
const CHANGES_AFTER = 50;
/** Changes come at no beat: each at most so long after the last one was seen. */
const LONGEST_PAUSE_MS = 500;
const OUTAGE_MS = 20_000;
const ROUNDS = 2;
const STREAMS = 50;
const IDLE_MS = 30_000;
const SIGN_OUTS = 10;

/** How soon somebody sees what somebody else did, each in a browser of their own, and what the streams cost. */
export async function live(run: BenchRun): Promise<void> {
  const { report } = run;
  const file = run.file("live.db");
  let ours = await startProduct(file);
  const { port } = new URL(ours.origin);
  const line = await cutLine(Number(port));
  const [writer, reader] = [await signIn(ours, "writer"), await signIn(ours, "reader")];
  const toolId = idOf(await writer.call("POST", "/api/ai-tools", { name: "Whisper", company: "Nobody yet" }));
  const browsers = [await openBrowser(), await openBrowser()] as const;
  const writing = await openPage(browsers[0], ours.origin, writer);
  const reading = await openPage(browsers[1], line.origin, reader);
  const change = changing(writing, reading, toolId);

  const others = await openStreams(ours, writer, STREAMS - 2);
  const seen = await change.many(CHANGES);
  for (const stream of others) stream.close();
  report.value(
    `${CHANGES} changes by another browser while ${STREAMS} listen, until each is seen: p50`,
    percentile(seen, 0.5),
    "ms",
  );
  report.value("the same: p99", percentile(seen, 0.99), "ms", { atMost: 1000 });

  await afterOutages("the line was cut", (cut) => cut.cut());
  await afterOutages("the line was silent", (cut) => {
    cut.silence();
    return Promise.resolve();
  });

  const restarts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await ours.stop();
    ours = await startProduct(file, { environment: { PORT: port } });
    restarts.push(await change.once());
  }
  report.value("a change right after the server was restarted: longest", Math.max(...restarts), "ms", {
    atMost: 1000,
  });
  const later = await change.many(CHANGES_AFTER);
  report.value(`the next ${CHANGES_AFTER} changes: p99`, percentile(later, 0.99), "ms", { atMost: 1000 });
  await Promise.all(browsers.map((browser) => browser.close()));
  line.close();

  const alone = await idleShare(ours);
  const streams = await openStreams(ours, reader, STREAMS);
  const idle = await idleShare(ours);
  for (const stream of streams) stream.close();
  report.value("an idle server that nobody watches: share of a processor", alone, "%");
  report.value(`the same with ${STREAMS} streams: what they add`, idle - alone, "%", { atMost: 1 });
  report.value("a stream ends after sign-out: longest", Math.max(...(await signOuts(ours))), "ms", {
    atMost: 1000,
  });
  await ours.stop();

  /** What happened during an outage, from its end until it is seen, and changes afterwards. */
  async function afterOutages(what: string, begin: (line: CutLine) => Promise<void>): Promise<void> {
    const longest: number[] = [];
    const next: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await begin(line);
      const [text] = await Promise.all([change.unseen(), pause(OUTAGE_MS)]);
      const mended = Date.now();
      await line.mend();
      longest.push((await whenSeen(reading, text)) - mended);
      next.push(...(await change.many(CHANGES_AFTER / ROUNDS)));
    }
    const seconds = OUTAGE_MS / 1000;
    report.value(
      `after ${what} for ${seconds} s, a change of then is seen: longest`,
      Math.max(...longest),
      "ms",
      {
        atMost: 1000,
      },
    );
    report.value(`the next ${CHANGES_AFTER} changes: p99`, percentile(next, 0.99), "ms", { atMost: 1000 });
  }
}

async function openPage(browser: Browser, origin: string, { cookie }: Person): Promise<Page> {
  const context = await browser.newContext();
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  const opens = page.waitForResponse((response) => response.url().includes("/trpc/events.watch"));
  await page.goto(`${origin}/dashboard`);
  await opens;
  return page;
}

/** The time when a text is painted, by the page itself. */
const whenSeen = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () =>
          requestAnimationFrame(() => {
            if (document.querySelector("main")?.textContent.includes(wanted)) resolve(Date.now());
            else look();
          });
        look();
      }),
    text,
  );

function changing(writing: Page, reading: Page, toolId: string) {
  let count = 0;
  /** Changes the tool in the one browser; returns when that began, and what it says now. */
  async function begin() {
    const text = `Company ${(count += 1)} of it`;
    const begun = await writing.evaluate(
      async ([path = "", company]) => {
        const now = Date.now();
        const reply = await fetch(path, {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ company }),
        });
        if (!reply.ok) throw new Error(`the change was refused with ${reply.status}`);
        return now;
      },
      [`/api/ai-tools/${toolId}`, text],
    );
    return { begun, text };
  }
  /** How long it takes from the begin of a change until the other browser shows it, in milliseconds. */
  async function once(): Promise<number> {
    const { begun, text } = await begin();
    return (await whenSeen(reading, text)) - begun;
  }
  return {
    once,
    unseen: async () => (await begin()).text,
    async many(amount: number): Promise<number[]> {
      const all: number[] = [];
      for (let index = 0; index < amount; index += 1) {
        await pause(Math.random() * LONGEST_PAUSE_MS);
        all.push(await once());
      }
      return all;
    },
  };
}

/** A stream that somebody listens to; `ended` settles with its end. */
async function openStream({ origin }: Server, { cookie }: Person) {
  const stop = new AbortController();
  const reply = await fetch(`${origin}/trpc/events.watch`, {
    headers: { cookie, accept: "text/event-stream" },
    signal: stop.signal,
  });
  return { ended: reply.text().catch(() => {}), close: () => stop.abort() };
}

async function openStreams(ours: Server, person: Person, amount: number) {
  const streams = [];
  for (let count = 0; count < amount; count += 1) streams.push(await openStream(ours, person));
  return streams;
}

/** How many hundredths of a processor the server takes while nothing happens. */
async function idleShare({ pid }: Server): Promise<number> {
  // What was done before is not theirs.
  await settled();
  const before = cpuMs(pid);
  await pause(IDLE_MS);
  return ((cpuMs(pid) - before) / IDLE_MS) * 100;
}

async function signOuts(ours: Server): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < SIGN_OUTS; round += 1) {
    const person = await signIn(ours, `leaver-${round}`);
    const stream = await openStream(ours, person);
    await person.call("POST", "/api/logout");
    const begun = performance.now();
    await stream.ended;
    times.push(performance.now() - begun);
  }
  return times;
}
