import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";

import { createToken } from "#server/features/users/tokens.service.ts";
import { newTokenSchema } from "#shared/accounts/tokens.ts";
import { startBackend } from "#tests/support/msw-server.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { UserManagement } from "./user-management.tsx";

async function openUserManagement() {
  const { app, createUser, signInAs } = await startBackend();
  await signInAs({ username: "ada", role: "admin" });
  app.advance(1000);
  await createUser({ username: "grace", firstName: "Grace", lastName: "Hopper", email: "grace@example.org" });
  const person = userEvent.setup();
  render(<UserManagement />, { wrapper: Surroundings });
  return { person, app };
}

test("lists all users with their names, address and role", async () => {
  await openUserManagement();
  expect(await screen.findByText("2 users")).toBeVisible();
  const [ada, grace] = screen.getAllByRole("listitem");
  expect(ada).toHaveTextContent(/ada.*admin/u);
  expect(grace).toHaveTextContent(
    /grace.*user.*Grace Hopper · grace@example\.org.*Registered November 21, 2026/u,
  );
});

test("makes another person an admin after confirmation", async () => {
  const { person } = await openUserManagement();
  await person.click(await screen.findByRole("button", { name: "Actions for grace" }));
  await person.click(await screen.findByRole("menuitem", { name: "Make Admin" }));
  const question = await screen.findByRole("alertdialog", { name: "Make grace an admin?" });
  await person.click(within(question).getByRole("button", { name: "Make Admin" }));
  expect(await screen.findByText("grace is now an admin.")).toBeVisible();
});

test("shows the server's reason for refusing to demote the last admin", async () => {
  const { person } = await openUserManagement();
  await person.click(await screen.findByRole("button", { name: "Actions for ada" }));
  await person.click(await screen.findByRole("menuitem", { name: "Make Regular User" }));
  const question = await screen.findByRole("alertdialog");
  await person.click(within(question).getByRole("button", { name: "Make Regular User" }));
  expect(await screen.findByText(/You can't demote the last admin/u)).toBeVisible();
});

test.each([
  ["a password link", /reset=/u],
  ["an invite link", /invite=/u],
])("shows %s once, with its expiry and a copy button", async (kind, address) => {
  const { person } = await openUserManagement();
  if (kind === "an invite link") {
    await person.click(screen.getByRole("button", { name: "Create Invite Link" }));
  } else {
    await person.click(await screen.findByRole("button", { name: "Actions for grace" }));
    await person.click(await screen.findByRole("menuitem", { name: "Create Password Link" }));
  }
  const link = await screen.findByLabelText("Link");
  expect(link).toHaveDisplayValue(address);
  expect(screen.getByText(/Valid for one use until Nov 2\d, 2026/u)).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Copy Link" }));
  expect(await navigator.clipboard.readText()).toMatch(address);
});

async function choose(person: ReturnType<typeof userEvent.setup>, name: string, action: string) {
  await person.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await person.click(await screen.findByRole("menuitem", { name: action }));
}

test("disables and enables an account, each after confirmation", async () => {
  const { person, app } = await openUserManagement();
  await choose(person, "grace", "Disable Account");
  const question = await screen.findByRole("alertdialog", { name: "Disable grace?" });
  await person.click(within(question).getByRole("button", { name: "Disable Account" }));
  expect(await screen.findByText("grace is signed out everywhere.")).toBeVisible();
  const row = () => screen.getAllByRole("listitem").find((item) => item.textContent?.includes("Hopper"));
  await waitFor(() => expect(row()).toHaveTextContent(/graceuserdisabled/u));
  // Changes within the same millisecond have no order.
  app.advance(1);
  await choose(person, "grace", "Enable Account");
  await person.click(
    within(await screen.findByRole("alertdialog", { name: "Enable grace?" })).getByRole("button", {
      name: "Enable Account",
    }),
  );
  expect(await screen.findByText("grace can sign in again.")).toBeVisible();
  const log = await screen.findByRole("region", { name: "Account Changes" });
  await waitFor(() => expect(within(log).getAllByRole("listitem")).toHaveLength(2));
  expect(within(log).getAllByRole("listitem")[0]).toHaveTextContent(/^ada enabled grace/u);
});

test("deletes an account after a confirmation that says which content remains", async () => {
  const { person } = await openUserManagement();
  await choose(person, "grace", "Delete Account");
  const question = await screen.findByRole("alertdialog", { name: "Delete the account of grace?" });
  expect(question).toHaveTextContent("Their content stays under “Former member”.");
  await person.click(within(question).getByRole("button", { name: "Delete Account" }));
  expect(await screen.findByText("Account deleted")).toBeVisible();
  expect(await screen.findByText("1 user")).toBeVisible();
});

test("prevents people from disabling or deleting their own account", async () => {
  const { person } = await openUserManagement();
  await person.click(await screen.findByRole("button", { name: "Actions for ada" }));
  for (const name of ["Disable Account", "Delete Account"])
    expect(await screen.findByRole("menuitem", { name })).toHaveAttribute("aria-disabled", "true");
});

test("changes a username; reports a taken one at its field", async () => {
  const { person } = await openUserManagement();
  await choose(person, "grace", "Change Username");
  const field = await screen.findByLabelText("Username");
  await person.clear(field);
  await person.type(field, "ADA");
  await person.click(screen.getByRole("button", { name: "Change Username" }));
  expect(await screen.findByText("Username already exists")).toBeVisible();
  await person.clear(field);
  await person.type(field, "hopper");
  await person.click(screen.getByRole("button", { name: "Change Username" }));
  expect(await screen.findByText("They now sign in as hopper.")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Actions for hopper" })).toBeVisible();
});

test("shows another person's tokens and feeds, and revokes them", async () => {
  const { app, createUser, signInAs } = await startBackend();
  await signInAs({ username: "ada", role: "admin" });
  const grace = await createUser({ username: "grace" });
  await createToken(app, grace, newTokenSchema.parse({ name: "Laptop" }));
  const person = userEvent.setup();
  render(<UserManagement />, { wrapper: Surroundings });
  await choose(person, "grace", "Tokens and Feeds");
  await person.click(await screen.findByRole("button", { name: "Revoke Laptop" }));
  expect(await screen.findByText("Token revoked")).toBeVisible();
  expect(await screen.findByText("No tokens")).toBeVisible();
  expect(screen.getByText("No feeds")).toBeVisible();
});
