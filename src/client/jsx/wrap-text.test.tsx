import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import { translatePage } from "#tests/support/page-translation.ts";

const html = (node: ReactNode): string => render(node).container.innerHTML;

test("wraps a text next to a node in an element, and merges adjacent texts", () => {
  const count = 3;
  expect(html(<p>Showing {count} tools</p>)).toBe("<p>Showing 3 tools</p>");
  expect(
    html(
      <p>
        Showing {count} <b>tools</b>
      </p>,
    ),
  ).toBe('<p><span>Showing 3</span><span class="contents whitespace-pre-wrap"> </span><b>tools</b></p>');
  expect(html(<>Hello</>)).toBe("<span>Hello</span>");
  expect(
    html(
      <ul>
        {["a", <li key="b">b</li>]}
        {null}
      </ul>,
    ),
  ).toBe("<ul><span>a</span><li>b</li></ul>");
  expect(
    html(
      <select>
        <option>
          {count} of {count}
        </option>
      </select>,
    ),
  ).toBe("<select><option>3 of 3</option></select>");
});

/** Covers every kind of change to a text and its neighbours. */
function Changing() {
  const [count, setCount] = useState(0);
  const children = count > 1 ? "many" : "few";
  return (
    <section>
      <button type="button" onClick={() => setCount(count + 1)}>
        {count > 0 && <i>!</i>}
        Add {count} {count === 1 ? "tool" : "tools"}
      </button>
      <p>
        {count % 2 === 0 && "even "}
        {children}
        {count > 1 ? <b>!</b> : "?"}
      </p>
      <p>{count === 1 ? "one" : <b>{count}</b>}</p>
      <p>{count === 2 && "two"}</p>
      <p>
        <>{count < 2 && "below two"}</>
        <i> of </i>
        {["x", count > 0 ? "y" : null, <u key="z">z</u>]}
      </p>
    </section>
  );
}

test.each(["replace", "move"] as const)("updates a translated page (%s)", async (wrapping) => {
  const { container } = render(<Changing />);
  const translation = translatePage(container, wrapping);
  for (const expected of [
    "Add 0 toolseven few?0below two of xz",
    "!Add 1 toolfew?onebelow two of xyz",
    "!Add 2 toolseven many!2two of xyz",
    "!Add 3 toolsmany!3 of xyz",
  ]) {
    expect(container.textContent).toBe(expected);
    translation.wrapNow();
    await userEvent.click(screen.getByRole("button"));
  }
  expect(translation.unseenChanges).toEqual([]);
  translation.stop();
});
