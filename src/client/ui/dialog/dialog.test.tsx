import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";

import { Button } from "#client/ui/button.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";

import { ConfirmDialog } from "./confirm-dialog.tsx";
import { DialogClose } from "./dialog-frame.tsx";
import { Dialog } from "./dialog.tsx";

function AddDialog({ onSubmit }: { onSubmit?: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const [name, setName] = useState("");
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      title="Add New AI Tool"
      isDirty={name !== ""}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit">Add Tool</Button>
        </>
      }
    >
      <Field label="Tool Name">
        <TextInput value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  );
}

test("focuses the first field, and closes on Escape", async () => {
  render(<AddDialog />);
  expect(screen.getByRole("dialog", { name: "Add New AI Tool" })).toBeVisible();
  expect(screen.getByLabelText("Tool Name")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each(["Cancel", "Close"])("asks before discarding input: %s", async (closer) => {
  render(<AddDialog />);
  await userEvent.type(screen.getByLabelText("Tool Name"), "Claude");
  await userEvent.click(screen.getByRole("button", { name: closer }));
  expect(screen.getByRole("alert")).toHaveTextContent("Discard your changes?");
  expect(screen.getByRole("button", { name: "Keep Editing" })).toHaveFocus();

  await userEvent.keyboard("{Escape}");
  expect(screen.getByLabelText("Tool Name")).toHaveValue("Claude");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("returns the focus to the field after Escape and Keep Editing", async () => {
  render(<AddDialog />);
  await userEvent.type(screen.getByLabelText("Tool Name"), "Claude");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Keep Editing" }));
  expect(screen.getByLabelText("Tool Name")).toHaveFocus();
});

test("submits with Ctrl and Enter from any field", async () => {
  const handleSubmit = vi.fn<() => void>();
  render(<AddDialog onSubmit={handleSubmit} />);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(handleSubmit).toHaveBeenCalledTimes(1);
});

test("focuses Cancel in a confirmation and describes the action", async () => {
  const handleConfirm = vi.fn<() => void>();
  render(
    <ConfirmDialog
      isOpen
      onClose={() => {}}
      onConfirm={handleConfirm}
      title="Delete Prompt"
      text="This action cannot be undone."
      confirmLabel="Delete Prompt"
    />,
  );
  expect(screen.getByRole("alertdialog", { name: "Delete Prompt" })).toHaveAccessibleDescription(
    "This action cannot be undone.",
  );
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Delete Prompt" }));
  expect(handleConfirm).toHaveBeenCalledTimes(1);
});
