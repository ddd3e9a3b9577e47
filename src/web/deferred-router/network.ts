/** Delay before the code for a lost network is loaded, in milliseconds. */
const offlineCodeDelay = 5000;

const loadOffline = () => import("../offline.ts");

/**
 * Waits until the server can be reached. The page stays as it is, with the user's input. Does not wait if the code for
 * a lost network cannot be loaded either: then the browser says what is wrong, instead of a button that does nothing.
 */
export async function waitForNetwork(): Promise<undefined> {
  const offline = await loadOffline().catch(() => undefined);
  if (offline && !(await offline.isReachable())) await offline.waitUntilReachable();
}

/**
 * Makes forms and links wait for the network; links only while `isNeeded` returns true, because no router is loaded.
 * Such a link, and a form that the browser sends, load a whole page: without a network it would be the browser's own
 * error page.
 */
export function delayFormsAndLinksWhileOffline(isNeeded: () => boolean): void {
  setTimeout(() => {
    loadOffline().then(
      ({ delayFormsWhileOffline, delayLinksWhileOffline }) => {
        delayFormsWhileOffline();
        delayLinksWhileOffline(isNeeded);
      },
      () => {},
    );
  }, offlineCodeDelay);
}
