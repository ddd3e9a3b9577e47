import type { PageCache } from "../http/page-cache.ts";
import { pagesTopic, type Realtime } from "./realtime.ts";

/**
 * When one process purges cached pages, the other processes purge them too. After a lost connection a process drops all
 * its pages, because it may have missed purges.
 */
export function broadcastPurges(pages: PageCache, realtime: Realtime): void {
  pages.onPurge((tags) => {
    for (let from = 0; from < tags.length; from += 40)
      realtime.publish(pagesTopic, JSON.stringify(tags.slice(from, from + 40)));
  });
  realtime.subscribe(pagesTopic, (text) => pages.purgeLocally(JSON.parse(text) as string[]));
  realtime.onReconnect(() => pages.clear());
}
