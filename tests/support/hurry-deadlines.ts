import { onTestFinished, vi } from "vitest";

/** Lets what is given so many seconds have a fiftieth of them until the test is over; returns what was given. */
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
