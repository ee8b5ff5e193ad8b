import { BrowserRouter } from "react-router-dom";

import { Gate } from "./gate.tsx";
import { Providers } from "./providers.tsx";

/** The product in the browser. */
export function App() {
  return (
    // Without transitions an address and what the server says of the person change the page in the same moment.
    <BrowserRouter useTransitions={false}>
      <Providers>
        <Gate />
      </Providers>
    </BrowserRouter>
  );
}
