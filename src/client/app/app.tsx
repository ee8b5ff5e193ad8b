import { BrowserRouter } from "react-router-dom";

import { Gate } from "./gate.tsx";
import { Providers } from "./providers.tsx";

/** The product in the browser. */
export function App() {
  return (
    <BrowserRouter>
      <Providers>
        <Gate />
      </Providers>
    </BrowserRouter>
  );
}
