import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";

import { Combobox } from "./combobox.tsx";
import { Field } from "./field.tsx";

const OPTIONS = ["General", "Healthcare", "Finance"].map((label) => ({ value: label.toLowerCase(), label }));

function Industry() {
  const [value, setValue] = useState("general");
  return (
    <>
      <Field label="Industry">
        <Combobox value={value} onChange={setValue} options={OPTIONS} />
      </Field>
      <output>{value}</output>
    </>
  );
}

test("typing narrows the options and Enter takes one", async () => {
  render(<Industry />);
  const input = screen.getByRole("combobox", { name: "Industry" });
  expect(input).toHaveValue("General");
  await userEvent.clear(input);
  await userEvent.type(input, "heal");
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["Healthcare"]);
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent("healthcare");
});

test("no match says so", async () => {
  render(<Industry />);
  await userEvent.type(screen.getByRole("combobox", { name: "Industry" }), "zzz");
  expect(screen.getByText(/Nothing matches/)).toBeVisible();
});
