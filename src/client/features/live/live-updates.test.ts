import { TRPCClientError } from "@trpc/client";
import { beforeEach, afterEach, expect, test, vi } from "vitest";

import { type StreamEvents, LiveConnection } from "./live-updates.tsx";

const SECOND = 1000;
const START = Date.parse("2026-11-21T10:00:00.000Z");

interface Try {
  at: number;
  afterId: string | null;
  isHungUp: boolean;
  events: StreamEvents<string>;
}

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** Returns a connection whose streams call `answer` when they open. By default, they get no reply. */
function lineTo(answer: (events: StreamEvents<string>) => void = () => {}) {
  const tries: Try[] = [];
  const messages: string[] = [];
  const lost: boolean[] = [];
  const line = new LiveConnection<string>({
    open(afterId, events) {
      const attempt = { at: Date.now() - START, afterId, isHungUp: false, events };
      tries.push(attempt);
      queueMicrotask(() => answer(events));
      return () => {
        attempt.isHungUp = true;
      };
    },
    onMessage: (message) => messages.push(message),
    onLost: (isLost) => lost.push(isLost),
  });
  const open = () => tries.filter(({ isHungUp }) => !isHungUp);
  return { line, tries, messages, lost, open };
}

const refused = (data: object) =>
  TRPCClientError.from({ error: { message: "Unauthorized", code: -32_000, data } });

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("reopens a broken stream within a second, and resumes after the last message", async () => {
  const { line, tries, messages, lost, open } = lineTo((events) => events.onMessage("greeting", "1"));
  line.start();
  await wait(0);
  tries[0]?.events.onMessage("change", "2");
  tries[0]?.events.onEnd(new Error("broken"));
  await wait(SECOND);
  expect(tries.map(({ afterId }) => afterId)).toEqual([null, "2"]);
  expect(open()).toHaveLength(1);
  expect(messages).toEqual(["greeting", "change", "greeting"]);
  expect(lost).not.toContain(true);
});

test("retries one attempt at a time, soon at first and later every ten seconds", async () => {
  const { line, tries, open } = lineTo((events) => events.onEnd());
  line.start();
  await wait(20 * SECOND);
  const early = tries.map(({ at }) => at);
  for (const [index, at] of early.slice(1).entries()) expect(at - (early[index] ?? 0)).toBeLessThan(SECOND);
  await wait(3600 * SECOND);
  const before = tries.length;
  await wait(100 * SECOND);
  expect(tries.length - before).toBeGreaterThanOrEqual(9);
  expect(tries.length - before).toBeLessThanOrEqual(14);
  expect(open().length).toBeLessThanOrEqual(1);
});

test("abandons an attempt that gets no reply", async () => {
  const { line, tries, open } = lineTo();
  line.start();
  await wait(6 * SECOND);
  expect(tries).toHaveLength(2);
  expect(open()).toHaveLength(1);
});

test("reports a lost connection after ten seconds, and when it is restored", async () => {
  let isUp = false;
  const { line, lost } = lineTo((events) => (isUp ? events.onMessage("greeting", "1") : events.onEnd()));
  line.start();
  await wait(9 * SECOND);
  expect(lost).toEqual([]);
  await wait(2 * SECOND);
  expect(lost).toEqual([true]);
  isUp = true;
  await wait(SECOND);
  expect(lost).toEqual([true, false]);
});

test("waits for the time that the server requests", async () => {
  const { line, tries } = lineTo((events) =>
    events.onEnd(refused({ httpStatus: 429, retryAfterSeconds: 60 })),
  );
  line.start();
  await wait(59 * SECOND);
  expect(tries).toHaveLength(1);
  await wait(2 * SECOND);
  expect(tries).toHaveLength(2);
});

test("does not retry after signing out", async () => {
  const { line, tries } = lineTo((events) => events.onEnd(refused({ httpStatus: 401 })));
  line.start();
  await wait(60 * SECOND);
  expect(tries).toHaveLength(1);
});

test("reports and retries nothing once stopped, and resumes after the last message", async () => {
  const { line, tries, lost, open } = lineTo((events) => events.onMessage("greeting", "7"));
  line.start();
  await wait(0);
  line.stop();
  expect(open()).toEqual([]);
  tries[0]?.events.onEnd();
  line.renew();
  await wait(60 * SECOND);
  expect(tries).toHaveLength(1);
  expect(lost).not.toContain(true);
  line.start();
  line.start();
  expect(tries.map(({ afterId }) => afterId)).toEqual([null, "7"]);
});

test("reopens the stream after sleep, because the old one may be dead", async () => {
  const { line, tries, open } = lineTo((events) => events.onMessage("greeting", "1"));
  line.start();
  await wait(30 * SECOND);
  expect(tries).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3600 * SECOND);
  await wait(2 * SECOND);
  expect(tries).toHaveLength(2);
  expect(open()).toHaveLength(1);
});
