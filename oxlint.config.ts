import { defineConfig, type OxlintOverride } from "oxlint";

const words = (text: string): string[] => text.match(/\S+/gu) ?? [];

interface Exceptions {
  /** Exceptions to the allowed imports. */
  except?: string;
  allowTypeImports?: true;
}

/** One layer of the code: its files, everything that they may import, and the rule in a sentence. */
const layer = (
  files: string,
  allowed: string,
  message: string,
  { except = "", ...rest }: Exceptions = {},
): OxlintOverride => {
  // All patterns are in one group, where later ones override earlier ones. A group can't allow what another group
  // refuses.
  const group = ["*", "**", ...words(allowed).map((path) => `!${path}`), ...words(except)];
  return {
    files: words(files),
    rules: { "eslint/no-restricted-imports": ["error", { patterns: [{ group, message, ...rest }] }] },
  };
};

const NODE = "node:** node:*/*";
const REACT = "react react-dom react-router-dom lucide-react";
const NO_SQL = { except: "**/*.queries.ts" };

/** A section of the client. It may import its libraries, its own folder, and the folders that sections share. */
const section = (name: string, others = "") =>
  layer(
    `src/client/features/${name}`,
    `${REACT} react-hook-form @hookform/** @tanstack/react-virtual papaparse fflate yaml smol-toml chardet diff zod
     #shared/** #client/{api,format,ui}/** #client/{slice,slices}.ts
     #client/features/{activity,deletions,discussions,exports,follows,forms,history,imports,inbox,jobs,library,links,live,options}/**
     #client/features/{page-view,ratings,shared-pages,system,uploads,users,workspace}/**
     ./** ${others}`,
    "Sections do not import each other; UI libraries are imported in src/client/ui.",
  );

// Each layer lists everything that it may import, so a kind of file in no list fails loudly. If two lists match a file,
// only the later one applies.
const fences = [
  layer("src/shared/**", "zod #shared/** ./**", "Shared code imports zod only."),
  layer(
    "src/shared/imports/files/zip-archive.ts",
    "zod fflate #shared/** ./**",
    "Archives are unpacked with fflate.",
  ),

  layer(
    "src/client/ui/** src/client/format/**",
    `${REACT} @headlessui/** @radix-ui/** @tanstack/react-virtual cmdk date-fns date-fns/**
     temml temml/dist/Temml-Local.css #shared/** #client/format/** #client/ui/** ./**`,
    "The design system knows nothing of the product's sections.",
  ),
  layer(
    "src/client/jsx/**",
    "react react/** #shared/texts/escaping.ts ./**",
    "The JSX runtime knows React only.",
  ),
  section("**"),
  section(
    "tools/**",
    `#client/features/tools/** #client/features/verdicts/** #client/features/admin/admin-tabs.ts
     #client/layout/use-page-title.ts`,
  ),
  section(
    "admin/**",
    `#client/features/admin/** #client/features/{channels/channels-panel,news/feeds/feeds-panel}.tsx
     #client/features/prompts/assistants/assistant-settings.tsx #client/layout/use-page-title.ts`,
  ),
  section(
    "links/**",
    "#client/features/{links,search}/** #client/features/verdicts/{ring-chip,use-verdicts}.{ts,tsx}",
  ),
  section("briefs/**", "#client/features/channels/use-channels.ts #client/layout/use-page-title.ts"),
  section("verdicts/**", "#client/features/verdicts/** #client/features/search/**"),
  // Waits for an undo in the background within one mutation.
  section("imports/**", "@tanstack/react-query"),
  section("home/**", "#client/features/verdicts/**"),
  section("prompts/**", "#client/features/prompts/**"),
  section("readings/**", "#client/features/readings/**"),
  section("news/**", "#client/features/news/**"),
  section("papers/**", "#client/features/papers/**"),
  layer(
    "src/client/api/**",
    "@trpc/** @tanstack/react-query eventsource zod #shared/** ./**",
    "The calls know the server's types and nothing else.",
    { allowTypeImports: true },
  ),
  layer(
    "src/client/docs/**",
    "minisearch #client/ui/menu/key-events.ts",
    "The documentation is a site of its own.",
  ),
  layer(
    "src/client/features/*/slice.ts",
    "lucide-react #shared/** #client/api/first-calls.ts #client/slice.ts #client/features/**",
    "A slice declares pages and refresh rules. The build runs these files in Node, so they load pages lazily.",
  ),
  layer(
    "src/client/app/** src/client/layout/** src/client/*.ts src/client/*.tsx",
    `${REACT} react-dom/client @tanstack/react-query @trpc/react-query #shared/** #client/** ./**`,
    "The browser reaches the server through #client/api only.",
  ),

  layer("src/server/**", "", "This folder of the server has no list of what it may import."),
  layer(
    "src/server/*.ts",
    `${NODE} compression croner express ipaddr.js kysely pino pino-pretty prom-client rate-limiter-flexible zod
     @trpc/server @trpc/server/** #package #db/** #shared/** ./**`,
    "The wiring knows every folder of the server.",
    {
      except:
        "./features/**/*.queries.ts ./kernel/{deletions,items,jobs,ledger,links,search,texts}/*.queries.ts",
    },
  ),
  layer(
    "src/server/commands/**",
    `${NODE} commander croner zod #db/** #shared/** #server/*.ts #server/config/** #server/web/** #server/kernel/{async,live,paging,storage}/** #server/{features,kernel}/**/*.service.ts
     #server/kernel/imports/read-rows.ts #server/outside/http/text-encoding.ts
     #server/workers/{slice-data,workers}.ts #server/commands/** ./**`,
    "A command calls services.",
    NO_SQL,
  ),
  layer(
    "src/server/web/rest/**",
    `${NODE} express zod @trpc/server #shared/** #server/web/trpc/{app-router,trpc}.ts #server/{app,errors,version}.ts
     #server/web/{server,trpc,files,limits}/** ./**`,
    "REST calls procedures, and replies by web/server/.",
  ),
  layer(
    "src/server/web/mcp/**",
    `${NODE} express zod @modelcontextprotocol/node @modelcontextprotocol/server
     @modelcontextprotocol/server/ext/skills #shared/** #server/web/trpc/{app-router,trpc}.ts #server/{app,errors,version}.ts #server/kernel/async/promises.ts
     #server/web/{server,trpc,files,limits}/** #server/features/assistants/assistants.service.ts
     #server/features/users/tokens.service.ts ./**`,
    "Assistants call procedures, and reply by the protocol's own library.",
  ),
  layer(
    "src/server/web/{server,trpc,files,limits}/**",
    `${NODE} body-parser express helmet ipaddr.js kysely prom-client vite zod @trpc/server/adapters/express #shared/**
     #server/web/trpc/{app-router,trpc}.ts #server/web/limits/rate-limits.ts #server/{app,built-files,errors,log}.ts #server/kernel/async/promises.ts #server/web/server/own-host.ts
     #server/{features,kernel}/**/*.service.ts #server/outside/feeds/written-feed.ts compression rate-limiter-flexible @trpc/server @trpc/server/** #db/** #server/web/** #server/config/** #server/version.ts
     #server/kernel/{async,live,paging,storage}/** #server/features/**/*.router.ts #server/kernel/**/*.router.ts
     #server/features/users/session-cache.ts ./**`,
    "What stands around the calls knows neither REST nor SQL.",
  ),
  layer(
    "src/server/outside/**",
    `${NODE} chardet cheerio feedsmith file-type html-to-text htmlparser2 ipaddr.js nodemailer openid-client p-limit
     robots-parser undici zod
     #shared/** #server/config/config.ts #server/{errors,version}.ts #server/kernel/async/{promises,sized-cache}.ts
     #server/workers/workers.ts #server/outside/** ./**`,
    "An integration knows the world outside, and of the product its shapes alone.",
  ),
  layer(
    "src/server/workers/**",
    `${NODE} #db/** #shared/** #server/errors.ts #server/features/** #server/kernel/** #server/outside/** ./**`,
    "A task does its work with what it is handed: it reaches no service and no app.",
    { except: "**/*.service.ts **/*.router.ts" },
  ),
  layer(
    "src/server/config/**",
    `${NODE} croner express ipaddr.js zod #package #db/{database-url,examination}.ts #shared/** #server/{errors,version}.ts
     ./**`,
    "The configuration knows nothing of what it configures.",
  ),
  layer(
    "src/server/deck/**",
    `${NODE} fflate pptxgenjs #shared/** ./**`,
    "The writer of PowerPoint files knows no items.",
  ),
  layer("src/server/{built,executable}/**", `${NODE} ./**`, "These run before the program is there."),
  layer(
    "src/server/brands/**",
    `${NODE} sharp #server/built-files.ts #server/features/tools/starter-catalogue.ts ./**`,
    "Logos know the catalogue alone.",
  ),
  layer(
    "src/server/features/** src/server/kernel/**",
    `${NODE} croner cronstrue decode-bmp file-type p-limit fflate papaparse pptxgenjs saxes zod
     #shared/** #server/errors.ts #server/kernel/async/promises.ts #server/kernel/{exports,imports}/** #server/deck/**
     #server/features/verdicts/as-radar-slide.ts #server/kernel/search/stems.ts stemmer ./**`,
    "Helpers of a slice are pure: they import their own folder, #shared and one library.",
    { except: "**/*.queries.ts **/*.task.ts" },
  ),
  layer(
    "src/server/kernel/{async,live,paging,storage}/**",
    `${NODE} kysely zod #db/** #shared/** #server/{app,errors,log}.ts #server/kernel/{async,live,paging,storage}/** ./**`,
    "These parts of the kernel know no items.",
  ),
  layer(
    "src/server/kernel/jobs/job{,-runner,-scheduler}.ts",
    "croner #shared/** #server/app.ts #server/config/config.ts #server/kernel/async/promises.ts #server/{features,kernel}/**/*.service.ts ./**",
    "Jobs run services at their hours; a row of the table holds no logic.",
    NO_SQL,
  ),
  layer(
    "src/server/features/**/*.router.ts src/server/kernel/**/*.router.ts",
    "zod #shared/** #server/web/trpc/trpc.ts #server/{features,kernel}/**/*.service.ts ./*.service.ts",
    "A router lists procedures: schemas, who may call, which service.",
  ),
  layer(
    "src/server/kernel/ledger/ledger-reader.ts",
    "node:events #shared/** #server/kernel/async/promises.ts #server/log.ts ./**",
    "The ledger reader receives its reads as functions.",
    NO_SQL,
  ),
  layer(
    "src/server/kernel/*.ts src/server/features/*/*.slice.ts",
    "#db/schema.ts #shared/** #server/app.ts #server/kernel/** ./**",
    "A slice declares what the kernel needs and leaves the work to its other files.",
  ),
  layer(
    `src/server/kernel/slice-data.ts src/server/kernel/exports/exporter.ts src/server/kernel/imports/import-rules.ts
     src/server/features/*/*.data.ts`,
    "#db/database.ts #shared/** #server/errors.ts #server/kernel/** #server/features/*/*.queries.ts ./**",
    "Worker threads load these declarations, so they import no services.",
    { except: "**/*.service.ts" },
  ),
  layer(
    "src/server/{features,kernel}/**/*.service.ts",
    `${NODE} croner cronstrue p-limit #shared/** #db/{schema,sort-key}.ts #db/search/substring-search.ts
     #server/web/limits/rate-limits.ts #server/{app,errors,version}.ts #server/kernel/async/{promises,sized-cache}.ts #server/kernel/paging/{paging,timeline}.ts
     #server/outside/** #server/{features,kernel}/**/*.service.ts #server/kernel/{slice,slice-data}.ts #server/kernel/texts/text-source.ts #server/kernel/{exports,imports}/*.ts
     #server/kernel/ledger/ledger-reader.ts #server/features/tools/starter-catalogue.ts
     #server/features/messages/*.ts ./**`,
    "A service reaches SQL through its own queries and other slices through their services.",
  ),
  layer(
    "src/server/{features,kernel}/**/*.task.ts",
    `${NODE} #db/** #shared/** #server/errors.ts #server/kernel/paging/paging.ts #server/kernel/async/promises.ts #server/outside/http/canonical-url.ts
     #server/brands/brand-logos.ts
     #server/kernel/items/{item-store,items.queries}.ts #server/{features,kernel}/**/*.queries.ts
     #server/kernel/slice-data.ts #server/kernel/{exports,imports}/*.ts ./**`,
    "A task is handed plain values and reads the database by itself: it knows neither the app nor its services.",
    { except: "**/*.service.ts" },
  ),
  layer(
    `src/server/**/*.queries.ts src/server/kernel/items/item-store.ts src/server/kernel/texts/text-source.ts
     src/server/features/users/lucia.ts`,
    `${NODE} kysely lucia zod #shared/** #db/{database,engine,error-kinds,errors,open-for-reading,rows,schema,settings,sort-key}.ts
     #db/search/ranked-search.ts #server/kernel/paging/{paging,timeline}.ts
     #server/kernel/items/item-store.ts #server/kernel/texts/** ./item-store.ts ./lucia.ts ./search-index.queries.ts ./stems.ts ./text-source.ts #server/kernel/links/link-queue.queries.ts ./link-queue.queries.ts ./{events,news-flags,news-store}.queries.ts`,
    "Queries know the database and the shared shapes, nothing above them.",
  ),

  layer(
    "db/*.ts db/{copy,search}/**",
    `${NODE} kysely better-sqlite3 rate-limiter-flexible ./** ../*.ts ../{migrations,postgresql,search,sqlite}/**
     #shared/kernel/item-address.ts #shared/search/words.ts`,
    "The database layer knows the kinds of items, the words of texts and nothing above them.",
  ),
  layer(
    "db/sqlite/**",
    `${NODE} kysely better-sqlite3 ./** ../*.ts ../{copy,migrations,search,tables}/** ../../*.ts ../../{migrations,search}/**
     #shared/search/words.ts`,
    "One kind of database knows nothing of the other.",
  ),
  layer(
    "db/postgresql/**",
    `${NODE} kysely pg rate-limiter-flexible ./** ../*.ts ../{copy,migrations,search,tables}/** ../../*.ts ../../search/** #shared/search/words.ts`,
    "One kind of database knows nothing of the other.",
  ),
];

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "react", "jsx-a11y", "promise", "vitest"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  ignorePatterns: ["dist/**", "src/client/public/**"],
  rules: {
    "eslint/no-console": "error",
    // Lists that must be processed in order (migrations, pages, tools of one site) use `await` in a loop on purpose.
    "eslint/no-await-in-loop": "off",
    // tRPC exposes a procedure's schemas as `_def`. `_` is an unused value.
    "eslint/no-underscore-dangle": "off",
    // The React compiler's runtime is new; hooks and components are written by hand.
    "react/react-in-jsx-scope": "off",
    "oxc/no-map-spread": "off",
    "typescript/unbound-method": "off",
    "typescript/no-redundant-type-constituents": "off",
    "unicorn/consistent-function-scoping": "off",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    // A cycle of type imports counts too: neither file can be understood without the other.
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "import/no-unassigned-import": ["error", { allow: ["**/*.css", "@testing-library/jest-dom/vitest"] }],
    "react/forbid-elements": [
      "error",
      { forbid: [{ element: "img", message: "Show pictures by <Picture>, which asks this server alone." }] },
    ],
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
  },
  overrides: [
    ...fences,
    {
      files: ["scripts/**", "tests/**", "**/*.test.ts", "**/*.test.tsx", "*.config.ts"],
      rules: {
        "eslint/no-restricted-imports": "off",
        "eslint/no-console": "off",
        "eslint/no-empty-pattern": "off",
      },
    },
    { files: ["src/client/ui/text/picture.tsx"], rules: { "react/forbid-elements": "off" } },
    // Messages between threads have no origin.
    { files: ["src/server/workers/**"], rules: { "unicorn/require-post-message-target-origin": "off" } },
    { files: ["*.config.ts"], rules: { "import/no-default-export": "off" } },
  ],
});
