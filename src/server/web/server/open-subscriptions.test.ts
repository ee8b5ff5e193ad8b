import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import type { User } from "#shared/accounts/users.ts";

import { OpenSubscriptions, permitted } from "./open-subscriptions.ts";

const user: User = {
  id: "1",
  username: "ada",
  email: null,
  firstName: null,
  lastName: null,
  displayName: null,
  role: "user",
  createdAt: "2026-01-01T00:00:00.000Z",
};

test("D3: a client that disconnected before its subscription does not count", () => {
  const subscriptions = new OpenSubscriptions({
    log: pino({ level: "silent" }),
    readVersion: () => "",
    catchUp: () => Promise.resolve(),
    findOwner: () => Promise.resolve({ role: "user" as const, endsAt: Number.POSITIVE_INFINITY }),
  });
  const open = (signal: AbortSignal) =>
    subscriptions.open({ user, session: { id: "s", publicId: "p" }, token: null }, false, signal);
  for (let count = 0; count < 60; count += 1) open(AbortSignal.abort());
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  for (let count = 0; count < 50; count += 1) open(controller.signal);
  expect(() => open(controller.signal)).toThrow("too many of your tabs");
});

/** The first result of a subscription whose permit can't be confirmed. */
function firstResult(client: AbortController, beforeFailure: () => void) {
  const permit = {
    end: new AbortController().signal,
    isConfirmed: () => false,
    async confirm() {
      beforeFailure();
      throw new Error("the database is closed");
    },
  };
  async function* source() {
    yield "a run";
  }
  return permitted(permit, source(), client.signal).next();
}

test("a subscription fails if its permit can't be confirmed", async () => {
  await expect(firstResult(new AbortController(), () => {})).rejects.toThrow("the database is closed");
});

test("R3: a subscription ends without an error if its client has disconnected", async () => {
  const client = new AbortController();
  await expect(firstResult(client, () => client.abort())).resolves.toEqual({ done: true, value: undefined });
});
