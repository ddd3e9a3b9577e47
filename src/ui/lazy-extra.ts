import { lazy, type ComponentType, type LazyExoticComponent } from "react";

const Nothing = () => null;

/**
 * A component whose code loads when it is first shown, and that the page can do without, such as the suggestions of the
 * search. When the code cannot be loaded, nothing is shown in its place until the next full load, because a browser
 * does not request a failed module again. With `lazy` alone an error would replace the whole page, with what was typed.
 * The error is reported as one that nothing caught, because it may also be a fault of that code.
 */
export function lazyExtra<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  const loadOrNothing = () =>
    load().catch((error: unknown) => {
      reportError(error);
      return Nothing;
    });
  return lazy(async () => ({ default: await loadOrNothing() }));
}
