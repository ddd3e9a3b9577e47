import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import * as pagePaths from "./src/page-paths.ts";

/**
 * The router itself (router.js) also holds a few constants that its hooks need, and a module is never divided between
 * files. So the hooks get a copy of their own, of which only the constants are left after tree shaking, and the router is
 * loaded when it is needed (src/web/deferred-router/).
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

/** Puts the values of page-paths.ts in the place of its code, so that a first load does not carry the list of pages. */
const onlyPagePaths: Plugin = {
  name: "only-page-paths",
  load: {
    filter: { id: /\/src\/page-paths\.ts$/ },
    handler: () =>
      Object.entries(pagePaths)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n"),
  },
};

// The client build goes to dist/client, the server build (`--ssr`) to dist/server. React is bundled into the server
// build with its production code, whatever NODE_ENV the process has: its development build renders three times slower.
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
    // Nobody who starts the shop wants to read how long a plugin took.
    rollupOptions: isSsrBuild
      ? { checks: { pluginTimings: false }, input: "src/web/entry-server.tsx" }
      : {
          checks: { pluginTimings: false },
          input: "src/web/entry-client.tsx",
          // React and the router in one file of their own: it compresses better, and stays the same from release to release.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "vendor",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  tags: ["$initial"],
                  includeDependenciesRecursively: false,
                },
                // What every page starts with, and not a file for each part that two of them share.
                { name: "site", tags: ["$initial"], includeDependenciesRecursively: false },
              ],
            },
          },
        },
  },
}));
