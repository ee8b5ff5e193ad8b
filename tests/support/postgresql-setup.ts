import type { TestProject } from "vitest/node";

import { bringDatabaseServer, type DatabaseServer } from "./database-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the project keeps databases on a server. */
    databaseServer?: DatabaseServer;
  }
}

/** Brings a PostgreSQL server for the tests that run on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { thing, stop } = await bringDatabaseServer();
  project.provide("databaseServer", thing);
  return stop;
}
