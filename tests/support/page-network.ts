import { setupServer } from "msw/node";

/** Stands between the page and the network; tests may answer a call in their own way with `use`. */
export const mswServer = setupServer();
