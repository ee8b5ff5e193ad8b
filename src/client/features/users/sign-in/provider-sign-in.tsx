import { KeyRound } from "lucide-react";
import { useLocation } from "react-router-dom";

import type { EntryLink } from "#client/features/users/use-auth.ts";
import { buttonStyle } from "#client/ui/button.tsx";
import { Callout } from "#client/ui/feedback/states.tsx";
import { LINK_KINDS, SIGN_IN_PROBLEMS, type SignInProblem } from "#shared/accounts/user-rules.ts";

const PROBLEM_TEXTS: Record<SignInProblem, (provider: string) => string> = {
  unavailable: (provider) =>
    `Couldn't reach ${provider}. Try again in a few minutes, or sign in with a password.`,
  denied: (provider) => `${provider} didn't sign you in. Try again, or ask its administrator for access.`,
  invalid: (provider) =>
    `The reply from ${provider} failed a check. Try again. If that doesn't help, ask an administrator to check the log.`,
  expired: () =>
    "This sign-in took too long, or began in another browser or tab. Start again and finish it here.",
  busy: () => "Too many failed attempts. Wait ten minutes, then try again.",
  disabled: () => "This account is disabled. Ask an administrator to enable it again.",
  closed: () =>
    "You have no account here, and sign-up is closed. Ask an administrator for an account. If you have one, sign in with its password and link it on the account page.",
  invite: () =>
    "You need an invitation to sign up. Ask an administrator for an invite link, open it, and continue there.",
  linked: (provider) =>
    `This ${provider} account is already linked with another StackLoop account. Unlink it there first.`,
};

/** Note with the reason in the URL why signing in through the provider failed. */
export function ProviderProblem({ provider }: { provider: string | null }) {
  const problemKind = new URLSearchParams(useLocation().search).get("signIn");
  const problem = SIGN_IN_PROBLEMS.find((known) => known === problemKind);
  return problem ? (
    <Callout tone="warning" className="mb-5">
      <span role="alert">{PROBLEM_TEXTS[problem](provider ?? "the provider")}</span>
    </Callout>
  ) : null;
}

/** Link to the provider's sign-in page. It passes on an invite link in the URL. */
export function ProviderButton({ provider, link }: { provider: string; link: EntryLink | null }) {
  const { pathname, search } = useLocation();
  const rest = new URLSearchParams(search);
  for (const name of [...LINK_KINDS, "signIn"]) rest.delete(name);
  const query = new URLSearchParams({
    returnTo: rest.size > 0 ? `${pathname}?${rest.toString()}` : pathname,
  });
  if (link?.kind === "invite") query.set("invite", link.token);
  return (
    <>
      <p className="my-4 flex items-center gap-3 text-xs text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <a
        href={`/api/auth/oidc?${query.toString()}`}
        className={buttonStyle("secondary", "medium", "w-full min-w-0")}
      >
        <KeyRound aria-hidden />
        <span className="truncate">Continue with {provider}</span>
      </a>
    </>
  );
}
