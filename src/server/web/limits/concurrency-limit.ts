import type { RequestListener } from "node:http";

/** Together they take some milliseconds. */
const AT_ONCE = 8;

/**
 * Begins a few requests, then lets others have a turn before the next few: whoever sends hundreds at the same moment
 * would hold everybody else up until all of them are begun.
 */
export function fewAtATime(next: RequestListener): RequestListener {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isCounting = false;

  const beginWaiting = () => {
    const few = waiting.splice(0, AT_ONCE);
    begun = few.length;
    isCounting = begun > 0;
    if (isCounting) setImmediate(beginWaiting);
    for (const begin of few) begin();
  };

  return (request, response) => {
    if (!isCounting) {
      isCounting = true;
      setImmediate(beginWaiting);
    }
    if (begun < AT_ONCE) {
      begun += 1;
      next(request, response);
      return;
    }
    waiting.push(() => {
      // Who hung up meanwhile needs no reply.
      if (!response.destroyed) next(request, response);
    });
  };
}
