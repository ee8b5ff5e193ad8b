import { AsyncLocalStorage } from "node:async_hooks";

const person = new AsyncLocalStorage<string>();

/** Runs outside requests on behalf of a user, within that user's share of the connections. */
export const onBehalfOf = <Result>(userId: string, work: () => Promise<Result>): Promise<Result> =>
  person.run(userId, work);

/** Returns the user for whom a request is made, or undefined for a job. */
export const whoAsked = (): string | undefined => person.getStore();
