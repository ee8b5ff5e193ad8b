import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

test("focuses the content after a dialog without an opener is removed", async () => {
  render(
    <>
      <a href="/other">Other page</a>
      <main id="content" tabIndex={-1} />
    </>,
  );
  const dialog = render(<button type="button">Save</button>);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  dialog.unmount();
  dialog.container.remove();
  await vi.waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

test("focuses the first control of a page without content, not a toast", async () => {
  const before = render(<button type="button">Logout</button>);
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  before.unmount();
  before.container.remove();
  render(
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the toasts' library does the same */}
      <div role="region" aria-label="Notifications">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the focus guards of the toasts' library do the same */}
        <span tabIndex={0} />
        <div data-tone="failure">
          <button type="button">Close</button>
        </div>
      </div>
      <input aria-label="Username" />
    </>,
  );
  await vi.waitFor(() => expect(screen.getByLabelText("Username")).toHaveFocus());
});

test("focuses the next page, even if it loads slowly", async () => {
  const before = render(<button type="button">Logout</button>);
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  before.unmount();
  before.container.remove();
  // At this time, no element can be focused.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
  expect(document.body).toHaveFocus();
  render(<input aria-label="Username" />);
  await vi.waitFor(() => expect(screen.getByLabelText("Username")).toHaveFocus());
});

test("focuses the next row after a dialog has deleted the row that opened it", async () => {
  const rows = ["First", "Second", "Third"];
  const { rerender } = render(<Rows names={rows} isAsking={false} />);
  for (const name of ["First", "Second"]) screen.getByRole("button", { name }).focus();
  rerender(<Rows names={rows} isAsking />);
  screen.getByRole("button", { name: "Delete" }).focus();
  rerender(<Rows names={["First", "Third"]} isAsking />);
  rerender(<Rows names={["First", "Third"]} isAsking={false} />);
  // Dialogs do the same when their opener no longer exists.
  screen.getByRole("button", { name: "First" }).focus();
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Third" })).toHaveFocus());
});

const Rows = ({ names, isAsking }: { names: readonly string[]; isAsking: boolean }) => (
  <>
    <ul>
      {names.map((name) => (
        <li key={name}>
          <button type="button">{name}</button>
        </li>
      ))}
    </ul>
    {isAsking && (
      <div role="alertdialog" aria-label="Delete?">
        <button type="button">Delete</button>
      </div>
    )}
  </>
);
