import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { createOneTimeLink } from "#server/features/users/one-time-links.service.ts";
import { startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";

const tokenOf = ({ url }: { url: string }) => new URL(url).search;

test("a visitor sees the sign-in card at every address of the product, with Sign In chosen", async () => {
  await startBackend();
  renderApp("/prompts");
  expect(await screen.findByRole("heading", { name: "Welcome" })).toBeVisible();
  expect(screen.getByText("Sign in to your account or create a new one")).toBeVisible();
  expect(screen.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");
});

test("an address that does not exist is not found, for visitors too", async () => {
  await startBackend();
  renderApp("/nowhere");
  expect(screen.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  expect(screen.getByText("Did you forget to add the page to the router?")).toBeVisible();
  await waitFor(() => expect(document.title).toBe("Page not found · StackLoop"));
});

test("an empty sign-in says what is missing at each field and goes to the first", async () => {
  await startBackend();
  const person = renderApp();
  await person.click(await screen.findByRole("button", { name: "Sign In" }));
  expect(screen.getByText("Username is required")).toBeVisible();
  expect(screen.getByText("Password is required")).toBeVisible();
  expect(screen.getByLabelText("Username")).toHaveFocus();
  await person.keyboard("ada");
  expect(screen.queryByText("Username is required")).toBeNull();
});

test("signing in shows the page that was asked for", async () => {
  const { createUser } = await startBackend();
  await createUser({ username: "ada", firstName: "Ada" });
  const person = renderApp("/news");
  await person.type(await screen.findByLabelText("Username"), "ada");
  await person.type(screen.getByLabelText("Password"), "secret-pass");
  await person.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await screen.findByRole("button", { name: "Signing In..." })).toBeVisible();
  expect(await screen.findByRole("heading", { name: "News Stack" })).toBeVisible();
  expect(await screen.findByText("Logged in successfully!")).toBeVisible();
  await waitFor(() => expect(document.title).toBe("News Stack · StackLoop"));
});

test("a wrong password is told in a toast and nothing typed is lost", async () => {
  await startBackend();
  const person = renderApp();
  await person.type(await screen.findByLabelText("Username"), "ada");
  await person.type(screen.getByLabelText("Password"), "wrong-pass{Enter}");
  expect(await screen.findByText("Login failed")).toBeVisible();
  expect(screen.getByText("Invalid username or password")).toBeVisible();
  expect(screen.getByLabelText("Username")).toHaveValue("ada");
  expect(screen.getByLabelText("Password")).toHaveValue("wrong-pass");
});

test("signing up asks for a long enough password, then makes an account", async () => {
  await startBackend();
  const person = renderApp();
  await person.click(await screen.findByRole("tab", { name: "Sign Up" }));
  await person.type(await screen.findByPlaceholderText("Choose a username"), "ada");
  const password = screen.getByPlaceholderText("Create a password (min 6 characters)");
  await person.type(password, "short");
  await person.type(screen.getByLabelText("Email (optional)"), "not-an-address");
  await person.click(screen.getByRole("button", { name: "Create Account" }));
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  expect(screen.getByText("Please enter a valid email address")).toBeVisible();
  expect(password).toHaveFocus();
  await person.type(password, "-no-more");
  await person.clear(screen.getByLabelText("Email (optional)"));
  await person.click(screen.getByRole("button", { name: "Create Account" }));
  expect(await screen.findByRole("button", { name: "Creating Account..." })).toBeVisible();
  expect(await screen.findByText("Account created successfully!")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Welcome, User!" })).toBeVisible();
});

test("a taken user name is told in a toast", async () => {
  const { createUser } = await startBackend();
  await createUser({ username: "Ada" });
  const person = renderApp();
  await person.click(await screen.findByRole("tab", { name: "Sign Up" }));
  await person.type(await screen.findByPlaceholderText("Choose a username"), "ada");
  await person.type(screen.getByPlaceholderText(/Create a password/u), "secret-pass{Enter}");
  expect(await screen.findByText("Registration failed")).toBeVisible();
  expect(screen.getByText("Username already exists")).toBeVisible();
});

test.each([
  ["closed", "Sign-up is closed. Ask an administrator for an account."],
  ["invite", /You need an invitation to sign up/u],
])("where sign-up is %s the Sign Up tab says so", async (mode, words) => {
  await startBackend({ SIGNUP: mode });
  const person = renderApp();
  await person.click(await screen.findByRole("tab", { name: "Sign Up" }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create Account" })).toBeNull();
});

test("whoever signs up through a set-up link is admin, and the link leaves the address", async () => {
  const { app } = await startBackend({ SIGNUP: "closed" });
  const person = renderApp(`/${tokenOf(await createOneTimeLink(app, "setup"))}`);
  expect(await screen.findByText(/becomes its administrator/u)).toBeVisible();
  await person.type(screen.getByPlaceholderText("Choose a username"), "ada");
  await person.type(screen.getByPlaceholderText(/Create a password/u), "secret-pass{Enter}");
  expect(await screen.findByText("Admin")).toBeVisible();
  expect(addressBar()).toBe("/");
});

test("an invite link opens Sign Up where sign-up needs an invitation", async () => {
  const { app } = await startBackend({ SIGNUP: "invite" });
  const person = renderApp(`/${tokenOf(await createOneTimeLink(app, "invite"))}`);
  expect(await screen.findByText(/You're invited/u)).toBeVisible();
  await person.type(screen.getByPlaceholderText("Choose a username"), "ada");
  await person.type(screen.getByPlaceholderText(/Create a password/u), "secret-pass{Enter}");
  expect(await screen.findByText("Account created successfully!")).toBeVisible();
});

test("a reset link sets a new password for the person that it names", async () => {
  const { app, createUser } = await startBackend();
  const user = await createUser({ username: "ada" });
  const person = renderApp(`/${tokenOf(await createOneTimeLink(app, "reset", { userId: user.id }))}`);
  expect(await screen.findByRole("heading", { name: "Set a new password" })).toBeVisible();
  expect(screen.getByText("ada")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Set Password" }));
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  await person.type(screen.getByLabelText("New password"), "another-pass");
  await person.click(screen.getByRole("button", { name: "Set Password" }));
  expect(await screen.findByRole("button", { name: "Setting Password..." })).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Welcome, User!" })).toBeVisible();
  expect(addressBar()).toBe("/");
});

test("a spent link says so and leaves the way in by password", async () => {
  await startBackend();
  renderApp("/?reset=used-before");
  expect(await screen.findByText(/has expired or was already used/u)).toBeVisible();
  expect(screen.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("a page that was opened by http leads to the https address, with the one-time link", async () => {
  const { app } = await startBackend({ PUBLIC_URL: "https://stackloop.example" });
  const search = tokenOf(await createOneTimeLink(app, "invite"));
  renderApp(`/${search}`);
  const link = await screen.findByRole("link", { name: `https://stackloop.example/${search}` });
  expect(link).toHaveAttribute("href", `https://stackloop.example/${search}`);
  expect(screen.queryByRole("button", { name: /Create Account|Sign In/u })).toBeNull();
});
