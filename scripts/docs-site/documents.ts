/** The documents of the site: their order, their addresses, and the links between them. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

import MarkdownIt from "markdown-it";
import type Token from "markdown-it/lib/token.mjs";

export const root = join(import.meta.dirname, "../..");

/** Documents in the order of the navigation, each with its short title there. */
const GROUPS: readonly (readonly [title: string, documents: Readonly<Record<string, string>>])[] = [
  ["Start", { "README.md": "What StackLoop is", "docs/install.md": "Install", "docs/user.md": "User guide" }],
  [
    "Run it",
    {
      "docs/admin-guide.md": "Administrator guide",
      "docs/scale.md": "SQLite or PostgreSQL",
      "docs/commands.md": "Commands",
      "SECURITY.md": "Security",
      "CHANGELOG.md": "Changelog",
    },
  ],
  ["Build on it", { "docs/api.md": "API" }],
  [
    "Contributing",
    {
      "CONTRIBUTING.md": "Start here",
      "docs/adding.md": "Recipes",
      "docs/testing.md": "Testing",
      "docs/glossary.md": "Glossary",
      "docs/decisions/README.md": "Decisions",
      "docs/threats-and-faults.md": "Threats and faults",
      "docs/performance.md": "Performance",
      "docs/benchmarks.md": "Benchmarks",
      "CODE_OF_CONDUCT.md": "Code of conduct",
    },
  ],
];

/** Files linked by documents, which the site shows as text. */
const TEXT_FILES = /^(?:LICENSE|NOTICE|compose\.yaml|\.env\.example|docs\/deploy\/.+)$/u;
const PICTURES = /^docs\/screenshots\//u;

interface Section {
  /** Anchor of the heading. Empty for the text between the title and the first heading. */
  anchor: string;
  heading: string;
  level: number;
  text: string;
}

export interface Document {
  /** Path in the repository. */
  file: string;
  /** Path on the site. */
  address: string;
  /** Short title for the navigation. */
  label: string;
  title: string;
  /** First sentence of the document. */
  description: string;
  text: string;
  sections: readonly Section[];
}

interface RenderState {
  tokens: Token[];
  /** Absent while documents are parsed but not rendered. */
  env: { document?: Document };
}

interface Group {
  title: string;
  documents: readonly Document[];
}

/** Returns the anchor of a heading on GitHub: https://docs.github.com/en/get-started/writing-on-github. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

function addressOf(file: string): string {
  if (file === "README.md") return "index.html";
  const page = `${file.replace(/^docs\//u, "").slice(0, -".md".length)}.html`;
  return page
    .replace("README", "index")
    .replace(/^[A-Z_]+/u, (name) => name.toLowerCase().replaceAll("_", "-"));
}

const textOf = (token: { children: Token[] | null; content: string }): string =>
  (token.children ?? [])
    .map(({ type, content }) => (type === "softbreak" ? " " : type === "html_inline" ? "" : content))
    .join("");

/** Adds anchors to headings. Returns the sections that the headings begin. */
function readSections(tokens: Token[]): Section[] {
  const sections: Section[] = [];
  const anchorCounts = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    const content = tokens[index + 1];
    if (token.type === "heading_open" && content) {
      const heading = textOf(content);
      const name = anchorOf(heading);
      const count = anchorCounts.get(name) ?? 0;
      anchorCounts.set(name, count + 1);
      const anchor = count === 0 ? name : `${name}-${count}`;
      token.attrSet("id", anchor);
      sections.push({ anchor, heading, level: Number(token.tag.slice(1)), text: "" });
    } else {
      const isText = token.type === "inline" && tokens[index - 1]?.type !== "heading_open";
      const last = sections.at(-1);
      if (last && (isText || token.type === "fence"))
        last.text += `${isText ? textOf(token) : token.content} `;
    }
  }
  return sections;
}

/** Returns the first sentence of a text, or the whole text if it has no end. */
const firstSentence = (text: string): string => /^.+?[.!?](?=\s|$)/su.exec(text.trim())?.[0] ?? text.trim();

/** All documents of the site. Pages of decisions are last. */
export class Documents {
  readonly groups: readonly Group[];
  readonly decisions: readonly Document[];
  readonly all: readonly Document[];
  /** Files that the documents link to, each with its address on the site. */
  readonly files = new Map<string, string>();
  readonly markdown = new MarkdownIt({ html: true });
  /** Width and height of each picture, by its path in the repository. */
  pictureSizes: ReadonlyMap<string, { width: number; height: number }> = new Map();

  constructor() {
    this.#setRules();
    const decisionFiles = globSync("docs/decisions/0*.md", { cwd: root }).toSorted();
    this.decisions = decisionFiles.map((file) => this.#read(file, ""));
    this.groups = GROUPS.map(([title, documents]) => ({
      title,
      documents: Object.entries(documents).map(([file, label]) => this.#read(file, label)),
    }));
    this.all = [...this.groups.flatMap(({ documents }) => documents), ...this.decisions];
    const unlistedFiles = globSync("docs/**/*.md", { cwd: root }).filter((file) => !this.#find(file));
    if (unlistedFiles.length > 0)
      throw new Error(`not in scripts/docs-site/documents.ts: ${unlistedFiles.join(", ")}`);
  }

  #find(file: string): Document | undefined {
    return this.all.find((document) => document.file === file);
  }

  #read(file: string, label: string): Document {
    const text = readFileSync(join(root, file), "utf8");
    const tokens = this.markdown.parse(text, {});
    const sections = readSections(tokens);
    const paragraph = tokens.findIndex(({ type }) => type === "paragraph_open");
    const first = tokens[paragraph + 1];
    return {
      file,
      address: addressOf(file),
      label,
      title: sections[0]?.heading ?? label,
      description: first ? firstSentence(textOf(first)) : "",
      text,
      sections,
    };
  }

  /** Returns the target of a Markdown link, relative to the document's page. Throws for dead links. */
  resolve(from: Document, link: string): string {
    if (/^[a-z]+:|^#/u.test(link)) return link;
    const [path = "", anchor] = link.split("#");
    const file = posix.join(dirname(from.file), decodeURI(path));
    const to = this.#find(file) ?? this.#find(`${file}/README.md`);
    const address = to?.address ?? this.#addressOfFile(file);
    if (address === undefined) throw new Error(`${from.file}: nothing on the site for the link ${link}`);
    if (anchor !== undefined && !to?.sections.some((section) => section.anchor === anchor))
      throw new Error(`${from.file}: no heading for the link ${link}`);
    const relative = posix.relative(dirname(from.address), address);
    return anchor === undefined ? relative : `${relative}#${anchor}`;
  }

  #addressOfFile(file: string): string | undefined {
    if (!existsSync(join(root, file))) return undefined;
    const isPicture = PICTURES.test(file);
    if (!isPicture && !TEXT_FILES.test(file)) return undefined;
    const name = file.replace(/^(?:docs\/|\.)/u, "");
    const address = isPicture ? name : `files/${name}.txt`;
    this.files.set(file, address);
    return address;
  }

  /**
   * Converts Markdown to pages: with links between pages, anchors, tables that scroll, and pictures with their size.
   */
  #setRules(): void {
    const { core, renderer } = this.markdown;
    core.ruler.push("site", ({ tokens, env: { document } }: RenderState) => {
      if (!document) return;
      readSections(tokens);
      for (const [index, token] of tokens.entries()) {
        if (token.type === "th_open" && tokens[index + 1]?.content === "") {
          token.tag = "td";
          const close = tokens[index + 2];
          if (close) close.tag = "td";
        }
        if (token.type === "html_block") token.content = this.#withAddresses(document, token.content);
        // The content security policy would have to allow inline styles.
        const style = token.attrGet("style");
        if (style !== null) token.attrs = [["class", style.replace("text-align:", "")]];
        for (const child of token.children ?? []) {
          const name = child.type === "image" ? "src" : "href";
          const link = child.attrGet(name);
          if (link !== null) child.attrSet(name, this.resolve(document, link));
          if (child.type === "image" && link !== null)
            this.#setSize(child, posix.join(dirname(document.file), link));
        }
      }
    });
    renderer.rules["table_open"] = () => '<div class="scroll"><table>\n';
    renderer.rules["table_close"] = () => "</table></div>\n";
  }

  #withAddresses(document: Document, html: string): string {
    return html.replaceAll(
      /(\b(?:src|srcset)=")([^"]+)"/gu,
      (_all, start: string, link: string) => `${start}${this.resolve(document, link)}"`,
    );
  }

  #setSize(image: Token, file: string): void {
    const size = this.pictureSizes.get(file);
    if (!size) return;
    image.attrSet("width", String(size.width));
    image.attrSet("height", String(size.height));
    image.attrSet("loading", "lazy");
  }
}
