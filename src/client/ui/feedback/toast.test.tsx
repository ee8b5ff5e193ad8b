import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { ToastProvider, useToast } from "./toast.tsx";

const undo = vi.fn<() => void>();

function Buttons() {
  const toast = useToast();
  return (
    <>
      <button type="button" onClick={() => toast.success("Success", "Logged in successfully!")}>
        succeed
      </button>
      <button type="button" onClick={() => toast.failure("Login failed", "Wrong password")}>
        fail
      </button>
      <button type="button" onClick={() => toast.info("Nothing New", "In the end", { queued: true })}>
        wait
      </button>
      <button
        type="button"
        onClick={() => toast.success("Deleted", "", { action: { label: "Undo", onPress: undo } })}
      >
        delete
      </button>
    </>
  );
}

const toasts = () => document.querySelectorAll("[data-tone]");

function renderButtons() {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  );
}

test("shows only the last toast", async () => {
  renderButtons();
  await userEvent.click(screen.getByText("succeed"));
  expect(await screen.findByText("Logged in successfully!")).toBeVisible();
  await userEvent.click(screen.getByText("fail"));
  expect(await screen.findByText("Wrong password")).toBeVisible();
  expect(screen.queryByText("Logged in successfully!")).toBeNull();
  expect(toasts()).toHaveLength(1);
  expect(toasts()[0]).toHaveAttribute("data-tone", "failure");
});

test("creates the toast region on the first key, even without a toast", async () => {
  renderButtons();
  expect(screen.queryByRole("region")).toBeNull();
  await userEvent.keyboard("{Tab}");
  expect(await screen.findByRole("region", { name: /Notifications/ })).toBeInTheDocument();
});

test("closes a toast, and focuses it on F8", async () => {
  renderButtons();
  await userEvent.click(screen.getByText("succeed"));
  await screen.findByText("Logged in successfully!");
  fireEvent.keyDown(document, { key: "F8", code: "F8" });
  expect(document.activeElement).toContainElement(screen.getByText("Logged in successfully!"));
  screen.getByRole("button", { name: "Close notification" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(toasts()).toHaveLength(0);
});

test("shows a waiting toast after the visible one", async () => {
  renderButtons();
  await userEvent.click(screen.getByText("succeed"));
  await userEvent.click(screen.getByText("wait"));
  expect(await screen.findByText("Logged in successfully!")).toBeVisible();
  expect(screen.queryByText("In the end")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Close notification" }));
  expect(await screen.findByText("In the end")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close notification" }));
  expect(toasts()).toHaveLength(0);
  await userEvent.click(screen.getByText("wait"));
  expect(await screen.findByText("In the end")).toBeVisible();
});

test("shows the action as a button that closes the toast", async () => {
  renderButtons();
  await userEvent.click(screen.getByText("delete"));
  await screen.findByText("Deleted");
  fireEvent.keyDown(document, { key: "F8", code: "F8" });
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByRole("button", { name: "Undo" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(undo).toHaveBeenCalledOnce();
  expect(toasts()).toHaveLength(0);
});
