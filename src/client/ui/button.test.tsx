import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { FormEvent } from "react";
import { expect, test, vi } from "vitest";

import { Button } from "./button.tsx";

test("shows a pending button, preserves its focus and ignores clicks", async () => {
  const handleSubmit = vi.fn<() => void>();
  render(
    <form onSubmit={handleSubmit}>
      <Button type="submit" isPending pendingLabel="Adding...">
        Add Tool
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Adding..." });
  await userEvent.click(button);
  await userEvent.keyboard("{Enter}");
  expect(handleSubmit).not.toHaveBeenCalled();
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
});

test("starts work once, until it ends or other text is typed", async () => {
  const handleSubmit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
  const form = (isPending: boolean) => (
    <form onSubmit={handleSubmit}>
      <input aria-label="Name" />
      <Button type="submit" isPending={isPending}>
        Add Tool
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  await userEvent.type(screen.getByLabelText("Name"), "Zed{Enter}{Enter}");
  await userEvent.dblClick(screen.getByRole("button"));
  expect(handleSubmit).toHaveBeenCalledTimes(1);
  await userEvent.type(screen.getByLabelText("Name"), "!{Enter}");
  expect(handleSubmit).toHaveBeenCalledTimes(2);
  rerender(form(true));
  rerender(form(false));
  await userEvent.click(screen.getByRole("button"));
  expect(handleSubmit).toHaveBeenCalledTimes(3);
});
