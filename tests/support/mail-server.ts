import { cleanUpAfter } from "./cleanup.ts";
import { type MailServer, startMailServer } from "./mail-listener.ts";

export type { MailServer };

/** A mail server for a test or file, which accepts every mail by default. */
export async function mailServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  cleanUpAfter(server.close);
  return server;
}
