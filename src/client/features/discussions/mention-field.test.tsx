import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { addComment } from "#server/features/comments/comments.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { startBackend } from "#tests/support/msw-server.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { CommentBox } from "./comment-box.tsx";

let ada: User;
let item: ItemKey;

beforeEach(async () => {
  localStorage.clear();
  const { app, createUser, signIn } = await startBackend();
  ada = await createUser({ username: "ada", firstName: "Ada" });
  await createUser({ username: "alan", displayName: "Alan Turing" });
  const bob = await createUser({ username: "bob", displayName: "Bob Kahn" });
  await signIn(ada);
  const { id } = await addTool(app, ada, newToolSchema.parse({ name: "Whisper" }));
  item = { kind: "tool", id };
  await addComment(app, bob, { ref: `tool:${id}`, parentId: null, content: "Does it run offline?" });
});

/** Renders the field for a comment in a dialog. */
async function openField() {
  const onClose = vi.fn<() => void>();
  const onSubmit = vi.fn<(text: string) => Promise<boolean>>().mockResolvedValue(true);
  render(
    <Dialog isOpen title="Whisper" onClose={onClose}>
      <CommentBox
        label="Comment"
        draftLocation={{ userId: ada.id, item }}
        slot="new"
        submitLabel="Add Comment"
        pendingLabel="Adding..."
        onSubmit={onSubmit}
      />
    </Dialog>,
    { wrapper: Surroundings },
  );
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Comment" });
  const person = userEvent.setup();
  await person.click(box);
  return { person, box, onClose, onSubmit };
}

const list = () => screen.findByRole("listbox", { name: "People to mention" });
const isClosed = () => waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
const options = async () => within(await list()).getAllByRole("option");
const activeOption = (box: HTMLElement) =>
  document.getElementById(box.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("lists people in the discussion first, and inserts the chosen one by keyboard", async () => {
  const { person, box, onSubmit } = await openField();
  await person.keyboard("Ask @");
  expect((await options())[0]).toHaveTextContent("Bob Kahn@bobIn discussion");
  expect(box).toHaveAttribute("aria-controls", (await list()).id);
  expect(activeOption(box)).toContain("Bob Kahn");
  await person.keyboard("{ArrowUp}");
  expect((await options()).at(-1)).toHaveAttribute("aria-selected", "true");
  await person.keyboard("al");
  await waitFor(async () => expect(await options()).toHaveLength(1));
  expect(screen.getByText("1 person to mention")).toBeInTheDocument();
  await person.keyboard("{Enter}");
  await isClosed();
  expect(box).toHaveValue("Ask @alan ");
  expect(box).toHaveFocus();
  await person.keyboard("and @bo");
  await list();
  await person.keyboard("{Tab}?");
  expect(box).toHaveValue("Ask @alan and @bob?");
  await person.keyboard(" Yes !{Control>}{Enter}{/Control}");
  expect(onSubmit).toHaveBeenCalledWith("Ask @alan and @bob? Yes !");
});

test("chooses a person by touch, and replaces the typed part of the name", async () => {
  const { person, box } = await openField();
  await person.keyboard("Hi @bo there{ArrowLeft>6/}");
  await person.keyboard("b");
  await list();
  await person.pointer({ keys: "[TouchA]", target: screen.getByRole("option") });
  expect(box).toHaveValue("Hi @bob there");
  expect(box.selectionEnd).toBe("Hi @bob ".length);
  await isClosed();
});

test("closes only the list on Escape, and preserves the text", async () => {
  const { person, box, onClose } = await openField();
  await person.keyboard("@bo");
  await list();
  await person.keyboard("{Escape}");
  await isClosed();
  await person.keyboard("b{Enter}");
  expect(box).toHaveValue("@bob\n");
  expect(onClose).not.toHaveBeenCalled();
});

test("closes when the caret leaves the name, and stays closed in email addresses and code", async () => {
  const { person } = await openField();
  await person.keyboard("@bob");
  await list();
  await person.keyboard("{Home}");
  await isClosed();
  await person.keyboard("{End} bob@al `@al` @al");
  expect(await options()).toHaveLength(1);
  await person.keyboard("{Backspace>4/}");
  await isClosed();
});

test("shows no list while an input method composes", async () => {
  const { box } = await openField();
  fireEvent.compositionStart(box);
  box.setRangeText("@あ", 0, 0, "end");
  fireEvent(box, new InputEvent("input", { bubbles: true, isComposing: true }));
  expect(box).not.toHaveAttribute("aria-controls");
  box.setRangeText("@al", 0, 2, "end");
  fireEvent(box, new InputEvent("input", { bubbles: true, isComposing: true }));
  expect(screen.queryByRole("listbox")).toBeNull();
  fireEvent.compositionEnd(box);
  expect(await options()).toHaveLength(1);
});
