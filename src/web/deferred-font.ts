/**
 * Switches to the web font when it arrived after the first paint. Until then the page keeps the fallback font, so that
 * nothing moves (ui/tokens.css). The router calls this at the next page, which is drawn again in any case.
 */
export function showDeferredFont(): void {
  const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const font = performance.getEntriesByType("resource").find(({ name }) => name.includes("sans-basic-"));
  if (font instanceof PerformanceResourceTiming && font.responseEnd > painted)
    document.documentElement.dataset.font = "deferred";
}
