import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { pictureSrc } from "#shared/pictures/brand-logos.ts";

import { Logo } from "./logo.tsx";

const image = (container: HTMLElement) => container.querySelector("img");

test("loads another site's logo through this server, which reveals nothing to that site", () => {
  const { container } = render(<Logo src="https://example.org/a.png?b=c&d" name="Claude" />);
  expect(image(container)).toHaveAttribute(
    "src",
    "/pictures?url=https%3A%2F%2Fexample.org%2Fa.png%3Fb%3Dc%26d",
  );
  expect(image(container)).toHaveAttribute("referrerpolicy", "no-referrer");
  expect(image(container)).toHaveAttribute("loading", "lazy");
});

test("replaces a failed picture with the monogram, and tries a new one", () => {
  const { container, rerender } = render(<Logo src="https://example.org/a.png" name="claude" />);
  const picture = image(container);
  if (picture) fireEvent.error(picture);
  expect(image(container)).toBeNull();
  expect(screen.getByText("C")).toBeVisible();

  rerender(<Logo src="https://example.org/b.png" name="claude" />);
  expect(image(container)).toHaveAttribute("src", pictureSrc("https://example.org/b.png"));
});

test("colours a tool's monogram by modality, and a person's with the accent", () => {
  render(
    <>
      <Logo src={null} name="Stable Diffusion" modality="Image" />
      <Logo src={null} name="Cursor" modality="code" />
      <Logo src={null} name="Pi" modality={null} />
      <Logo src={null} name="Ada Lovelace" />
    </>,
  );
  expect(screen.getByText("SD")).toHaveClass("bg-modality-image", "text-on-modality-image");
  expect(screen.getByText("C")).toHaveClass("bg-modality-other", "text-on-modality-other");
  expect(screen.getByText("P")).toHaveClass("bg-modality-other");
  expect(screen.getByText("AL")).toHaveClass("bg-accent-soft", "text-accent-ink");
});
