import type { PageHandle } from "#lib/page.ts";

export const handle: PageHandle = { layout: "shop", head: () => ({ title: "Kawung" }), tags: () => ["catalog"] };

export function Component() {
  return <h1>Belanja langsung dari perajinnya</h1>;
}
