import { QueryClient, QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import { pagedList } from "./load-state.ts";

test("a next page that is requested during a refetch waits for it", async () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  let version = "old";
  let answer = () => undefined as void;
  const { result } = renderHook(
    () => {
      const query = useInfiniteQuery({
        queryKey: ["list"],
        initialPageParam: 1,
        getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length + 1 : null),
        queryFn: async ({ pageParam }) => {
          const text = `${version} ${pageParam}`;
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
          return text;
        },
      });
      return {
        ...pagedList(query),
        pages: query.data?.pages,
        isFetching: query.isFetching,
        refetch: query.refetch,
      };
    },
    { wrapper },
  );
  act(() => answer());
  await waitFor(() => expect(result.current.pages).toEqual(["old 1"]));

  version = "new";
  act(() => void result.current.refetch());
  await waitFor(() => expect(result.current.isFetching).toBe(true));
  act(() => result.current.loadMore());
  expect(result.current.isLoadingMore).toBe(false);
  act(() => answer());
  await waitFor(() => expect(result.current.isLoadingMore).toBe(true));
  expect(result.current.pages).toEqual(["new 1"]);
  act(() => answer());
  await waitFor(() => expect(result.current.pages).toEqual(["new 1", "new 2"]));
});
