/** The id of the form that buys a product: its fields stand in two places of the page. */
export const buyFormId = "beli";

/** The value of `then` that asks for the page of the marked variant instead of a purchase. */
export const showVariantIntent = "show";
