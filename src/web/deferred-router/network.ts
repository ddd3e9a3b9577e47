/** Delay before the code for a lost network is loaded, in milliseconds. */
const offlineCodeDelay = 5000;

const loadOffline = () => import("../offline.ts");

/**
 * Waits until the server can be reached. The page stays as it is, with the user's input. Throws `error` when the code
 * for a lost network cannot be loaded either.
 */
export async function waitForNetwork(error: unknown): Promise<undefined> {
  const { isReachable, waitUntilReachable } = await loadOffline().catch(() => {
    throw error;
  });
  if (!(await isReachable())) await waitUntilReachable();
}

/**
 * Makes links wait for the network while `isNeeded` returns true. Without the router a link loads a whole page, and
 * without a network the browser would show its own error page.
 */
export function holdLinksOffline(isNeeded: () => boolean): void {
  setTimeout(() => {
    loadOffline().then(
      ({ delayLinksWhileOffline }) => delayLinksWhileOffline(isNeeded),
      () => {},
    );
  }, offlineCodeDelay);
}
