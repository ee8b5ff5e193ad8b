import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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
