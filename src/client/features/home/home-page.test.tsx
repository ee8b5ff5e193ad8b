import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { startBackend } from "#tests/support/msw-server.ts";
import { renderApp } from "#tests/support/render-app.tsx";

test.each([
  [{ firstName: "Ada", email: "ada@example.org" }, "Welcome, Ada!"],
  [{ email: "ada@example.org" }, "Welcome, ada@example.org!"],
  [{}, "Welcome, User!"],
])("greets %o with “%s”", async (names, greeting) => {
  const { signInAs } = await startBackend();
  await signInAs({ username: "ada", ...names });
  renderApp();
  expect(await screen.findByRole("heading", { name: greeting })).toBeVisible();
  expect(screen.queryByText("Admin")).toBeNull();
});

test("shows a badge for an admin", async () => {
  const { signInAs } = await startBackend();
  await signInAs({ username: "ada", role: "admin" });
  renderApp();
  expect(await screen.findByRole("heading", { name: "Welcome, User! Admin" })).toBeVisible();
});

test("links to the five sections", async () => {
  const { signInAs } = await startBackend();
  await signInAs({ username: "ada" });
  renderApp();
  await screen.findByRole("heading", { name: "Welcome, User!" });
  const main = screen.getByRole("main");
  for (const name of ["AI Stack", "News Stack", "Research Stack", "Prompt Stack", "ChapterLoop"]) {
    expect(within(main).getByRole("link", { name })).toBeVisible();
  }
  expect(await screen.findByRole("heading", { name: "No Tools Yet" })).toBeVisible();
});
