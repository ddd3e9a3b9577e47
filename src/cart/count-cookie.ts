// A file of its own, because every page's first load carries it.

/** The cookie with the number of lines in a visitor's cart. */
export const cartCountCookie = "cart_count";
/** That number in the text of all cookies. */
export const cartCountPattern = /(?:^|; )cart_count=(\d{1,3})/;
