import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";

import { ToastProvider } from "#client/ui/feedback/toast.tsx";
import { toast } from "#tests/support/shown.ts";

import { OptionsManager } from "./options-manager.tsx";
import { useToolOptions } from "./use-custom-options.ts";

afterEach(() => localStorage.clear());

function Industries() {
  return <OptionsManager kind="industry" store={useToolOptions().store} />;
}

function renderManager() {
  render(
    <ToastProvider>
      <Industries />
    </ToastProvider>,
  );
  return userEvent.setup();
}

const input = () => screen.getByRole("textbox", { name: "Add Industry" });

test("adds the input on Enter and reports it", async () => {
  const user = renderManager();
  await user.type(input(), "  Legal-Tech {Enter}");
  expect(screen.getByText("Legal Tech", { selector: "section *" })).toBeVisible();
  expect(input()).toHaveValue("");
  expect(await toast("Industry Added")).toBeVisible();
});

test("refuses an empty or existing name at the field", async () => {
  const user = renderManager();
  await user.type(input(), "{Enter}");
  expect(screen.getByText("Industry name cannot be empty")).toBeVisible();
  await user.type(input(), "FINANCE{Enter}");
  expect(screen.getByText("Industry already exists or invalid name")).toBeVisible();
});

test("hides a default and restores one or all", async () => {
  const user = renderManager();
  await user.click(screen.getByRole("button", { name: "Remove Finance" }));
  await user.click(screen.getByRole("button", { name: "Remove Media" }));
  expect(await toast("Industry Hidden")).toBeVisible();
  expect(screen.getByText("Restore Hidden Defaults")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Restore Finance" }));
  expect(await toast("Industry Restored")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Restore All Defaults" }));
  expect(await toast("All Defaults Restored")).toBeVisible();
  expect(screen.queryByText("Restore Hidden Defaults")).not.toBeInTheDocument();
});

test("removes a custom option permanently", async () => {
  const user = renderManager();
  await user.type(input(), "legal{Enter}");
  await user.click(screen.getByRole("button", { name: "Remove Legal" }));
  expect(await toast("Industry Removed")).toBeVisible();
  expect(
    within(screen.getByRole("region", { name: "Industries" })).queryByText("Legal"),
  ).not.toBeInTheDocument();
});
