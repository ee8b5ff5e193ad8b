import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";

import { Tabs } from "./tabs.tsx";

function SignIn() {
  const [selected, setSelected] = useState<"in" | "up">("in");
  return (
    <Tabs
      label="Account"
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: "in", label: "Sign In", content: "Welcome back" },
        { id: "up", label: "Sign Up", content: "Nice to meet you" },
      ]}
    />
  );
}

test("selects a tab and shows only its panel on a click or arrow key", async () => {
  render(<SignIn />);
  expect(screen.getByRole("tabpanel", { name: "Sign In" })).toHaveTextContent("Welcome back");
  await userEvent.click(screen.getByRole("tab", { name: "Sign Up" }));
  expect(screen.getByRole("tabpanel")).toHaveTextContent("Nice to meet you");
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("tab", { name: "Sign In" })).toHaveFocus();
  expect(screen.getByRole("tabpanel")).toHaveTextContent("Welcome back");
});
