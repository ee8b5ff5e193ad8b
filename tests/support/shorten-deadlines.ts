import { onTestFinished, vi } from "vitest";

/** Shortens deadlines to a fiftieth until the test ends. Returns the original ones. */
export function shortenDeadlines(): number[] {
  const originals: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    originals.push(milliseconds);
    return timeout(milliseconds / 50);
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return originals;
}
