import { useLocation, useSearchParams } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { LINK_KINDS, type LinkKind } from "#shared/accounts/user-rules.ts";
import type { SignupMode } from "#shared/accounts/users.ts";

/** One-time link in the URL: /?setup=TOKEN, /?invite=TOKEN or /?reset=TOKEN. */
export interface EntryLink {
  kind: LinkKind;
  token: string;
}

/** Returns the one-time link in the URL, if any, with a function that removes it. */
export function useEntryLink(): { link: EntryLink | null; forgetLink: () => void } {
  const [search, setSearch] = useSearchParams();
  const kind = LINK_KINDS.find((option) => search.has(option));
  const token = kind && search.get(kind);

  function forgetLink() {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const option of [...LINK_KINDS, "signIn"]) after.delete(option);
        return after;
      },
      { replace: true },
    );
  }

  return { link: kind && token ? { kind, token } : null, forgetLink };
}

/** Options for a visitor. */
export interface Entry {
  signup: SignupMode;
  /** Valid link in the URL. */
  link: (EntryLink & { username: string | null }) | null;
  /** True if the link was already used or has expired. */
  isLinkSpent: boolean;
  /** https URL of this page, if signing in doesn't work over http. */
  secureAddress: string | null;
  /** True if everyone may use the server's accounts. */
  isDemo: boolean;
  /** Name of the identity provider, if there is one. */
  provider: string | null;
  /** True if the server mails links to new passwords. */
  canResetByMail: boolean;
}

/** Loads the data of the sign-in card; `undefined` while loading. */
export function useEntry(): Entry | undefined {
  const { link } = useEntryLink();
  const { pathname, search } = useLocation();
  const entry = trpc.auth.entry.useQuery({ token: link?.token }, { retryOnMount: false });
  // Without a reply, offer everything. The server decides on submission.
  if (entry.isError)
    return {
      signup: "open",
      link: link && { ...link, username: null },
      isLinkSpent: false,
      secureAddress: null,
      isDemo: false,
      provider: null,
      canResetByMail: false,
    };
  if (!entry.data) return undefined;
  const { signup, link: found, secureUrl, isDemo, provider, canResetByMail } = entry.data;
  const isGood = found?.isValid === true && found.kind === link?.kind;
  return {
    signup,
    isDemo,
    provider,
    canResetByMail,
    link: link && isGood ? { ...link, username: found.username } : null,
    isLinkSpent: link !== null && !isGood,
    secureAddress:
      secureUrl !== null && window.location.protocol === "http:" ? `${secureUrl}${pathname}${search}` : null,
  };
}
