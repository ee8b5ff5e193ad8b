import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Boundary } from "#tests/support/boundary.tsx";

import { Menu } from "./menu.tsx";

vi.mock("./menu-list.tsx", () => {
  throw new Error("gone");
});

test("shows a page error only when a menu that fails to load is opened", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const person = userEvent.setup();
  render(<Menu trigger={<button type="button">More</button>} groups={[]} />, { wrapper: Boundary });
  await person.hover(screen.getByRole("button", { name: "More" }));
  expect(screen.getByRole("button", { name: "More" })).toBeVisible();
  await person.click(screen.getByRole("button", { name: "More" }));
  expect(await screen.findByText("Failed")).toBeVisible();
});
