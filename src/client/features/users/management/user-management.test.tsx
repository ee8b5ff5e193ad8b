import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";

import { startBackend } from "#tests/support/msw-server.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { UserManagement } from "./user-management.tsx";

async function opened() {
  const { app, createUser, signInAs } = await startBackend();
  await signInAs({ username: "ada", role: "admin" });
  app.advance(1000);
  await createUser({ username: "grace", firstName: "Grace", lastName: "Hopper", email: "grace@example.org" });
  const person = userEvent.setup();
  render(<UserManagement />, { wrapper: Surroundings });
  return person;
}

test("all registered users are listed with their names, address and role", async () => {
  await opened();
  expect(await screen.findByText("2 users")).toBeVisible();
  const [ada, grace] = screen.getAllByRole("listitem");
  expect(ada).toHaveTextContent(/ada.*admin/u);
  expect(grace).toHaveTextContent(
    /grace.*user.*Grace Hopper · grace@example\.org.*Registered November 21, 2026/u,
  );
});

test("an admin makes somebody else an admin, after a question", async () => {
  const person = await opened();
  await person.click(await screen.findByRole("button", { name: "Actions for grace" }));
  await person.click(await screen.findByRole("menuitem", { name: "Make Admin" }));
  const question = await screen.findByRole("alertdialog", { name: "Make grace an admin?" });
  await person.click(within(question).getByRole("button", { name: "Make Admin" }));
  expect(await screen.findByText("grace is now an admin.")).toBeVisible();
});

test("the last admin stays one, and the server's words say why", async () => {
  const person = await opened();
  await person.click(await screen.findByRole("button", { name: "Actions for ada" }));
  await person.click(await screen.findByRole("menuitem", { name: "Make Regular User" }));
  const question = await screen.findByRole("alertdialog");
  await person.click(within(question).getByRole("button", { name: "Make Regular User" }));
  expect(await screen.findByText(/You can't demote the last admin/u)).toBeVisible();
});

test.each([
  ["a password link", /reset=/u],
  ["an invite link", /invite=/u],
])("%s is shown once, with its expiry and a button that copies it", async (kind, address) => {
  const person = await opened();
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
