/** Has work that goes on for as long as the server runs do one round; returns how long it rests then, in milliseconds. */
export async function restAfterOneRound(
  keepAtIt: (signal: AbortSignal, rest: (milliseconds: number) => Promise<void>) => Promise<void>,
): Promise<number | undefined> {
  const end = new AbortController();
  let rest: number | undefined;
  await keepAtIt(end.signal, (milliseconds) => {
    rest = milliseconds;
    end.abort();
    return Promise.resolve();
  });
  return rest;
}
