/**
 * A page that was drawn before its font had come keeps the stand-in, so that nothing moves (ui/tokens.css). The next page
 * is drawn anew anyway: from then on the font is used.
 */
export function useDeferredFont(): void {
  const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const came = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".woff2"));
  if (came instanceof PerformanceResourceTiming && came.responseEnd > painted)
    document.documentElement.dataset.font = "deferred";
}
