/**
 * Builds the documents as a static site with search: `npm run docs:site` writes `dist/docs`, which the server serves
 * at `/docs`. All links are relative, so that it can be published in any folder.
 */
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

import { Eleventy } from "@11ty/eleventy";
import { rolldown } from "rolldown";
import sharp from "sharp";

import { type Document, Documents, root } from "./documents.ts";

interface PageData {
  document: Document;
  content: string;
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Writes the site to a folder. Replaces the folder's content. */
export async function buildDocsSite(output: string): Promise<void> {
  const documents = new Documents();
  documents.pictureSizes = await readPictureSizes();
  rmSync(output, { recursive: true, force: true });
  const eleventy = new Eleventy(import.meta.dirname, output, {
    quietMode: true,
    configPath: false,
    config(config) {
      config.setLibrary("md", documents.markdown);
      config.addTemplate("_includes/page.11ty.js", ({ document, content }: PageData) =>
        pageHtml(documents, document, content),
      );
      for (const document of documents.all)
        config.addTemplate(
          `${document.address.replace(/html$/u, "")}md`,
          textWithLists(documents, document),
          {
            layout: "page.11ty.js",
            // Documents contain {{variables}} of prompts, which the template engine must not fill in.
            templateEngineOverride: "md",
            permalink: document.address,
            document,
          },
        );
      return {};
    },
  });
  await eleventy.write();
  writeFileSync(join(output, "llms.txt"), llmsText(documents));
  writeFileSync(join(output, "search.json"), JSON.stringify(searchEntries(documents)));
  for (const [file, address] of [...documents.files, ...OWN_FILES]) {
    mkdirSync(dirname(join(output, address)), { recursive: true });
    copyFileSync(join(root, file), join(output, address));
  }
  await buildScript(join(output, "site.js"));
}

const OWN_FILES = [
  ["src/client/docs/site.css", "site.css"],
  ["src/client/public/at-load.js", "theme.js"],
  ["src/client/public/favicon.svg", "favicon.svg"],
] as const;

async function readPictureSizes() {
  const files = globSync("docs/screenshots/*", { cwd: root });
  const sizes = await Promise.all(
    files.map(async (file) => {
      const { width, height, pageHeight } = await sharp(join(root, file)).metadata();
      return [file, { width, height: pageHeight ?? height }] as const;
    }),
  );
  return new Map(sizes);
}

async function buildScript(file: string): Promise<void> {
  const bundle = await rolldown({ input: join(root, "src/client/docs/site.ts"), platform: "browser" });
  await bundle.write({ file, format: "iife", minify: true });
  await bundle.close();
}

/** Returns the text of a document. Adds the list of decisions to their page. */
const textWithLists = ({ decisions }: Documents, { file, text }: Document): string =>
  file === "docs/decisions/README.md"
    ? `${text}\n${decisions.map((each) => `- [${each.title}](${posix.basename(each.file)})`).join("\n")}\n`
    : text;

function pageHtml({ groups, decisions }: Documents, document: Document, content: string): string {
  const to = (address: string) => posix.relative(dirname(document.address), address);
  const isDecision = decisions.includes(document);
  const link = ({ address, label }: Document) =>
    `<li><a href="${to(address)}"${address === document.address ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a></li>`;
  const chapters = document.sections.filter(({ level }) => level === 2);
  const isHome = document.address === "index.html";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(document.description)}">
<title>${isHome ? "StackLoop documentation" : `${escapeHtml(document.title)} · StackLoop`}</title>
<link rel="icon" href="${to("favicon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${to("site.css")}">
<script src="${to("theme.js")}"></script>
<script src="${to("site.js")}" data-root="${to("index.html").slice(0, -"index.html".length)}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${to("index.html")}"><img src="${to("favicon.svg")}" alt="" width="24" height="24">StackLoop docs</a>
<a class="contents" href="#pages">All pages</a>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${isDecision ? `<p class="up"><a href="${to("decisions/index.html")}">Decisions</a></p>` : ""}
${content}
</main>
${
  chapters.length > 1
    ? `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${chapters
        .map(({ anchor, heading }) => `<li><a href="#${anchor}">${escapeHtml(heading)}</a></li>`)
        .join("")}</ul></nav>`
    : ""
}
<nav class="pages" id="pages" aria-label="Pages">
${groups
  .map(({ title, documents }) => `<h2>${escapeHtml(title)}</h2><ul>${documents.map(link).join("")}</ul>`)
  .join("\n")}
</nav>
</div>
</body>
</html>
`;
}

/** Pages for language models: https://llmstxt.org. */
function llmsText({ groups }: Documents): string {
  const [home] = groups.flatMap(({ documents }) => documents);
  const line = ({ title, address, description }: Document) => `- [${title}](${address}): ${description}`;
  return [
    "# StackLoop",
    `> ${home?.description}`,
    ...groups.map(({ title, documents }) => `## ${title}\n\n${documents.map(line).join("\n")}`),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Creates one entry for each section. `site.ts` reads them. */
function searchEntries({ all, groups }: Documents) {
  // Decisions and the last group are for contributors.
  const forUsers = new Set(groups.slice(0, -1).flatMap(({ documents }) => documents));
  return all.flatMap((document) =>
    document.sections.map(({ anchor, heading, level, text }) => ({
      address: level === 1 ? document.address : `${document.address}#${anchor}`,
      page: document.title,
      heading,
      text: text.replaceAll(/\s+/gu, " ").trim(),
      weight: forUsers.has(document) ? 1 : 0.3,
    })),
  );
}

if (import.meta.main) {
  const start = performance.now();
  await buildDocsSite(join(root, "dist/docs"));
  console.log(`dist/docs is written (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}
