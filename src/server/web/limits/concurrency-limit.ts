import type { RequestListener } from "node:http";

/** Together they take a few milliseconds. */
const AT_ONCE = 8;

/**
 * Starts a few requests at a time and yields in between. Otherwise a client with hundreds of simultaneous requests
 * would delay everybody else's.
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
      // No reply is needed if the client has disconnected.
      if (!response.destroyed) next(request, response);
    });
  };
}
