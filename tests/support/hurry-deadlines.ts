import { onTestFinished, vi } from "vitest";

/** Shortens deadlines to a fiftieth until the test ends. Returns the original ones. */
export function hurryDeadlines(): number[] {
  const given: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    given.push(milliseconds);
    return timeout(milliseconds / 50);
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return given;
}
