import { beforeAll, onTestFinished } from "vitest";

type End = () => unknown;

/** What is to end with what is being made for all tests of a file; null while it is made for one. */
let ends: End[] | null = null;

/** Ends something when the test is over, or, where it is made for all tests of a file, after the last of them. */
export function whenOver(end: End): void {
  if (ends === null)
    onTestFinished(async () => {
      await end();
    });
  else ends.push(end);
}

/** Makes something once for those tests of a file that leave it as it is; what it needs is ended after the last one. */
export function onceForAll<Thing>(make: () => Promise<Thing>, timeout?: number): () => Thing {
  let made: { thing: Thing } | undefined;
  beforeAll(async () => {
    const own: End[] = [];
    ends = own;
    made = { thing: await make() };
    ends = null;
    return async () => {
      for (const end of own.toReversed()) await end();
    };
  }, timeout);
  return () => {
    if (!made) throw new Error("this is made before the first test");
    return made.thing;
  };
}
