/** The id of the form that buys a product. Its fields are in two places of the page. */
export const buyFormId = "buy-form";

/** The value of `then` that shows the page of the selected variant instead of buying it. */
export const showVariantIntent = "show";
