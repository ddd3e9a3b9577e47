import { existsSync } from "node:fs";
import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import * as operatorPaths from "./src/operator-paths.ts";
import * as pagePaths from "./src/page-paths.ts";
import { reactModules } from "./scripts/react-modules.ts";
import { trimReact } from "./scripts/trim-react.ts";

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

/**
 * React Router names its components for its development tools (`Link.displayName = "Link"`). The assignment keeps each of
 * them in the build, also those that no page uses. Without the names only what is used is left.
 */
const withoutComponentNames: Plugin = {
  name: "without-component-names",
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, "")
        .replace(/= (React\$1\.(?:forwardRef|createContext)\()/g, "= /* @__PURE__ */ $1"),
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

/**
 * Modules that a few pages share. Divided by who imports them, they would be up to twenty files for a page, most of them
 * shorter than the headers of their response.
 */
const sharedBy = {
  site: modules(
    "lib/browser/list-invalidation.ts",
    "lib/rupiah.ts",
    ...inUi("button", "empty-state", "notice", "picture", "price"),
  ),
  products: modules(
    "catalog/rules.ts",
    "catalog/ui/breadcrumb.tsx",
    "catalog/ui/product-card.tsx",
    "ui/dialog.tsx",
    "ui/rating.ts",
  ),
  productParts: modules(
    "catalog/ui/buy-form.ts",
    "reviews/questions/ui/questions.module.css",
    "reviews/reports/ui/report-form.module.css",
    "reviews/ui/product-reviews.module.css",
    "reviews/ui/review-pictures.module.css",
    "shops/verification/ui/seller-identity.module.css",
    "site/pages/product.module.css",
    "ui/quantity.ts",
    ...withStyles("ui/quantity"),
    "ui/star-rating.module.css",
  ),
  listings: modules(
    "catalog/attributes/filter-address.ts",
    "catalog/listing/filter-rules.ts",
    "catalog/listing/url.ts",
    "catalog/ui/place.ts",
    "catalog/ui/pre-hydration-choice.ts",
    "delivery-hrefs.ts",
    "ui/load-more-restore.ts",
    "ui/pagination.ts",
    ...withStyles("ui/pagination"),
  ),
  articles: modules(...withStyles("site/ui/information/article")),
  notifications: modules(
    "notifications/rules.ts",
    "notifications/ui/notification-facts.ts",
    "notifications/ui/open-notification.ts",
  ),
  shops: modules("review-hrefs.ts", "shops/badges/rules.ts", "shops/verification/ui/seller-identity.tsx"),
  entering: modules(
    "accounts/rules.ts",
    "accounts/login/rules.ts",
    "accounts/providers/addresses.ts",
    "accounts/providers/rules.ts",
    ...withStyles("accounts/ui/auth-frame", "accounts/ui/providers/oauth-buttons", "ui/password-strength"),
    "accounts/ui/email/email-field.tsx",
    "accounts/ui/login/login-reason.ts",
    "accounts/ui/passkeys/passkey-button.tsx",
    "accounts/ui/password/password-fields.tsx",
    "ui/password-field.tsx",
    "ui/password-strength.ts",
  ),
};

/** A pattern for these files of src/. Throws when one does not exist, so that a moved file is named here again. */
function modules(...paths: string[]): RegExp {
  for (const path of paths)
    if (!existsSync(new URL(`src/${path}`, import.meta.url)))
      throw new Error(`vite.config.ts names src/${path}, which does not exist`);
  return new RegExp(`/src/(?:${paths.map((path) => path.replaceAll(".", "\\.")).join("|")})(?:\\?|$)`);
}

function inUi(...names: string[]): string[] {
  return names.map((name) => `ui/${name}.tsx`);
}

/** Components with their stylesheets. */
function withStyles(...names: string[]): string[] {
  return names.flatMap((name) => [`${name}.tsx`, `${name}.module.css`]);
}

/** Loads the stylesheets of code that is loaded later, then that code. Vite's own is six times as long. */
const styleLoader: Plugin = {
  name: "style-loader",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => `
const loaded = {};
export const __vitePreload = (load, files = []) =>
  Promise.all(files.map((file) => (loaded[file] ??= document.querySelector('link[href="/' + file + '"]') ?? loadStyle(file)))).then(load);
const loadStyle = (file) => new Promise((done, fail) => {
  const link = document.createElement("link");
  link.onload = done;
  link.onerror = () => {
    link.remove();
    delete loaded[file];
    fail(new Error("could not load " + file));
  };
  Object.assign(link, { rel: "stylesheet", crossOrigin: "", href: "/" + file });
  document.head.append(link);
});`,
  },
};

const root = fileURLToPath(new URL(".", import.meta.url));
const styleNames = new Map<string, string>();

/**
 * The name of a class: its own, and four letters for its stylesheet. A name of Vite's own also has the class's line, so
 * that a line added to a stylesheet changes the scripts of all that follow it. Throws when two stylesheets get the same letters.
 */
function className(name: string, file: string): string {
  const path = relative(root, file.replace(/\?.*/, "")).replaceAll("\\", "/");
  const letters = createHash("sha256").update(path).digest("base64url").slice(0, 4);
  const other = styleNames.get(letters);
  if (other !== undefined && other !== path) throw new Error(`${path} and ${other} get the same letters: rename one`);
  styleNames.set(letters, path);
  return `${name}-${letters}`;
}

// scripts/build-web.ts says where the client build and the server build (`ssr`) go. The server build bundles React's
// production code even if NODE_ENV is not production, because its development build renders three times slower.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild
    ? [react()]
    : [react(), apartFromRouter, withoutComponentNames, reactModules, trimReact, styleLoader, onlyPagePaths],
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  css: { modules: { generateScopedName: className } },
  publicDir: isSsrBuild ? false : "public",
  ssr: { noExternal: true as const, target: "node" as const },
  build: {
    target: isSsrBuild ? "node22" : "es2022",
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
          // What shared-code.ts imports stays in the site's file, although that file itself does not use it.
          treeshake: { moduleSideEffects: [{ test: sharedBy.site, sideEffects: true }] },
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
                // What a few pages share, one file for each kind of page.
                { name: "products", test: sharedBy.products, includeDependenciesRecursively: false },
                { name: "product-parts", test: sharedBy.productParts, includeDependenciesRecursively: false },
                { name: "listing-parts", test: sharedBy.listings, includeDependenciesRecursively: false },
                { name: "articles", test: sharedBy.articles, includeDependenciesRecursively: false },
                { name: "notification-parts", test: sharedBy.notifications, includeDependenciesRecursively: false },
                { name: "shop-parts", test: sharedBy.shops, includeDependenciesRecursively: false },
                { name: "entering", test: sharedBy.entering, includeDependenciesRecursively: false },
              ],
            },
          },
        },
  },
}));
