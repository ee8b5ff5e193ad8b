import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";

import { routes } from "#client/app/routes.tsx";
import { stopComposingKeys } from "#client/ui/menu/key-events.ts";
import { restoreLostFocus } from "#client/ui/restore-focus.ts";
import { useTheme } from "#client/ui/use-theme.ts";

import "./styles.css";

setFirstEntryKey();
const router = createBrowserRouter(routes);

/** Root component of the browser app. */
function App() {
  // Sets the theme on all pages, including those without a theme setting.
  useTheme();
  // Without transitions, URL and content change at the same moment when the server's reply about the user arrives.
  return <RouterProvider router={router} useTransitions={false} />;
}

/**
 * Sets a key on the first history entry. Without keys, the first entries of all documents in a tab would share a scroll
 * position.
 */
function setFirstEntryKey(): void {
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
