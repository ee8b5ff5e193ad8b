import { json, notFoundReply, type StubServer, stubServer } from "./stub-server.ts";

export interface Story {
  objectID: string;
  title: string;
  url: string | null;
  created_at: string;
  story_text?: string;
}

/** Hacker News' search at Algolia: phrases within titles, newest first. */
export async function hackerNewsUpstream(
  stories: readonly Story[] = [],
): Promise<StubServer & { apiUrl: string }> {
  const server = await stubServer(({ url }) => {
    if (url.pathname !== "/api/v1/search_by_date") return notFoundReply;
    const phrase = (url.searchParams.get("query") ?? "").replaceAll('"', "").toLowerCase();
    const since = Number(/created_at_i>(\d+)/u.exec(url.searchParams.get("numericFilters") ?? "")?.[1] ?? 0);
    const hits = stories
      .filter(({ title }) => title.toLowerCase().includes(phrase))
      .filter(({ created_at: createdAt }) => Date.parse(createdAt) / 1000 > since)
      .map((story) => ({ ...story, author: "somebody", points: 10, num_comments: 3 }));
    return json({ hits, nbHits: hits.length, page: 0, nbPages: 1, hitsPerPage: 20 });
  });
  return Object.assign(server, { apiUrl: `${server.origin}/api/v1` });
}
