import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { themes, useTheme } from "./use-theme.ts";

function Themes() {
  const { theme, setTheme } = useTheme();
  return themes.map((each) => (
    <button key={each} type="button" aria-pressed={each === theme} onClick={() => setTheme(each)}>
      {each}
    </button>
  ));
}

test("applies, stores and shows the chosen theme", async () => {
  render(<Themes />);
  expect(screen.getByRole("button", { name: "system" })).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(screen.getByRole("button", { name: "dark" }));
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
  expect(localStorage.getItem("stackloop-theme")).toBe("dark");
  expect(screen.getByRole("button", { name: "dark" })).toHaveAttribute("aria-pressed", "true");
});

test("applies a theme that changed before the first listener", () => {
  localStorage.setItem("stackloop-theme", "dark");
  document.documentElement.dataset["theme"] = "light";
  render(<Themes />);
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
});
