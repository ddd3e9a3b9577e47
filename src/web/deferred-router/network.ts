/** How long after the start the code for a lost network is loaded, in milliseconds. */
const offlineCodeDelay = 5000;

const loadOffline = () => import("../offline.ts");

/**
 * Waits until the server can be reached. The page stays as it is, with what was typed. Throws `error` when the code for a lost
 * network could not be loaded either.
 */
export async function waitForNetwork(error: unknown): Promise<undefined> {
  const { isReachable, waitUntilReachable: untilReachable } = await loadOffline().catch(() => {
    throw error;
  });
  if (!(await isReachable())) await untilReachable();
}

/**
 * Makes links wait for the network while `isNeeded` says so. Without the router a link loads its page in full, and without a
 * network that is the browser's own error page.
 */
export function holdLinksOffline(isNeeded: () => boolean): void {
  setTimeout(() => {
    loadOffline().then(
      ({ delayLinksWhileOffline: holdLinks }) => holdLinks(isNeeded),
      () => {},
    );
  }, offlineCodeDelay);
}
