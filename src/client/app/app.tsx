import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router-dom";

import { useTheme } from "#client/ui/use-theme.ts";

import { createGuardedHistory } from "./guarded-history.ts";
import { HistoryRouter } from "./history-router.tsx";
import { preloadPage, Product } from "./routes.tsx";

nameFirstEntry();
const history = createGuardedHistory(createBrowserHistory());
preloadPage(history.place().location.pathname);

/** The product in the browser. */
export function App() {
  // Every page follows the system's theme, also those on which nobody can choose one.
  useTheme();
  return (
    <HistoryRouter history={history}>
      <Product />
    </HistoryRouter>
  );
}

/** The entry that a page is loaded into has no key, and any other such entry of the tab would be taken for the same. */
function nameFirstEntry(): void {
  const { state } = window.history;
  if (state?.key === undefined)
    window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, "");
}
