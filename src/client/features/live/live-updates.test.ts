import { TRPCClientError } from "@trpc/client";
import { beforeEach, afterEach, expect, test, vi } from "vitest";

import { type StreamEvents, LiveConnection } from "./live-updates.tsx";

const SECOND = 1000;
const START = Date.parse("2026-11-21T10:00:00.000Z");

interface Attempt {
  at: number;
  afterId: string | null;
  isClosed: boolean;
  events: StreamEvents<string>;
}

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** Returns a connection whose streams call `answer` when they open. By default, they get no reply. */
function createConnection(answer: (events: StreamEvents<string>) => void = () => {}) {
  const attempts: Attempt[] = [];
  const messages: string[] = [];
  const lost: boolean[] = [];
  const connection = new LiveConnection<string>({
    open(afterId, events) {
      const attempt = { at: Date.now() - START, afterId, isClosed: false, events };
      attempts.push(attempt);
      queueMicrotask(() => answer(events));
      return () => {
        attempt.isClosed = true;
      };
    },
    onMessage: (message) => messages.push(message),
    onLost: (isLost) => lost.push(isLost),
  });
  const open = () => attempts.filter(({ isClosed }) => !isClosed);
  return { connection, attempts, messages, lost, open };
}

const refused = (data: object) =>
  TRPCClientError.from({ error: { message: "Unauthorized", code: -32_000, data } });

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("reopens a broken stream within a second, and resumes after the last message", async () => {
  const { connection, attempts, messages, lost, open } = createConnection((events) =>
    events.onMessage("greeting", "1"),
  );
  connection.start();
  await wait(0);
  attempts[0]?.events.onMessage("change", "2");
  attempts[0]?.events.onEnd(new Error("broken"));
  await wait(SECOND);
  expect(attempts.map(({ afterId }) => afterId)).toEqual([null, "2"]);
  expect(open()).toHaveLength(1);
  expect(messages).toEqual(["greeting", "change", "greeting"]);
  expect(lost).not.toContain(true);
});

test("retries one attempt at a time, soon at first and later every ten seconds", async () => {
  const { connection, attempts, open } = createConnection((events) => events.onEnd());
  connection.start();
  await wait(20 * SECOND);
  const early = attempts.map(({ at }) => at);
  for (const [index, at] of early.slice(1).entries()) expect(at - (early[index] ?? 0)).toBeLessThan(SECOND);
  await wait(3600 * SECOND);
  const before = attempts.length;
  await wait(100 * SECOND);
  expect(attempts.length - before).toBeGreaterThanOrEqual(9);
  expect(attempts.length - before).toBeLessThanOrEqual(14);
  expect(open().length).toBeLessThanOrEqual(1);
});

test("abandons an attempt that gets no reply", async () => {
  const { connection, attempts, open } = createConnection();
  connection.start();
  await wait(6 * SECOND);
  expect(attempts).toHaveLength(2);
  expect(open()).toHaveLength(1);
});

test("reports a lost connection after ten seconds, and when it is restored", async () => {
  let isReachable = false;
  const { connection, lost } = createConnection((events) =>
    isReachable ? events.onMessage("greeting", "1") : events.onEnd(),
  );
  connection.start();
  await wait(9 * SECOND);
  expect(lost).toEqual([]);
  await wait(2 * SECOND);
  expect(lost).toEqual([true]);
  isReachable = true;
  await wait(SECOND);
  expect(lost).toEqual([true, false]);
});

test("waits for the time that the server requests", async () => {
  const { connection, attempts } = createConnection((events) =>
    events.onEnd(refused({ httpStatus: 429, retryAfterSeconds: 60 })),
  );
  connection.start();
  await wait(59 * SECOND);
  expect(attempts).toHaveLength(1);
  await wait(2 * SECOND);
  expect(attempts).toHaveLength(2);
});

test("does not retry after signing out", async () => {
  const { connection, attempts } = createConnection((events) => events.onEnd(refused({ httpStatus: 401 })));
  connection.start();
  await wait(60 * SECOND);
  expect(attempts).toHaveLength(1);
});

test("reports and retries nothing once stopped, and resumes after the last message", async () => {
  const { connection, attempts, lost, open } = createConnection((events) =>
    events.onMessage("greeting", "7"),
  );
  connection.start();
  await wait(0);
  connection.stop();
  expect(open()).toEqual([]);
  attempts[0]?.events.onEnd();
  connection.renew();
  await wait(60 * SECOND);
  expect(attempts).toHaveLength(1);
  expect(lost).not.toContain(true);
  connection.start();
  connection.start();
  expect(attempts.map(({ afterId }) => afterId)).toEqual([null, "7"]);
});

test("reopens the stream after sleep, because the old one may be dead", async () => {
  const { connection, attempts, open } = createConnection((events) => events.onMessage("greeting", "1"));
  connection.start();
  await wait(30 * SECOND);
  expect(attempts).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3600 * SECOND);
  await wait(2 * SECOND);
  expect(attempts).toHaveLength(2);
  expect(open()).toHaveLength(1);
});
