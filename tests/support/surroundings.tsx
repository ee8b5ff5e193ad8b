import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";

import { Providers } from "#client/app/providers.tsx";

/** What every part of the product stands in: a wrapper for rendering one alone. */
export function Surroundings({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      <Providers>{children}</Providers>
    </MemoryRouter>
  );
}
