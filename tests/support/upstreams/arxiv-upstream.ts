import { escaped, type Hit, type StubReply, type StubServer, stubServer } from "./stub-server.ts";

/** A paper in the stub of arXiv. */
export interface ArxivEntry {
  /** Id with the version, such as 2611.00001v1. */
  id: string;
  title: string;
  abstract: string;
  authors: string[];
  categories: string[];
  published: string;
  /** The date of the latest version, if there are several. */
  updated?: string;
  comment?: string;
}

export interface ArxivUpstream extends StubServer {
  /** Value for ARXIV_API_URL. */
  apiUrl: string;
  /** The archive's content; can change between requests. */
  entries: ArxivEntry[];
}

/** A paper that differs by its number. */
export const buildEntry = (number: number, differing: Partial<ArxivEntry> = {}): ArxivEntry => ({
  id: `2611.${String(number).padStart(5, "0")}v1`,
  title: `A study of agents, part ${number}`,
  abstract: `We study agents. Part ${number} measures how agents plan. Agents that plan do better than agents that do not.`,
  authors: ["Ada Lovelace", "Kurt Gödel"],
  categories: ["cs.AI", "cs.CL"],
  published: new Date(Date.UTC(2026, 10, 20) - number * 60_000).toISOString().replace(".000", ""),
  ...differing,
});

/** arXiv's query API: Atom, newest first by the requested date, page by page, errors as entries. */
export async function arxivUpstream(entries: ArxivEntry[] = []): Promise<ArxivUpstream> {
  const server = await stubServer((hit) => answer(hit, upstream.entries));
  const upstream = Object.assign(server, { apiUrl: `${server.origin}/api/query`, entries });
  return upstream;
}

function answer({ url }: Hit, entries: readonly ArxivEntry[]): StubReply {
  const ids = url.searchParams.get("id_list");
  if (ids !== null) return atomReply(entries.filter(({ id }) => id.replace(/v\d+$/u, "") === ids));
  const query = url.searchParams.get("search_query") ?? "";
  const start = Number(url.searchParams.get("start") ?? 0);
  const size = Number(url.searchParams.get("max_results") ?? 10);
  if (!/^cat:[\w.-]+(?: OR cat:[\w.-]+)*$/u.test(query) || !Number.isInteger(start))
    return errorReply("malformed query");
  const wanted = new Set(query.split(" OR ").map((part) => part.slice("cat:".length)));
  const isByUpdate = url.searchParams.get("sortBy") === "lastUpdatedDate";
  const dateOf = ({ published, updated = published }: ArxivEntry) => (isByUpdate ? updated : published);
  const matching = entries
    .filter(({ categories }) => categories.some((category) => wanted.has(category)))
    .toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)));
  return atomReply(matching.slice(start, start + size), matching.length, start);
}

/** An Atom reply, as arXiv sends it since 2026: no charset in the header, identifiers still on http. */
export const atomReply = (entries: readonly ArxivEntry[], total = entries.length, start = 0): StubReply => ({
  headers: { "content-type": "application/atom+xml" },
  body: `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/stub</id>
  <title>arXiv Query</title>
  <updated>2026-11-20T00:00:00Z</updated>
  <opensearch:itemsPerPage>${entries.length}</opensearch:itemsPerPage>
  <opensearch:totalResults>${total}</opensearch:totalResults>
  <opensearch:startIndex>${start}</opensearch:startIndex>
${entries.map(entryXml).join("\n")}
</feed>`,
});

const entryXml = ({
  id,
  title,
  abstract,
  authors,
  categories,
  published,
  updated = published,
  comment,
}: ArxivEntry): string => `  <entry>
    <id>http://arxiv.org/abs/${id}</id>
    <title>${escaped(title)}</title>
    <updated>${updated}</updated>
    <link href="https://arxiv.org/abs/${id}" rel="alternate" type="text/html"/>
    <link href="https://arxiv.org/pdf/${id}" rel="related" type="application/pdf" title="pdf"/>
    <summary>${escaped(abstract)}</summary>
${categories.map((term) => `    <category term="${escaped(term)}" scheme="http://arxiv.org/schemas/atom"/>`).join("\n")}
    <published>${published}</published>
    ${comment === undefined ? "" : `<arxiv:comment>${escaped(comment)}</arxiv:comment>`}
    <arxiv:primary_category term="${escaped(categories[0] ?? "")}"/>
${authors.map((name) => `    <author><name>${escaped(name)}</name></author>`).join("\n")}
  </entry>`;

/** A refusal in the form of a paper: the old API sent it with status 200, the new one with 400. */
export const errorReply = (reason: string, status = 400): StubReply => ({
  status,
  headers: { "content-type": "application/atom+xml" },
  body: `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns="http://www.w3.org/2005/Atom">
  <title>arXiv Search Results</title>
  <opensearch:totalResults>1</opensearch:totalResults>
  <entry>
    <id>https://arxiv.org/api/errors#${encodeURIComponent(reason)}</id>
    <title>Error</title>
    <updated>2026-11-20T00:00:00Z</updated>
    <summary>${escaped(reason)}</summary>
    <author><name>arXiv api core</name></author>
  </entry>
</feed>`,
});
