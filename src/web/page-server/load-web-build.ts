import { readFile } from "node:fs/promises";
import type { Context } from "#lib/context.ts";
import { createDocument, type DocumentParts } from "../document.ts";

/** The folder of the web build. */
export const dist = new URL("../../../dist/", import.meta.url);

/**
 * What serving a page needs from the web build: `render` runs a page, `page` puts the result into its HTML document.
 */
export type WebBuild = {
  render: typeof import("../entry-server.tsx").render;
  page: ReturnType<typeof createDocument>;
};

/** Loads the web build from dist/. Throws when there is none; `npm run build` makes it. */
export async function loadWebBuild({ config }: Context): Promise<WebBuild> {
  const { render } = (await import(new URL("server/entry-server.js", dist).href)) as WebBuild;
  const manifest = JSON.parse(
    await readFile(new URL("client/.vite/manifest.json", dist), "utf8"),
  ) as DocumentParts["manifest"];
  const page = createDocument({
    manifest,
    publicUrl: config.publicUrl,
    tileSource: config.map.tiles?.source,
    pusher: config.pusher,
  });
  return { render, page };
}
