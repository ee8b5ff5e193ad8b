import { AsyncLocalStorage } from "node:async_hooks";

const person = new AsyncLocalStorage<string>();

/** Does work that goes out into the world because a person asked for it; their requests have a share of the way out. */
export const onBehalfOf = <Result>(userId: string, work: () => Promise<Result>): Promise<Result> =>
  person.run(userId, work);

/** The person whom a request is made for; undefined for one of a job. */
export const whoAsked = (): string | undefined => person.getStore();
