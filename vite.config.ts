import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The client build goes to dist/client, the server build (`--ssr`) to dist/server. React is bundled into the server
// build with its production code, whatever NODE_ENV the process has: its development build renders three times slower.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
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
    rollupOptions: isSsrBuild
      ? { input: "src/site/entry-server.tsx" }
      : {
          input: "src/site/entry-client.tsx",
          // React and the router in one file of their own: it compresses better, and stays the same from release to release.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "vendor",
                  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
                },
              ],
            },
          },
        },
  },
}));
