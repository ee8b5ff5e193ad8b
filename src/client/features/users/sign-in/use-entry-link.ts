import { useLocation, useSearchParams } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { LINK_KINDS, type LinkKind } from "#shared/accounts/user-rules.ts";
import type { SignupMode } from "#shared/accounts/users.ts";

/** A one-time link as it stands in the address: /?setup=TOKEN, /?invite=TOKEN or /?reset=TOKEN. */
export interface EntryLink {
  kind: LinkKind;
  token: string;
}

/** The one-time link in the address, if there is one, and the way to take it out of the address. */
export function useEntryLink(): { link: EntryLink | null; forgetLink: () => void } {
  const [search, setSearch] = useSearchParams();
  const kind = LINK_KINDS.find((option) => search.has(option));
  const token = kind && search.get(kind);

  function forgetLink() {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const option of LINK_KINDS) after.delete(option);
        return after;
      },
      { replace: true },
    );
  }

  return { link: kind && token ? { kind, token } : null, forgetLink };
}

/** What a visitor may do here. */
export interface Entry {
  signup: SignupMode;
  /** The link in the address that is good for something. */
  link: (EntryLink & { username: string | null }) | null;
  /** There is a link, but it is spent or too old. */
  isLinkSpent: boolean;
  /** The https address of this page, where signing in doesn't work at the http one. */
  secureAddress: string | null;
}

/** Fetches what the sign-in card has to know; `undefined` until it is there. */
export function useEntry(): Entry | undefined {
  const { link } = useEntryLink();
  const { pathname, search } = useLocation();
  const entry = trpc.auth.entry.useQuery({ token: link?.token }, { retryOnMount: false });
  // Without a reply everything is offered; the server decides when it is used.
  if (entry.isError)
    return {
      signup: "open",
      link: link && { ...link, username: null },
      isLinkSpent: false,
      secureAddress: null,
    };
  if (!entry.data) return undefined;
  const { signup, link: found, secureUrl } = entry.data;
  const isGood = found?.isValid === true && found.kind === link?.kind;
  return {
    signup,
    link: link && isGood ? { ...link, username: found.username } : null,
    isLinkSpent: link !== null && !isGood,
    secureAddress:
      secureUrl !== null && window.location.protocol === "http:" ? `${secureUrl}${pathname}${search}` : null,
  };
}
