import { Callout } from "./callout.tsx";
import type { Entry } from "./use-entry-link.ts";

/** Says what the link in the address is good for. */
export function EntryNote({ entry: { link, isLinkSpent } }: { entry: Entry }) {
  if (isLinkSpent) {
    return (
      <Callout tone="warning" className="mb-5">
        This link has been used or has expired. Ask for a new one, or sign in as usual.
      </Callout>
    );
  }
  if (link?.kind === "setup") {
    return (
      <Callout className="mb-5">
        You are setting up StackLoop: whoever signs up or signs in through this link becomes its
        administrator.
      </Callout>
    );
  }
  if (link?.kind === "invite") {
    return <Callout className="mb-5">You have been invited to StackLoop. Create your account below.</Callout>;
  }
  return null;
}
