import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Menu } from "./menu.tsx";

function renderMenu() {
  const onSelect = vi.fn<(label: string) => void>();
  const entry = (label: string) => ({ label, onSelect: () => onSelect(label) });
  render(<Menu trigger={<button type="button">More</button>} groups={[[entry("Copy")], [entry("Hide")]]} />);
  return onSelect;
}

const more = () => screen.getByRole("button", { name: "More" });

/** Returns the entry that Enter would choose. */
const activeEntry = () =>
  screen.getAllByRole("menuitem").find(({ dataset }) => "focus" in dataset)?.textContent;

test("opens a menu on each click", async () => {
  const onSelect = renderMenu();
  await userEvent.click(more());
  await userEvent.click(await screen.findByRole("menuitem", { name: "Hide" }));
  expect(onSelect).toHaveBeenLastCalledWith("Hide");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await userEvent.click(more());
  await userEvent.click(await screen.findByRole("menuitem", { name: "Copy" }));
  expect(onSelect).toHaveBeenLastCalledWith("Copy");
});

test.each([
  ["Enter", "Copy"],
  [" ", "Copy"],
  ["ArrowDown", "Copy"],
  ["ArrowUp", "Hide"],
])("opens a menu on the key “%s” at the entry “%s”, and focuses the button on Escape", async (key, entry) => {
  renderMenu();
  await userEvent.tab();
  expect(more()).toHaveFocus();
  expect(more()).toHaveAttribute("aria-expanded", "false");
  await userEvent.keyboard(`{${key}}`);
  expect(await screen.findByRole("menu")).toHaveFocus();
  expect(activeEntry()).toBe(entry);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(more()).toHaveFocus();
});
