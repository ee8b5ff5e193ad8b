import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const ZOD_CONFIG = `${import.meta.dirname}/src/client/api/zod-config.ts`;

/** Configures zod for all modules that import it in the browser. Pages without a schema don't load zod. */
const zodInBrowser: Plugin = {
  name: "zod-in-browser",
  enforce: "pre",
  apply: (_config, { mode }) => mode !== "test",
  resolveId: (source, importer) => (source === "zod" && importer !== ZOD_CONFIG ? ZOD_CONFIG : undefined),
};

const REACT_ROUTER = `${import.meta.dirname}/node_modules/react-router/dist/production`;
/** React Router without the warnings for developers, which its package exports for all builds. */
const routerWithoutWarnings: Plugin = {
  name: "router-without-warnings",
  enforce: "pre",
  apply: "build",
  resolveId(source) {
    if (source === "react-router") return `${REACT_ROUTER}/index.mjs`;
    return source === "react-router/dom" ? `${REACT_ROUTER}/dom-export.mjs` : undefined;
  },
};

/** Lets the bundler drop tRPC's WebSocket client, which it retains for a static property set outside of the class. */
const trpcWithoutWebSocket: Plugin = {
  name: "trpc-without-web-socket",
  apply: "build",
  transform: {
    filter: { id: /@trpc\/client\/dist\/wsLink/u },
    handler: (code) => ({
      code: code.replace(/^_defineProperty\(WsConnection,/mu, "/* @__PURE__ */ $&"),
      map: null,
    }),
  },
};

export default defineConfig({
  root: `${import.meta.dirname}/src/client`,
  publicDir: "public",
  cacheDir: `${import.meta.dirname}/node_modules/.vite`,
  plugins: [
    zodInBrowser,
    routerWithoutWarnings,
    trpcWithoutWebSocket,
    react({ jsxImportSource: "#client/jsx" }),
    tailwindcss(),
  ],
  build: {
    outDir: "../../dist/client",
    emptyOutDir: true,
    // Inlined files would need a looser content security policy.
    assetsInlineLimit: 0,
    // The benchmark measures the compressed size of the first download.
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    target: "es2023",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Zod and its configuration stay together.
            { name: "zod", test: /node_modules\/zod\/|src\/client\/api\/zod-config\.ts$/u, priority: 2 },
            // The first page loads one file instead of seven.
            { name: "initial", tags: ["$initial"], priority: 1 },
          ],
        },
      },
    },
  },
});
