import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { Logo } from "./logo.tsx";

const image = (container: HTMLElement) => container.querySelector("img");

test("a logo is a picture that tells its host nothing", () => {
  const { container } = render(<Logo src="https://example.org/a.png" name="Claude" />);
  expect(image(container)).toHaveAttribute("referrerpolicy", "no-referrer");
  expect(image(container)).toHaveAttribute("loading", "lazy");
});

test("a picture that fails gives way to the monogram, a new one is tried again", () => {
  const { container, rerender } = render(<Logo src="https://example.org/a.png" name="claude" />);
  const picture = image(container);
  if (picture) fireEvent.error(picture);
  expect(image(container)).toBeNull();
  expect(screen.getByText("C")).toBeVisible();

  rerender(<Logo src="https://example.org/b.png" name="claude" />);
  expect(image(container)).toHaveAttribute("src", "https://example.org/b.png");
});

test("the monogram keeps its colour and copes with any name", () => {
  render(
    <>
      <Logo src={null} name="Émile" />
      <Logo src={null} name="émile" />
      <Logo src={null} name="🦙 Llama" />
      <Logo src={null} name="" />
    </>,
  );
  const [first, second] = screen.getAllByText("É");
  expect(first?.className).toBe(second?.className);
  expect(screen.getByText("🦙")).toBeVisible();
  expect(screen.getByText("?")).toBeVisible();
});
