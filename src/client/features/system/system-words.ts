import { SOURCES_LINK } from "#client/features/jobs/outcome-words.ts";
import type { Attention } from "#shared/operations/system-attention.ts";

/** "Everything is fine", "1 item needs attention", "3 items need attention" */
export function describeAttention({ length }: readonly Attention[]): string {
  if (length === 0) return "Everything is fine";
  return length === 1 ? "1 item needs attention" : `${length} items need attention`;
}

interface ActionLink {
  to: string;
  label: string;
}

/** Page where admins see and start jobs. */
export const JOBS_LINK: ActionLink = { to: "/admin/jobs", label: "Open Jobs" };
/** Page with all sources, failures first. */
const ALL_SOURCES_LINK: ActionLink = { to: SOURCES_LINK.to, label: "Open Sources" };
const USERS_LINK: ActionLink = {
  to: "/dashboard?dialog=settings#user-management",
  label: "Open User Management",
};

/** Pages for a warning's action, by the beginning of the warning's id. */
const LINKS: readonly (readonly [beginning: RegExp, link: ActionLink])[] = [
  [/^(?:database-damaged|check-failed|backup-too-old|job-)/u, JOBS_LINK],
  [/^sources-fail$/u, ALL_SOURCES_LINK],
  [/^channel-off$/u, { to: "/admin/channels", label: "Open Channels" }],
  [/^(?:one-admin|sign-up-open)$/u, USERS_LINK],
];

/** Returns the page for a warning's action; undefined if the product has none. */
export const actionLinkOf = ({ id }: Attention): ActionLink | undefined =>
  LINKS.find(([beginning]) => beginning.test(id))?.[1];
