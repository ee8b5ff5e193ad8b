import { render } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";

import { Gate } from "#client/app/gate.tsx";
import { Providers } from "#client/app/providers.tsx";

/** Shows the whole product at an address, for somebody who then types and clicks. */
export function renderApp(address = "/"): UserEvent {
  const person = userEvent.setup();
  render(
    <MemoryRouter useTransitions={false} initialEntries={[address]}>
      <Providers>
        <Gate />
      </Providers>
      <AddressBar />
    </MemoryRouter>,
  );
  return person;
}

/** What the browser's address bar would show. */
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
