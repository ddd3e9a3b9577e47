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
 * Makes forms that the browser sends wait for the network, and links while `isNeeded` returns true, which says that no
 * router is loaded. These forms and links load a whole page: without a network it would be the browser's error page.
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
