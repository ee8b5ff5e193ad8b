/** Short enough that even the second of two changes is visible within a second. */
const PAUSE_MS = 500;

/**
 * Runs work at once, and once more if it was requested again during the run. Never in parallel, and at most twice a
 * second.
 */
export function atMostTwiceASecond(work: () => Promise<unknown>): () => void {
  let state: "idle" | "busy" | "wanted" = "idle";
  const start = async () => {
    state = "busy";
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await Promise.allSettled([work(), pause]);
    return end();
  };
  const end = () => {
    const isWanted = state === "wanted";
    state = "idle";
    if (isWanted) void start();
  };
  return () => {
    if (state === "idle") void start();
    else state = "wanted";
  };
}
