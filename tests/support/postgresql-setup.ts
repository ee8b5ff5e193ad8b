import type { TestProject } from "vitest/node";

import { provideDatabaseServer, type DatabaseServer } from "./database-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The project's databases on a server. */
    databaseServer?: DatabaseServer;
  }
}

/** Provides a PostgreSQL server for the tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { item, stop } = await provideDatabaseServer();
  project.provide("databaseServer", item);
  return stop;
}
