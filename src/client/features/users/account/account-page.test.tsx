import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { createToken } from "#server/features/users/tokens.service.ts";
import { SignInError } from "#server/outside/sign-in/identity-provider.ts";
import { newTokenSchema } from "#shared/accounts/tokens.ts";
import { type Backend, startBackend } from "#tests/support/msw-server.ts";
import { renderApp } from "#tests/support/render-app.tsx";

async function signedIn(): Promise<Backend> {
  const backend = await startBackend();
  await backend.signInAs({ username: "ada", firstName: "Ada" });
  return backend;
}

test("saves a person's own names", async () => {
  await signedIn();
  const person = renderApp("/account");
  const firstName = await screen.findByLabelText("First Name");
  await person.clear(firstName);
  await person.type(firstName, "Augusta");
  await person.click(screen.getByRole("button", { name: "Save Profile" }));
  expect(await screen.findByText("Profile saved")).toBeVisible();
  await person.click(screen.getByRole("link", { name: "Home" }));
  expect(await screen.findByRole("heading", { name: "Welcome, Augusta!" })).toBeVisible();
});

test("reports a wrong current password at its field", async () => {
  await signedIn();
  const person = renderApp("/account");
  await person.type(await screen.findByLabelText("Current password"), "guessed");
  await person.type(screen.getByLabelText("New password"), "another-pass");
  await person.click(screen.getByRole("button", { name: "Change Password" }));
  expect(await screen.findByText("Your current password is incorrect")).toBeVisible();
  expect(screen.getByLabelText("Current password")).toHaveFocus();
  expect(screen.getByLabelText("New password")).toHaveValue("another-pass");
});

test("ends the other sessions after a password change", async () => {
  const { app, signIn } = await signedIn();
  const ada = await app.db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  await signIn(ada);
  const person = renderApp("/account");
  expect(await screen.findByRole("button", { name: /End the session on Firefox/u })).toBeVisible();
  await person.type(screen.getByLabelText("Current password"), "secret-pass");
  await person.type(screen.getByLabelText("New password"), "another-pass");
  await person.click(screen.getByRole("button", { name: "Change Password" }));
  expect(await screen.findByText("Your other sessions have ended.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: /End the session/u })).toBeNull());
  expect(screen.getByText("This session")).toBeVisible();
});

test("ends all other sessions after confirmation", async () => {
  const { app, signIn } = await signedIn();
  const ada = await app.db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  await signIn(ada);
  const person = renderApp("/account");
  await person.click(await screen.findByRole("button", { name: "End Other Sessions" }));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent("One other device");
  await person.click(screen.getAllByRole("button", { name: "End Other Sessions" }).at(-1) ?? document.body);
  expect(await screen.findByText("Other sessions ended")).toBeVisible();
});

test("revokes tokens and feeds with a new password, unless unticked", async () => {
  const { app } = await signedIn();
  const ada = await app.db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  await createToken(app, ada, newTokenSchema.parse({ name: "Laptop" }));
  const person = renderApp("/account");
  const list = await screen.findByRole("list", { name: "Tokens and feeds" });
  expect(list).toHaveTextContent("Token Laptop");
  const box = screen.getByRole("checkbox", { name: "Also revoke" });
  expect(box).toBeChecked();
  const change = async (from: string, to: string) => {
    await person.type(screen.getByLabelText("Current password"), from);
    await person.type(screen.getByLabelText("New password"), to);
    await person.click(screen.getByRole("button", { name: "Change Password" }));
  };
  await person.click(box);
  await change("secret-pass", "another-pass");
  expect(await screen.findByText("Your other sessions have ended.")).toBeVisible();
  await person.click(box);
  await change("another-pass", "third-pass");
  expect(
    await screen.findByText("Your other sessions have ended, and your tokens and feeds are revoked."),
  ).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("checkbox", { name: "Also revoke" })).toBeNull());
});

/** Identity provider that can't be reached. */
const identityProvider = {
  name: "Example ID",
  start: () => Promise.reject(new SignInError("Signing in failed", "unavailable", "down")),
  finish: () => Promise.reject(new Error("nobody returns")),
};

test("links an account for single sign-on only after its password", async () => {
  const { app } = await signedIn();
  app.integrations.identityProvider = identityProvider;
  const person = renderApp("/account?signIn=linked");
  expect(await screen.findByText(/already linked with another StackLoop account/u)).toBeVisible();
  await person.type(screen.getByLabelText("Your password"), "guessed{Enter}");
  expect(await screen.findByText("Your password is incorrect")).toBeVisible();
  await person.clear(screen.getByLabelText("Your password"));
  await person.type(screen.getByLabelText("Your password"), "secret-pass");
  await person.click(screen.getByRole("button", { name: "Link with Example ID" }));
  expect(await screen.findByText(/Example ID can't be reached/u)).toBeVisible();
});

test("unlinks an account that has a password", async () => {
  const { app } = await signedIn();
  app.integrations.identityProvider = identityProvider;
  const { id } = await app.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const linked = { issuer: "https://id.example", subject: "ada", userId: id, linkedAt: "" };
  await app.db.insertInto("provider_accounts").values(linked).execute();
  const person = renderApp("/account");
  await person.click(await screen.findByRole("button", { name: "Unlink" }));
  expect(await screen.findByText("Account unlinked")).toBeVisible();
  expect(await screen.findByLabelText("Your password")).toBeVisible();
});
