import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "#client/app/app.tsx";
import { stopComposingKeys } from "#client/ui/menu/key-events.ts";
import { restoreLostFocus } from "#client/ui/restore-focus.ts";

import "./styles.css";

stopComposingKeys();
restoreLostFocus();

const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
