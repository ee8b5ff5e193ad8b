import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";

import { createOneTimeLink } from "#server/features/users/users.service.ts";
import { mswServer, startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";

const tokenOf = ({ url }: { url: string }) => new URL(url).search;

/** Delays replies to mutations until the returned function is called. */
function holdReplies(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  mswServer.use(http.post("*/trpc/*", () => promise));
  return resolve;
}

test("shows visitors the sign-in card at every address, with Sign In selected", async () => {
  await startBackend();
  renderApp("/prompts");
  expect(await screen.findByRole("heading", { name: "Welcome" })).toBeVisible();
  expect(screen.getByText("Sign in to your account or create a new one")).toBeVisible();
  expect(screen.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");
});

test("shows visitors a not-found page for an unknown address", async () => {
  await startBackend();
  renderApp("/nowhere");
  expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  expect(screen.getByText("Did you forget to add the page to the router?")).toBeVisible();
  await waitFor(() => expect(document.title).toBe("Page not found · StackLoop"));
});

test("reports each empty sign-in field and focuses the first", async () => {
  await startBackend();
  const person = renderApp();
  await person.click(await screen.findByRole("button", { name: "Sign In" }));
  expect(screen.getByText("Username is required")).toBeVisible();
  expect(screen.getByText("Password is required")).toBeVisible();
  expect(screen.getByLabelText("Username")).toHaveFocus();
  await person.keyboard("ada");
  expect(screen.queryByText("Username is required")).toBeNull();
});

test("opens the requested page after signing in", async () => {
  const { createUser } = await startBackend();
  await createUser({ username: "ada", firstName: "Ada" });
  const person = renderApp("/news");
  await person.type(await screen.findByLabelText("Username"), "ada");
  await person.type(screen.getByLabelText("Password"), "secret-pass");
  const release = holdReplies();
  await person.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await screen.findByRole("button", { name: "Signing In..." })).toBeVisible();
  release();
  expect(await screen.findByRole("heading", { name: "News Stack" })).toBeVisible();
  expect(await screen.findByText("Logged in successfully!")).toBeVisible();
  await waitFor(() => expect(document.title).toBe("News Stack · StackLoop"));
});

test("reports a wrong password in a toast and preserves the input", async () => {
  await startBackend();
  const person = renderApp();
  await person.type(await screen.findByLabelText("Username"), "ada");
  await person.type(screen.getByLabelText("Password"), "wrong-pass{Enter}");
  expect(await screen.findByText("Login failed")).toBeVisible();
  expect(screen.getByText("Invalid username or password")).toBeVisible();
  expect(screen.getByLabelText("Username")).toHaveValue("ada");
  expect(screen.getByLabelText("Password")).toHaveValue("wrong-pass");
});

test("requires a long enough password, then creates an account", async () => {
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
  const release = holdReplies();
  await person.click(screen.getByRole("button", { name: "Create Account" }));
  expect(await screen.findByRole("button", { name: "Creating Account..." })).toBeVisible();
  release();
  expect(await screen.findByText("Account created successfully!")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Welcome, User!" })).toBeVisible();
});

test("reports a taken username in a toast", async () => {
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
])("explains in the Sign Up tab that sign-up is %s", async (mode, words) => {
  await startBackend({ SIGNUP: mode });
  const person = renderApp();
  await person.click(await screen.findByRole("tab", { name: "Sign Up" }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create Account" })).toBeNull();
});

test("makes a person an admin through a setup link, and removes the link from the address", async () => {
  const { app } = await startBackend({ SIGNUP: "closed" });
  const person = renderApp(`/${tokenOf(await createOneTimeLink(app, "setup"))}`);
  expect(await screen.findByText(/become its administrator/u)).toBeVisible();
  await person.type(screen.getByPlaceholderText("Choose a username"), "ada");
  await person.type(screen.getByPlaceholderText(/Create a password/u), "secret-pass{Enter}");
  expect(await screen.findByRole("heading", { name: "Welcome, User! Admin" })).toBeVisible();
  expect(addressBar()).toBe("/");
});

test("opens Sign Up through an invite link if sign-up needs an invitation", async () => {
  const { app } = await startBackend({ SIGNUP: "invite" });
  const person = renderApp(`/${tokenOf(await createOneTimeLink(app, "invite"))}`);
  expect(await screen.findByText(/You're invited/u)).toBeVisible();
  await person.type(screen.getByPlaceholderText("Choose a username"), "ada");
  await person.type(screen.getByPlaceholderText(/Create a password/u), "secret-pass{Enter}");
  expect(await screen.findByText("Account created successfully!")).toBeVisible();
});

test("sets a new password for the person in the reset link", async () => {
  const { app, createUser } = await startBackend();
  const user = await createUser({ username: "ada" });
  const person = renderApp(`/${tokenOf(await createOneTimeLink(app, "reset", { userId: user.id }))}`);
  expect(await screen.findByRole("heading", { name: "Set a new password" })).toBeVisible();
  expect(screen.getByText("ada")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Set Password" }));
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  await person.type(screen.getByLabelText("New password"), "another-pass");
  const release = holdReplies();
  await person.click(screen.getByRole("button", { name: "Set Password" }));
  expect(await screen.findByRole("button", { name: "Setting Password..." })).toBeVisible();
  release();
  expect(await screen.findByRole("heading", { name: "Welcome, User!" })).toBeVisible();
  expect(addressBar()).toBe("/");
});

test("reports a used link and still offers the password sign-in", async () => {
  await startBackend();
  renderApp("/?reset=used-before");
  expect(await screen.findByText(/has expired or was already used/u)).toBeVisible();
  expect(screen.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("links from an http page to the https address, with the one-time link", async () => {
  const { app } = await startBackend({ PUBLIC_URL: "https://stackloop.example" });
  const search = tokenOf(await createOneTimeLink(app, "invite"));
  renderApp(`/${search}`);
  const link = await screen.findByRole("link", { name: `https://stackloop.example/${search}` });
  expect(link).toHaveAttribute("href", `https://stackloop.example/${search}`);
  expect(screen.queryByRole("button", { name: /Create Account|Sign In/u })).toBeNull();
});

test("passes the requested page and the invitation to single sign-on, and shows why it failed", async () => {
  const { app } = await startBackend({ SIGNUP: "invite" });
  app.integrations.identityProvider = {
    name: "Example ID",
    start: () => Promise.reject(new Error("nobody starts")),
    finish: () => Promise.reject(new Error("nobody returns")),
  };
  const { url } = await createOneTimeLink(app, "invite");
  const invite = new URL(url).searchParams.get("invite") ?? "";
  renderApp(`/news?tag=a&signIn=closed&invite=${invite}`);
  const link = await screen.findByRole("link", { name: "Continue with Example ID" });
  const query = new URLSearchParams({ returnTo: "/news?tag=a", invite });
  expect(link).toHaveAttribute("href", `/api/auth/oidc?${query.toString()}`);
  expect(screen.getByRole("alert")).toHaveTextContent("sign-up is closed. Ask an administrator");
});
