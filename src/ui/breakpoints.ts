/**
 * Widths in pixels at which layouts change. A media query cannot use a variable, so stylesheets write the number:
 * `(min-width: 768px)` from a breakpoint on, `(max-width: 767px)` below it. `npm run check -- breakpoints` refuses
 * other widths. Each additional width is one more layout to look at.
 */
export const breakpoints = {
  /** Below it: the narrowest phones. */
  narrow: 380,
  /** Below it: most phones, upright. */
  phone: 480,
  /** Two columns of cards or fields fit. */
  columns: 640,
  /** No bottom navigation: tablets. */
  tablet: 768,
  /** A side column fits beside the content. */
  desktop: 960,
  /** The full layout. */
  wide: 1100,
  /** The page's column grows no more (`--wrap`). */
  wrap: 1240,
} as const;
