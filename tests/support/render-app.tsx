import { render } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from "react-router-dom";

import { routes } from "#client/app/routes.tsx";

/** Renders the whole product at an address, and returns a user who types and clicks. */
export function renderApp(address = "/"): UserEvent {
  const person = userEvent.setup();
  const router = createMemoryRouter([{ element: <WithAddressBar />, children: routes }], {
    initialEntries: [address],
  });
  render(<RouterProvider router={router} useTransitions={false} />);
  return person;
}

function WithAddressBar() {
  return (
    <>
      <Outlet />
      <AddressBar />
    </>
  );
}

/** The content of the browser's address bar. */
export const addressBar = () => document.querySelector("[data-address-bar]")?.textContent;

function AddressBar() {
  const { pathname, search } = useLocation();
  return (
    <p data-address-bar hidden>
      {pathname}
      {search}
    </p>
  );
}
