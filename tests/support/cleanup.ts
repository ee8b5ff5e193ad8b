import { beforeAll, onTestFinished } from "vitest";

type End = () => unknown;

/** Clean-up functions shared by all tests of a file. Null while a resource is created for one test. */
let ends: End[] | null = null;

/** Ends a resource after the test, or after the last test of a file if it is shared. */
export function cleanUpAfter(end: End): void {
  if (ends === null)
    onTestFinished(async () => {
      await end();
    });
  else ends.push(end);
}

/**
 * Creates a resource once for the tests of a file that leave it unchanged, and ends it after the last one.
 */
export function createOnce<Item>(make: () => Promise<Item>, timeout?: number): () => Item {
  let made: { item: Item } | undefined;
  beforeAll(async () => {
    const own: End[] = [];
    ends = own;
    made = { item: await make() };
    ends = null;
    return async () => {
      for (const end of own.toReversed()) await end();
    };
  }, timeout);
  return () => {
    if (!made) throw new Error("this is made before the first test");
    return made.item;
  };
}
