import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { Boundary } from "#tests/support/boundary.tsx";

import { lazyComponent } from "./lazy-component.tsx";

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>;

test("replaces the placeholder with the component once it has loaded", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  const Lazy = lazyComponent(
    () => promise,
    ({ name }) => <p>{name} is greeted</p>,
  );
  render(<Lazy name="Ada" />);
  expect(screen.getByText("Ada is greeted")).toBeVisible();
  resolve(Greeting);
  expect(await screen.findByText("Hello, Ada")).toBeVisible();
  expect(screen.queryByText("Ada is greeted")).toBeNull();
});

test("shows a preloaded component at once", async () => {
  const Lazy = lazyComponent(() => Promise.resolve(Greeting));
  await Lazy.preload();
  render(<Lazy name="Ada" />);
  expect(screen.getByText("Hello, Ada")).toBeVisible();
});

test("shows a page error for a file that does not load, and requests it again on retry", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const load = vi.fn<() => Promise<typeof Greeting>>();
  load.mockRejectedValueOnce(new Error("gone")).mockResolvedValue(Greeting);
  const Lazy = lazyComponent(load);
  const failed = render(<Lazy name="Ada" />, { wrapper: Boundary });
  expect(await screen.findByText("Failed")).toBeVisible();
  failed.unmount();
  render(<Lazy name="Ada" />, { wrapper: Boundary });
  expect(await screen.findByText("Hello, Ada")).toBeVisible();
  vi.restoreAllMocks();
});
