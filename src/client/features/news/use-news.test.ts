import { expect, test, vi } from "vitest";

import { timeZone } from "./use-news.ts";

test.each([
  ["Europe/Kyiv", "Europe/Kyiv"],
  ["Etc/Unknown", "UTC"],
])("sends the time zone %s as %s", (zone, sent) => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...options, timeZone: zone });
  expect(timeZone()).toBe(sent);
});
