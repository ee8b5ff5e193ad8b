import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router-dom";

import { useTheme } from "#client/ui/use-theme.ts";

import { createGuardedHistory } from "./guarded-history.ts";
import { HistoryRouter } from "./history-router.tsx";
import { preloadPage, Product } from "./routes.tsx";

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
