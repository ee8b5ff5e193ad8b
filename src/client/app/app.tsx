import { lazy, Suspense } from "react";
import { BrowserRouter, Navigate, Route, Routes } from "react-router-dom";

import { useCurrentUser } from "#client/features/users/use-current-user.ts";

import { Providers } from "./providers.tsx";

const ToolsPage = lazy(async () => ({
  default: (await import("#client/features/tools/tools-page.tsx")).ToolsPage,
}));

/** The product in the browser. */
export function App() {
  return (
    <BrowserRouter>
      <Providers>
        <Screens />
      </Providers>
    </BrowserRouter>
  );
}

function Screens() {
  const user = useCurrentUser();
  if (!user) return null;
  return (
    <Suspense>
      <Routes>
        <Route path="/dashboard" element={<ToolsPage />} />
        <Route path="*" element={<Navigate to="/dashboard" />} />
      </Routes>
    </Suspense>
  );
}
