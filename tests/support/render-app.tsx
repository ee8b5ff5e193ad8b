import { render } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { UNSAFE_createMemoryHistory as createMemoryHistory, useLocation } from "react-router-dom";

import { createGuardedHistory } from "#client/app/guarded-history.ts";
import { HistoryRouter } from "#client/app/history-router.tsx";
import { Product } from "#client/app/routes.tsx";

/** Shows the whole product at an address, for somebody who then types and clicks. */
export function renderApp(address = "/"): UserEvent {
  const person = userEvent.setup();
  const history = createGuardedHistory(createMemoryHistory({ initialEntries: [address] }));
  render(
    <HistoryRouter history={history}>
      <Product />
      <AddressBar />
    </HistoryRouter>,
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
