import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";

import { Providers } from "#client/app/routes.tsx";

/** The context of every part of the product: a wrapper for rendering one alone. */
export function Surroundings({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      <Providers>{children}</Providers>
    </MemoryRouter>
  );
}
