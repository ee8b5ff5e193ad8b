/** Short enough that also the second of two changes is seen within a second. */
const PAUSE_MS = 500;

/**
 * Work that is done at once when it is asked for, and once more when it was asked for again meanwhile: never twice at a
 * time, and at most twice a second.
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
