import type { Page } from "playwright-core";

/** Holds back scripts until the returned function is called, like a slow phone but without waiting. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
