import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Dialog } from "#client/ui/dialog/dialog.tsx";

import { useShortcut } from "./shortcuts.tsx";

function Page({ onKey, isDialogOpen = false }: { onKey: (key: string) => void; isDialogOpen?: boolean }) {
  useShortcut("n", () => onKey("n"));
  useShortcut("?", () => onKey("?"));
  useShortcut("mod+k", () => onKey("mod+k"));
  return (
    <>
      <input aria-label="Search" />
      <Dialog isOpen={isDialogOpen} onClose={() => {}} title="Add" />
    </>
  );
}

test("fires keys only with their modifiers", async () => {
  const onKey = vi.fn<(key: string) => void>();
  render(<Page onKey={onKey} />);
  await userEvent.keyboard("n{Shift>}?{/Shift}{Control>}k{/Control}{Meta>}k{/Meta}");
  await userEvent.keyboard("{Control>}n{/Control}{Alt>}n{/Alt}k");
  expect(onKey.mock.calls.flat()).toEqual(["n", "?", "mod+k", "mod+k"]);
});

test("ignores plain keys while typing and in a dialog", async () => {
  const onKey = vi.fn<(key: string) => void>();
  const { rerender } = render(<Page onKey={onKey} />);
  await userEvent.type(screen.getByLabelText("Search"), "n?");
  rerender(<Page onKey={onKey} isDialogOpen />);
  await userEvent.click(document.body);
  await userEvent.keyboard("n");
  expect(onKey).not.toHaveBeenCalled();
  await userEvent.keyboard("{Control>}k{/Control}");
  expect(onKey).toHaveBeenCalledWith("mod+k");
});
