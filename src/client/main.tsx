import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";

import { routes } from "#client/app/routes.tsx";
import { stopComposingKeys } from "#client/ui/menu/key-events.ts";
import { restoreLostFocus } from "#client/ui/restore-focus.ts";
import { useTheme } from "#client/ui/use-theme.ts";

import "./styles.css";

nameFirstEntry();
const router = createBrowserRouter(routes);

/** Root component of the browser app. */
function App() {
  // Every page follows the system's theme, including those without a theme setting.
  useTheme();
  // Without transitions, an address and the server's answer about the user change the page at the same moment.
  return <RouterProvider router={router} useTransitions={false} />;
}

/** Sets a key on the first history entry. Without one, all such entries of the tab share a scroll position. */
function nameFirstEntry(): void {
  const { state } = window.history;
  if (state?.key === undefined)
    window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, "");
}

stopComposingKeys();
restoreLostFocus();

const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
