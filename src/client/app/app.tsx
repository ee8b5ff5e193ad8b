import { createBrowserRouter, RouterProvider } from "react-router-dom";

import { useTheme } from "#client/ui/use-theme.ts";

import { routes } from "./routes.tsx";

const router = createBrowserRouter(routes);

/** The product in the browser. */
export function App() {
  // Every page follows the system's theme, also those on which nobody can choose one.
  useTheme();
  // Without transitions an address and the server's reply about the person change the page in the same moment.
  return <RouterProvider router={router} useTransitions={false} />;
}
