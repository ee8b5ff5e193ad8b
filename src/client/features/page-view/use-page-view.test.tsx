import { act, renderHook, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from "react-router-dom";
import { expect, test } from "vitest";

import { type PageView, type ViewAddress, usePageView } from "./use-page-view.ts";

interface SectionView extends PageView {
  filter: { search: string; industry: string | null };
}

const ADDRESS: ViewAddress<SectionView> = {
  read: (query) => ({
    filter: { search: query.get("q") ?? "", industry: query.get("industry") },
    dialog: query.get("dialog"),
    itemId: query.get("item"),
  }),
  write({ filter, dialog, itemId }) {
    const parts = { q: filter.search, industry: filter.industry, dialog, item: itemId };
    return new URLSearchParams(
      Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    );
  },
};

/** Renders the hook in a data router, as the product does, because other routers handle navigation differently. */
function renderView(...entries: string[]) {
  const wrapper = ({ children }: { children: ReactNode }) => {
    const [router] = useState(() =>
      createMemoryRouter([{ path: "*", element: children }], { initialEntries: entries }),
    );
    return <RouterProvider router={router} useTransitions={false} />;
  };
  const { result } = renderHook(
    () => ({ ...usePageView(ADDRESS), query: useLocation().search, navigate: useNavigate() }),
    { wrapper },
  );
  return {
    now: () => result.current,
    does: (change: (actions: typeof result.current.actions) => void) =>
      act(() => change(result.current.actions)),
    goBack: () => act(() => void result.current.navigate(-1)),
  };
}

test("filters while typing and updates the address after a pause, as one history entry", async () => {
  const { now, does } = renderView("/elsewhere?x=1", "/section");
  does(({ search }) => search("vi"));
  does(({ search }) => search("video"));
  expect(now().view.filter.search).toBe("video");
  expect(now().query).toBe("");
  await waitFor(() => expect(now().query).toBe("?q=video"));
  await act(() => now().navigate(-1));
  expect(now().query).toBe("?x=1");
});

test("preserves the latest input when another change precedes its address update", () => {
  const { now, does } = renderView("/section");
  does(({ search }) => search("video"));
  does(({ filter }) => filter({ industry: "media" }));
  expect(now().query).toBe("?q=video&industry=media");
  expect(now().view.filter.search).toBe("video");
});

test("preserves input typed right before a dialog opened", async () => {
  const { now, does } = renderView("/elsewhere", "/section");
  does(({ search }) => search("video"));
  does(({ open }) => open("detail", "t1"));
  expect(now().query).toBe("?q=video&dialog=detail&item=t1");
  does(({ close }) => close());
  expect(now().query).toBe("?q=video");
  expect(now().view.filter.search).toBe("video");
  await act(() => now().navigate(-1));
  expect(now().query).toBe("");
});

test("closes a dialog on Back, and goes back on closing", () => {
  const { now, does, goBack } = renderView("/section?q=a");
  does(({ open }) => open("detail", "t1"));
  expect(now().query).toBe("?q=a&dialog=detail&item=t1");
  goBack();
  expect(now().view).toMatchObject({ dialog: null, itemId: null });

  does(({ open }) => open("settings"));
  does(({ close }) => close());
  expect(now().query).toBe("?q=a");
  does(({ filter }) => filter({ industry: "media" }));
  goBack();
  expect(now().query).toBe("?q=a&industry=media");
});

test("closes a linked dialog without leaving the page", () => {
  const { now, does } = renderView("/section?q=a&dialog=detail&item=t1");
  does(({ close }) => close());
  expect(now().query).toBe("?q=a");
});

test("replaces a dialog with one opened from it", () => {
  const { now, does } = renderView("/section");
  does(({ open }) => open("detail", "t1"));
  does(({ open }) => open("edit", "t1"));
  expect(now().query).toBe("?dialog=edit&item=t1");
  does(({ close }) => close());
  expect(now().query).toBe("");
});

test("goes back once when closed twice", () => {
  const { now, does } = renderView("/elsewhere", "/section?q=a");
  does(({ open }) => open("add"));
  does(({ close }) => {
    close();
    close();
  });
  expect(now().query).toBe("?q=a");
});

test("closes the dialog for a clicked tag, and Back returns to the previous list", () => {
  const { now, does, goBack } = renderView("/section?industry=media");
  does(({ open }) => open("detail", "t1"));
  does(({ leaveFor }) => leaveFor({ search: "voice" }));
  expect(now().query).toBe("?q=voice&industry=media");
  expect(now().view.filter.search).toBe("voice");
  goBack();
  expect(now().view.filter.search).toBe("");
});

test("preserves the identity of the functions that change the page", () => {
  const { now, does } = renderView("/section");
  const before = now().actions;
  does(({ search }) => search("a"));
  does(({ open }) => open("add"));
  expect(now().actions).toBe(before);
});
