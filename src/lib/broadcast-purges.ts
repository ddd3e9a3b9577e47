import type { PageCache } from "./page-cache.ts";
import { pagesTopic, type Realtime } from "./realtime.ts";

/**
 * Makes every process drop the kept pages that one of them purged. After the wire was cut all pages go: what was purged
 * meanwhile is not known.
 */
export function broadcastPurges(pages: PageCache, realtime: Realtime): void {
  pages.onPurge((tags) => {
    for (let from = 0; from < tags.length; from += 40)
      realtime.publish(pagesTopic, JSON.stringify(tags.slice(from, from + 40)));
  });
  realtime.subscribe(pagesTopic, (text) => pages.purgeLocally(JSON.parse(text) as string[]));
  realtime.onReconnect(() => pages.clear());
}
