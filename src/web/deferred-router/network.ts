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
 * Makes forms wait for the network, and links while `isNeeded` returns true. Without the router a link loads a whole
 * page, and without a network the browser would show its own error page.
 */
export function holdLinksOffline(isNeeded: () => boolean): void {
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
