import { expect, onTestFinished, test, vi } from "vitest";

import { replyTo } from "#server/errors.ts";

import { createRateLimits } from "./rate-limits.ts";

test("does not extend a wait when the clock is set back a day", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { wrongPasswords } = createRateLimits(true);
  for (let failure = 0; failure < 10; failure += 1) await wrongPasswords.count("ada");
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  const refusals = await Promise.allSettled([wrongPasswords.count("ada"), wrongPasswords.check("ada")]);
  const waits = refusals.map(
    (refusal) => refusal.status === "rejected" && replyTo(refusal.reason, "").retryAfterSeconds,
  );
  expect(waits).toEqual([60, 60]);
});
