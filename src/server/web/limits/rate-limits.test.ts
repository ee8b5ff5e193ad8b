import { expect, onTestFinished, test, vi } from "vitest";

import { replyTo } from "#server/errors.ts";

import { addressKey, createRateLimits } from "./rate-limits.ts";

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

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::1", "::/64"],
  ["", ""],
])("counts %s as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
