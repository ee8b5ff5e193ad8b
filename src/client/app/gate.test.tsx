import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";

import { mswServer, startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";

vi.mock("#client/features/readings/page/readings-page.tsx", () => ({
  ReadingsPage() {
    throw new Error("broken");
  },
}));

test("shows neither the sign-in form nor a section before the server replies", async () => {
  mswServer.use(http.all("*/trpc/*", () => new Promise<never>(() => {})));
  renderApp("/dashboard");
  expect(await screen.findByText("Loading")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Sign In" })).toBeNull();
});

test("does not treat an unreachable server as a missing session", async () => {
  const { createUser, signIn } = await startBackend();
  await signIn(await createUser({ username: "ada" }));
  mswServer.use(http.all("*/trpc/*", () => HttpResponse.error(), { once: true }));
  const person = renderApp();
  expect(await screen.findByRole("heading", { name: "Can't reach StackLoop" })).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("heading", { name: "Welcome, User!" })).toBeVisible();
});

test("shows the public page after the session has ended", async () => {
  const { app, createUser, signIn } = await startBackend();
  const user = await createUser({ username: "ada" });
  await signIn(user);
  const person = renderApp("/account");
  const save = await screen.findByRole("button", { name: "Save Profile" });
  await app.sessions.invalidateUserSessions(user.id);
  await person.click(save);
  expect(await screen.findByRole("heading", { name: "Welcome" })).toBeVisible();
  expect(addressBar()).toBe("/");
});

test("replaces a failed page with an error and a link home, and leaves the sidebar", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { createUser, signIn } = await startBackend();
  await signIn(await createUser({ username: "ada" }));
  renderApp("/chapter-loop");
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
  expect(screen.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  expect(screen.getByRole("navigation", { name: "Navigation" })).toBeVisible();
  vi.restoreAllMocks();
});
