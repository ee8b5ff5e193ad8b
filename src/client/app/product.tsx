import type { RouteObject } from "react-router-dom";

import { FailedPage } from "./error-boundary.tsx";
import { Gate } from "./gate.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { Providers } from "./providers.tsx";

/** One route for every address: the gate decides what each of them shows. A router of data is what can hold a step back. */
export const product: RouteObject[] = [
  {
    path: "*",
    element: (
      <LeaveGuard>
        <Providers>
          <Gate />
        </Providers>
      </LeaveGuard>
    ),
    errorElement: <FailedPage />,
  },
];
