import { Skeleton } from "#client/ui/skeleton.tsx";

import { Callout } from "./callout.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import type { Entry } from "./use-entry-link.ts";

/** The form for a new account, or why there is none to be had here. */
export function SignUpPanel({ entry }: { entry: Entry | undefined }) {
  if (!entry) return <Skeleton className="h-80 w-full rounded-control" />;
  const { signup, link } = entry;
  if (signup === "open" || link?.kind === "setup" || (signup === "invite" && link?.kind === "invite")) {
    return <SignUpForm link={link} />;
  }
  return (
    <Callout>
      {signup === "invite"
        ? "Sign-up needs an invitation. Ask an administrator for an invite link, and open it here."
        : "Sign-up is closed. Ask an administrator for an account."}
    </Callout>
  );
}
