import type { Page } from "playwright-core";

/** What the page has sent to change something, and how to let it through. */
export type HeldWrites = { sent: string[]; release(): void };

/** Holds back everything that the page sends to change something, like a slow connection but without waiting. */
export async function holdWrites(page: Page): Promise<HeldWrites> {
  const sent: string[] = [];
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route(
    () => true,
    async (route) => {
      const request = route.request();
      if (["GET", "HEAD"].includes(request.method())) return route.fallback();
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
      await released;
      // A page that has gone meanwhile cancels its requests.
      await route.continue().catch(() => undefined);
    },
  );
  return { sent, release };
}
