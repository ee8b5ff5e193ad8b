import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Dialog } from "#client/ui/dialog/dialog.tsx";
import type { LiveChange } from "#shared/kernel/ledger.ts";

import { ItemNote } from "./item-note.tsx";
import { OpenItem, useIsDeleted } from "./open-item.tsx";
import { notifyLiveChanges } from "./use-live-changes.ts";

interface Tool {
  id: string;
  revision: number;
  name: string;
}

const ADA = { id: "ada", username: "ada", displayName: null, firstName: "Ada", lastName: null, email: null };
const NOW = new Date("2026-11-21T10:00:00.000Z");
const CURSOR: Tool = { id: "cursor", revision: 1, name: "Cursor" };

const notify = (changes: Partial<LiveChange>) =>
  act(() =>
    notifyLiveChanges({
      changes: [
        {
          seq: 1,
          at: NOW.toISOString(),
          verb: "edited",
          kind: "tool",
          itemId: "cursor",
          title: "Cursor",
          actor: ADA,
          isOwn: false,
          detail: {},
          ...changes,
        },
      ],
      all: [],
    }),
  );

function ShownTool({ tool }: { tool: Tool }) {
  const isDeleted = useIsDeleted();
  return (
    <Dialog isOpen onClose={() => {}} title="Tool">
      <ItemNote />
      <p>Name: {tool.name}</p>
      <button type="button" disabled={isDeleted}>
        Edit
      </button>
    </Dialog>
  );
}

const dialogOf = (latest: Tool | undefined, isHeld = true) => (
  <OpenItem kind="tool" isFrozen={isHeld} opened={CURSOR} latest={latest}>
    {(tool) => <ShownTool tool={tool} />}
  </OpenItem>
);

/** Opens the dialog. Returns a function that changes the stored item. */
function open(isHeld?: boolean) {
  const { rerender } = render(dialogOf(CURSOR, isHeld));
  return (latest: Tool | undefined) => rerender(dialogOf(latest, isHeld));
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "setInterval"] });
});

afterEach(() => {
  vi.useRealTimers();
});

test("shows an open item unchanged, with a note about the change, until accepted", async () => {
  const store = open();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  notify({});
  store({ ...CURSOR, revision: 2, name: "Cursor 2" });
  expect(screen.getByText("Name: Cursor")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Ada changed this just now.");
  act(() => {
    vi.advanceTimersByTime(130_000);
  });
  expect(screen.getByRole("status")).toHaveTextContent("Ada changed this 2 minutes ago.");

  await userEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(screen.getByText("Name: Cursor 2")).toBeVisible();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  notify({ actor: null, at: new Date().toISOString() });
  store({ ...CURSOR, revision: 3, name: "Cursor 3" });
  expect(screen.getByRole("status")).toHaveTextContent("StackLoop changed this just now.");
});

test("shows a deleted item unchanged, and prevents edits", () => {
  const store = open();
  notify({ verb: "deleted" });
  store(undefined);
  expect(screen.getByText("Name: Cursor")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Ada deleted this just now.");
  expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
  expect(screen.getByRole("button", { name: "Edit" })).toBeDisabled();
  store(CURSOR);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(screen.getByRole("button", { name: "Edit" })).toBeEnabled();
});

test("names no author for a change without an event", () => {
  const store = open();
  store({ ...CURSOR, revision: 2 });
  expect(screen.getByRole("status")).toHaveTextContent("This was changed in the meantime.");
  notify({ verb: "edited" });
  store(undefined);
  expect(screen.getByRole("status")).toHaveTextContent("This was deleted in the meantime.");
});

test("shows the user's own changes at once", () => {
  const store = open();
  notify({ isOwn: true, detail: { revision: 2 } });
  store({ ...CURSOR, revision: 2, name: "Cursor 2" });
  expect(screen.getByText("Name: Cursor 2")).toBeVisible();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

test("always shows the current item if it isn't frozen", () => {
  const store = open(false);
  store({ ...CURSOR, revision: 2, name: "Cursor 2" });
  expect(screen.getByText("Name: Cursor 2")).toBeVisible();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
