import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import * as operatorPaths from "./src/operator-paths.ts";
import * as pagePaths from "./src/page-paths.ts";

/**
 * The router's module (router.js) also contains constants that its hooks need, and a module is never split between
 * files. So the hooks get their own copy, which tree shaking reduces to the constants, and the router itself is loaded
 * when it is needed (src/web/deferred-router/).
 */
const apartFromRouter: Plugin = {
  name: "apart-from-router",
  enforce: "pre",
  resolveId: {
    filter: { id: /\/router\/router\.js$/ },
    async handler(source, importer) {
      if (!/react-router\/dist\/\w+\/lib\/(hooks|components|dom\/lib)\.js$/.test(importer ?? "")) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { ...resolved, id: `${resolved.id}?constants` };
    },
  },
};

/** Replaces the code of page-paths.ts and operator-paths.ts by their values, so that a first load does not contain the list of pages. */
const onlyPagePaths: Plugin = {
  name: "only-page-paths",
  load: {
    filter: { id: /\/src\/(page|operator)-paths\.ts$/ },
    handler: (id) =>
      Object.entries(id.endsWith("operator-paths.ts") ? operatorPaths : pagePaths)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n"),
  },
};

// The client build goes to dist/client, the server build (`--ssr`) to dist/server. The server build bundles React's
// production code even if NODE_ENV is not production, because its development build renders three times slower.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [react()] : [react(), apartFromRouter, onlyPagePaths],
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  publicDir: isSsrBuild ? false : "public",
  ssr: { noExternal: true as const, target: "node" as const },
  build: {
    target: isSsrBuild ? "node22" : "es2022",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    modulePreload: false,
    assetsInlineLimit: 0,
    cssMinify: true,
    reportCompressedSize: false,
    // The time of each plugin is of no interest at a start.
    rollupOptions: isSsrBuild
      ? { checks: { pluginTimings: false }, input: "src/web/entry-server.tsx" }
      : {
          checks: { pluginTimings: false },
          input: "src/web/entry-client.tsx",
          // React and the router are one file: it compresses better, and does not change between releases.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "vendor",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  tags: ["$initial"],
                  includeDependenciesRecursively: false,
                },
                // The code that every page needs is one file, instead of a file for each part that two pages share.
                { name: "site", tags: ["$initial"], includeDependenciesRecursively: false },
              ],
            },
          },
        },
  },
}));
