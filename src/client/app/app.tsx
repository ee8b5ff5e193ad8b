import { BrowserRouter } from "react-router-dom";

import { useTheme } from "#client/ui/use-theme.ts";

import { Gate } from "./gate.tsx";
import { Providers } from "./providers.tsx";

/** The product in the browser. */
export function App() {
  // Every page follows the system's theme, also those on which nobody can choose one.
  useTheme();
  return (
    // Without transitions an address and what the server says of the person change the page in the same moment.
    <BrowserRouter useTransitions={false}>
      <Providers>
        <Gate />
      </Providers>
    </BrowserRouter>
  );
}
