import { setupServer } from "msw/node";

/** Between the page and the network; tests can replace the reply to a call with `use`. */
export const mswServer = setupServer();
