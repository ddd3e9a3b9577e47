/** Parameters of a listing's address; whatever else stands there changes nothing. */
export const listingParams = [
  "category",
  "name",
  "type",
  "sort",
  "min",
  "max",
  "province",
  "condition",
  "rating",
  "discount",
  "regional",
  "preorder",
  "page",
] as const;
