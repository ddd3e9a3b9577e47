import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until a message with this text has the focus and is on the screen. */
export async function expectMessageShown(page: Page, text: string): Promise<void> {
  const read = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { top, bottom } = focused.getBoundingClientRect();
      return focused.id !== "main" && top >= 0 && bottom <= innerHeight ? focused.innerText : "";
    });
  await expect.poll(read).toContain(text);
}
