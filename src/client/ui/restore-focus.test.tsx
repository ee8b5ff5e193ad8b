import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

const aFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

test("a removed dialog that nothing opened leaves the focus to the content", async () => {
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

test("a removed page doesn't move the focus of the next one", async () => {
  const before = render(<button type="button">Save</button>);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  before.unmount();
  before.container.remove();
  render(<input aria-label="Search" />);
  await aFrame();
  await aFrame();
  expect(document.body).toHaveFocus();
});
