import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { addTool } from "#server/features/tools/tools.service.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { startBackend } from "#tests/support/msw-server.ts";
import { renderApp } from "#tests/support/render-app.tsx";

test("explains how to send a brief if there is neither a channel nor a mail server", async () => {
  const backend = await startBackend();
  const ada = await backend.signInAs({ username: "ada", role: "admin" });
  await addTool(backend.app, ada, newToolSchema.parse({ name: "Claude" }));
  const dayFrom = (days: number) =>
    new Date(backend.app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const person = renderApp(`/brief?from=${dayFrom(-1)}&to=${dayFrom(1)}`);
  await person.click(await screen.findByRole("button", { name: "Send…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send Brief" }));
  expect(await dialog.findByText(/There is nowhere to send it yet/u)).toBeVisible();
  expect(dialog.getByRole("link", { name: "Add a channel" })).toHaveAttribute("href", "/admin/channels");
  expect(dialog.getByRole("button", { name: "Send" })).toBeDisabled();
});
