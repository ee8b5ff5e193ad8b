import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

// First of all: it has to hold for every schema that the modules below make.
import "#client/api/zod-config.ts";
import { App } from "#client/app/app.tsx";

import "./styles.css";

const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
