import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";

import { Field } from "./field.tsx";
import { TagInput } from "./tag-input.tsx";

interface TagsProps {
  initial?: string[];
  isLowercase?: boolean;
  addOnBlur?: boolean;
}

function Tags({ initial, ...rest }: TagsProps) {
  const [tags, setTags] = useState(initial ?? []);
  return (
    <>
      <Field label="Tags">
        <TagInput value={tags} onChange={setTags} {...rest} />
      </Field>
      <output>{tags.join("|")}</output>
      <button type="button">Elsewhere</button>
      <button type="submit">Save</button>
    </>
  );
}

const tags = () => screen.getByRole("status").textContent;

test("adds the trimmed input on Enter and comma", async () => {
  render(<Tags />);
  await userEvent.type(screen.getByLabelText("Tags"), "  chat {Enter}coding,");
  expect(tags()).toBe("chat|coding");
});

test("ignores empty and repeated tags", async () => {
  render(<Tags initial={["chat"]} />);
  await userEvent.type(screen.getByLabelText("Tags"), "chat{Enter}  {Enter},,");
  expect(tags()).toBe("chat");
});

test("converts tags to lowercase on request", async () => {
  render(<Tags initial={["chat"]} isLowercase />);
  await userEvent.type(screen.getByLabelText("Tags"), "CHAT{Enter}LLM{Enter}");
  expect(tags()).toBe("chat|llm");
});

test("splits a pasted list into tags", async () => {
  render(<Tags />);
  await userEvent.click(screen.getByLabelText("Tags"));
  await userEvent.paste("chat, coding , llm");
  expect(tags()).toBe("chat|coding|llm");
});

test("removes the last tag on Backspace in the empty control, and any tag by its button", async () => {
  render(<Tags initial={["a", "b", "c"]} />);
  await userEvent.type(screen.getByLabelText("Tags"), "{Backspace}");
  expect(tags()).toBe("a|b");
  await userEvent.click(screen.getByRole("button", { name: "Remove a" }));
  expect(tags()).toBe("b");
});

test("adds the unfinished tag on blur if enabled", async () => {
  render(<Tags addOnBlur />);
  await userEvent.type(screen.getByLabelText("Tags"), "chat");
  await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
  expect(tags()).toBe("chat");
});

test("leaves the unfinished tag on blur otherwise, and adds it on save", async () => {
  render(<Tags />);
  await userEvent.type(screen.getByLabelText("Tags"), "chat");
  await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
  expect(tags()).toBe("");
  expect(screen.getByLabelText("Tags")).toHaveValue("chat");
  screen.getByLabelText("Tags").focus();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(tags()).toBe("chat");
});
