import { TRPCClientError } from "@trpc/client";
import { z } from "zod";

const errorData = z.object({
  httpStatus: z.number(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  current: z.unknown().optional(),
});

function dataOf(error: unknown) {
  return error instanceof TRPCClientError ? errorData.safeParse(error.data).data : undefined;
}

// Faults of the server's inside say nothing to a person; these say what they can do.
const TELLING_FAULTS = new Set([502, 503, 504, 507]);

/** What the server said, or the fallback where it said nothing a person can use. */
export function messageOf(error: unknown, fallback: string): string {
  const status = statusOf(error);
  const isTelling = status !== undefined && (status < 500 || TELLING_FAULTS.has(status));
  return isTelling && error instanceof Error && error.message !== "" ? error.message : fallback;
}

/** Faults by field, for a form. */
export const issuesOf = (error: unknown): { path: string; message: string }[] => dataOf(error)?.issues ?? [];

/** The thing as it is now on the server, when an edit was refused because it was made on an outdated one. */
export const currentOf = (error: unknown): unknown =>
  statusOf(error) === 409 ? dataOf(error)?.current : undefined;

export const statusOf = (error: unknown): number | undefined => dataOf(error)?.httpStatus;

/** True when the session is gone: not for a wrong password, which is a 401 too. */
export const isSignedOut = (error: unknown): boolean =>
  statusOf(error) === 401 && error instanceof Error && error.message.includes("Unauthorized");
