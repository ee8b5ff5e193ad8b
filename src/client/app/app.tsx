import { createBrowserRouter, RouterProvider } from "react-router-dom";

import { useTheme } from "#client/ui/use-theme.ts";

import { routes } from "./routes.tsx";

nameFirstEntry();
const router = createBrowserRouter(routes);

/** Root component of the browser app. */
export function App() {
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
