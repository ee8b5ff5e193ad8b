import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { Cron } from "croner";
import pLimit from "p-limit";

import type { DeliveryRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { SCHEDULE_DAYS, type DeliveryContent } from "#shared/channels/delivery-words.ts";
import { createDayFormatter } from "#shared/kernel/day-counts.ts";

import {
  claimDelivery,
  endAttempt,
  hasChannelsOrDeliveries,
  insertDelivery,
  listDue,
} from "./deliveries.queries.ts";

export {
  deleteWaiting,
  listDeliveryRows,
  listWaitingForChannels,
  retryDropped,
} from "./deliveries.queries.ts";

/** Number of attempts after which a message is dropped. */
const MAX_TRIES = 8;
/** Pause after each failed attempt. */
const RETRY_PAUSES_MINUTES = [1, 5, 15, 60, 180, 360, 720] as const;
/**
 * Time limit for one attempt. The lease lasts longer, so that two processes never attempt the same delivery at once.
 */
const ATTEMPT_MS = 45_000;
const LEASE_MS = 90_000;
const MAX_CONCURRENT_ATTEMPTS = 4;
const BATCH_SIZE = 20;
/** Pauses before retrying to store an outcome, for example while the database restarts. */
const STORE_PAUSES_MS = [500, 2000, 5000, 10_000];

/** Outcome of one attempt. */
export type SendResult =
  /** `note` is a message for administrators, such as refused addresses. */
  | { kind: "sent"; note: string | null }
  /** Nothing is left to report, so nothing was sent. */
  | { kind: "nothing" }
  /** Some addresses accepted the message. The next attempt uses the others. */
  | { kind: "partly"; recipients: readonly string[]; error: string }
  | {
      kind: "failed";
      error: string;
      /** Minimum pause that the other server asked for. */
      retryAfterMs: number | null;
      /** True if the target no longer exists. */
      isGone: boolean;
    };

type AttemptEnd =
  | { state: "sent"; note: string | null; isEmpty: boolean }
  | { state: "waiting" | "dropped"; error: string };

/** A kind of target, such as channels. */
export interface DeliveryTarget {
  contents: readonly DeliveryContent[];
  /** Stores the deliveries that are due. Several processes may do so at once. */
  plan(app: App): Promise<void>;
  /**
   * Makes one attempt to send a delivery. Every attempt has the same delivery id. Never throws for failures of the
   * other server.
   */
  send(app: App, delivery: DeliveryRow, signal: AbortSignal): Promise<SendResult>;
  /** Records the end of an attempt in the target's row, in the same transaction. */
  recordEnd(app: App, db: Db, delivery: DeliveryRow, end: AttemptEnd): Promise<void>;
}

/**
 * Stores a delivery. Returns false if another process was faster: the target has a waiting delivery, had one for the
 * slot, or has moved past the position for which the delivery was planned.
 */
export const addDelivery = (
  app: App,
  delivery: Pick<DeliveryRow, "channelId" | "userId" | "content" | "fromSeq" | "toSeq" | "slot"> & {
    nextTryAt?: string;
  },
  /** Returns the target's current position: the last event of its last delivery. */
  position: (db: Db) => Promise<number | undefined>,
): Promise<boolean> => {
  const now = app.now().toISOString();
  return app.db.transaction().execute(
    async (db) =>
      (await position(db)) === delivery.fromSeq &&
      insertDelivery(db, {
        id: randomUUID(),
        nextTryAt: now,
        ...delivery,
        recipients: null,
        state: "waiting",
        error: null,
        createdAt: now,
        finishedAt: null,
      }),
  );
};

/** True if somebody can receive messages. Most servers have neither channels nor email. */
export const hasReceivers = async ({ db, integrations }: App): Promise<boolean> =>
  integrations.mail !== null || (await hasChannelsOrDeliveries(db));

/** Plans deliveries and sends due ones until none is left. Starts no attempt after `signal` aborts. */
export async function deliverDue(
  app: App,
  targets: readonly DeliveryTarget[],
  signal?: AbortSignal,
): Promise<void> {
  for (const target of targets) await target.plan(app);
  const owner = randomUUID();
  const limit = pLimit(MAX_CONCURRENT_ATTEMPTS);
  const isStopped = () => signal?.aborted === true;
  for (;;) {
    if (isStopped()) return;
    const due = await listDue(app.db, app.now().toISOString(), BATCH_SIZE);
    const started = await Promise.all(
      due.map((row) => limit(() => (isStopped() ? false : attempt(app, targets, row, owner)))),
    );
    if (!started.includes(true)) return;
  }
}

/** Leases and sends a delivery. Returns false if another process has leased it. */
async function attempt(
  app: App,
  targets: readonly DeliveryTarget[],
  row: DeliveryRow,
  owner: string,
): Promise<boolean> {
  const delivery = await claimDelivery(app.db, row, { owner, leaseMs: LEASE_MS });
  if (!delivery) return false;
  const target = targets.find(({ contents }) => contents.includes(delivery.content));
  if (!target) return false;
  const result = await send(app, target, delivery);
  for (const pause of [...STORE_PAUSES_MS, null]) {
    try {
      await storeOutcome(app, target, delivery, result);
      return true;
    } catch (error) {
      if (pause === null) throw error;
      app.log.warn({ err: error, deliveryId: delivery.id }, "couldn't store the end of a delivery");
      await wait(pause);
    }
  }
  return true;
}

async function send(app: App, target: DeliveryTarget, delivery: DeliveryRow): Promise<SendResult> {
  // A process that stops during an attempt stores no outcome, so the number of attempts can exceed the limit.
  if (delivery.tries > MAX_TRIES) return failure("The server stopped during each attempt");
  try {
    return await target.send(app, delivery, AbortSignal.timeout(ATTEMPT_MS));
  } catch (error) {
    app.log.error({ err: error, deliveryId: delivery.id }, "a message couldn't be written");
    return failure("The message couldn't be written. See the server's log.");
  }
}

/** Returns the outcome of a failed attempt that may be retried. */
export const failure = (error: string): SendResult => ({
  kind: "failed",
  error,
  retryAfterMs: null,
  isGone: false,
});

/**
 * Returns the pause after an attempt in milliseconds: the longer of ours and the one that the other server asked for.
 */
const retryPauseMs = (tries: number, retryAfterMs: number | null): number =>
  Math.max((RETRY_PAUSES_MINUTES[tries - 1] ?? 720) * 60_000, retryAfterMs ?? 0);

function storeOutcome(
  app: App,
  target: DeliveryTarget,
  delivery: DeliveryRow,
  result: SendResult,
): Promise<void> {
  const { id, tries, channelId } = delivery;
  const now = app.now();
  return app.db.transaction().execute(async (db) => {
    // After the last attempt, a message counts as sent if some addresses accepted it.
    const isAbandoned = result.kind === "partly" && tries >= MAX_TRIES;
    if (result.kind === "sent" || result.kind === "nothing" || isAbandoned) {
      const note = result.kind === "sent" ? result.note : result.kind === "partly" ? result.error : null;
      const finishedAt = now.toISOString();
      if (!(await endAttempt(db, delivery, { state: "sent", error: note, finishedAt }))) return;
      await target.recordEnd(app, db, delivery, {
        state: "sent",
        note,
        isEmpty: result.kind === "nothing",
      });
      app.log.info({ deliveryId: id, channelId, tries }, "sent a message");
      return;
    }
    const { error } = result;
    const isLast = tries >= MAX_TRIES || (result.kind === "failed" && result.isGone);
    const pause = retryPauseMs(tries, result.kind === "failed" ? result.retryAfterMs : null);
    const isEnded = await endAttempt(db, delivery, {
      state: isLast ? "dropped" : "waiting",
      error,
      nextTryAt: new Date(now.getTime() + pause).toISOString(),
      ...(result.kind === "partly" && { recipients: JSON.stringify(result.recipients) }),
      ...(isLast && { finishedAt: now.toISOString() }),
    });
    if (!isEnded) return;
    await target.recordEnd(app, db, delivery, { state: isLast ? "dropped" : "waiting", error });
    app.log.warn({ deliveryId: id, channelId, tries, error, isLast }, "a message was not accepted");
  });
}

/** Weekdays in the order of cron patterns. */
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Returns the cron schedule for a text such as "Monday 8:00". */
function cronOf(schedule: string, timezone: string): Cron {
  const [day = "", time = ""] = schedule.split(" ");
  const [hour, minute] = time.split(":").map(Number);
  if (!SCHEDULE_DAYS.some((known) => known === day)) throw new Error(`unknown schedule ${schedule}`);
  const days = day === "Monthly" ? "1 * *" : day === "Daily" ? "* * *" : `* * ${WEEKDAYS.indexOf(day)}`;
  return new Cron(`${minute} ${hour} ${days}`, { timezone, paused: true });
}

/** Scheduled time, and the days since the previous one. */
interface Slot {
  at: Date;
  /** Days in the time zone, both included. */
  from: string;
  to: string;
}

/** Returns the last scheduled time up to `now`. */
export function lastSlot(schedule: string, timezone: string, now: Date): Slot | undefined {
  // `previousRuns` excludes the given second, so this adds one.
  const [at, before] = cronOf(schedule, timezone).previousRuns(2, new Date(now.getTime() + 1000));
  if (!at || !before) return undefined;
  return { at, ...daysBetween(at, before, timezone) };
}

export const nextSlot = (schedule: string, timezone: string, now: Date): Date | null =>
  cronOf(schedule, timezone).nextRun(now);

/** Returns the days from the slot `before` to the day before the slot `at`. */
function daysBetween(at: Date, before: Date, timezone: string): Pick<Slot, "from" | "to"> {
  const dayOf = createDayFormatter(timezone);
  const to = new Date(`${dayOf(at)}T12:00:00Z`);
  to.setUTCDate(to.getUTCDate() - 1);
  return { from: dayOf(before), to: to.toISOString().slice(0, 10) };
}
