import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { OpenItem } from "#client/features/live/open-item.tsx";
import { EMPTY_TOOL } from "#shared/tools/tools.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { HistoryDialog } from "./history-dialog.tsx";
import type { ItemHistory, Version } from "./use-item-history.ts";

const version = (revision: number): Version => ({
  ...EMPTY_TOOL,
  name: `Claude ${revision}`,
  revision,
  savedBy: null,
  savedAt: "2026-11-21T10:00:00.000Z",
  note: null,
});

const HISTORY = {
  loaded: [version(2), version(1)],
  linkedVersions: [],
  isLoadingLinked: false,
  isError: false,
  isReloading: false,
  hasMore: false,
  isLoadingMore: false,
  hasMoreFailed: false,
  isRestoring: false,
  retry() {},
  loadMore() {},
};

/** Renders version 1 in the history of a tool that was opened at revision 2 and has the given revision now. */
function open(latest: number | null, changes: Partial<ItemHistory> = {}) {
  const reload = vi.fn<() => void>();
  const restore = vi.fn<ItemHistory["restore"]>();
  const history = { ...HISTORY, reload, restore, ...changes };
  render(
    <OpenItem
      kind="tool"
      isFrozen={false}
      opened={{ id: "claude", revision: 2 }}
      latest={latest === null ? undefined : { id: "claude", revision: latest }}
    >
      {({ id }) => (
        <HistoryDialog
          kind="tool"
          id={id}
          name="Claude"
          history={history}
          version={1}
          onShow={() => {}}
          onClose={() => {}}
        />
      )}
    </OpenItem>,
    { wrapper: Surroundings },
  );
  return { reload, restore };
}

const restoreButton = () => screen.findByRole("button", { name: "Restore Version 1" });

test("shows no note for a current history", async () => {
  open(2);
  expect(await restoreButton()).toBeEnabled();
  expect(screen.queryByRole("button", { name: "Show" })).not.toBeInTheDocument();
});

test("announces a newer version and loads it on request", async () => {
  const { reload } = open(3);
  expect(await screen.findByText("This was changed in the meantime.")).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(reload).toHaveBeenCalledOnce();
});

test("shows no note about a newer version while loading it", async () => {
  open(3, { isReloading: true });
  await restoreButton();
  expect(screen.queryByText("This was changed in the meantime.")).not.toBeInTheDocument();
});

test("bases a restore on the newest version shown, not on a newer one", async () => {
  const { restore } = open(3);
  await userEvent.click(await restoreButton());
  expect(restore.mock.calls[0]?.[0]).toEqual({ revision: 1, baseRevision: 2 });
});

test("disables restoring for a deleted item", async () => {
  open(null);
  expect(await screen.findByText("This was deleted in the meantime.")).toBeVisible();
  expect(await restoreButton()).toBeDisabled();
});
