import { useLocation, useNavigate } from "react-router-dom";

export const ACCOUNT_TABS = ["general", "assistants", "feeds"] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** Returns the tab in the URL: "/account" is the first one, "/account?tab=assistants" another. */
export function useAccountTab(): [AccountTab, (tab: AccountTab) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const named = new URLSearchParams(search).get("tab");
  const tab = ACCOUNT_TABS.find((known) => known === named) ?? ACCOUNT_TABS[0];
  return [
    tab,
    (next) =>
      void navigate(
        { search: next === ACCOUNT_TABS[0] ? "" : `?tab=${next}` },
        // The page and its scroll position remain.
        { preventScrollReset: true },
      ),
  ];
}
