import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Field } from "./field.tsx";
import { PasswordInput, TextInput } from "./inputs.tsx";
import { Select } from "./select.tsx";
import { TextArea } from "./text-inputs.tsx";

test("links a label, hint, error and required mark to the control", () => {
  render(
    <Field label="Tool Name" hint="As its makers write it" error="Tool name is required" isRequired>
      <TextInput />
    </Field>,
  );
  const input = screen.getByRole("textbox", { name: "Tool Name *" });
  expect(input).toBeInvalid();
  expect(input).toBeRequired();
  expect(input).toHaveAccessibleDescription("Tool name is required As its makers write it");
});

test("does not flag a field without an error as invalid", () => {
  render(
    <Field label="Modality" error={undefined}>
      <Select options={[{ value: "text", label: "Text" }]} placeholder="Choose" />
    </Field>,
  );
  const select = screen.getByRole("combobox", { name: "Modality" });
  expect(select).toBeValid();
  expect(select).not.toHaveAttribute("aria-describedby");
});

test("counts the characters of a text area", () => {
  render(
    <Field label="Prompt">
      <TextArea defaultValue="Hello" counter={{ length: 5, max: 5000 }} />
    </Field>,
  );
  expect(screen.getByText("5/5000 characters")).toBeVisible();
  expect(screen.getByLabelText("Prompt")).toHaveAccessibleDescription("5/5000 characters");
});

test("shows and hides a password", async () => {
  render(
    <Field label="Password">
      <PasswordInput />
    </Field>,
  );
  // Throws if another control has this label, so people and tests can find the field by name.
  const input = screen.getByLabelText(/password/i);
  expect(input).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: "Show characters" }));
  expect(input).toHaveAttribute("type", "text");
});
