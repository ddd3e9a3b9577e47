import { accountDeclarations } from "./accounts/setting-declarations.ts";
import { cartDeclarations } from "./cart/setting-declarations.ts";
import { catalogDeclarations } from "./catalog/setting-declarations.ts";
import { complaintDeclarations } from "./complaints/setting-declarations.ts";
import { lookDeclarations } from "./lib/look/setting-declarations.ts";
import type { Declaration } from "./lib/settings/declaration.ts";
import { orderDeclarations } from "./orders/setting-declarations.ts";
import { paymentDeclarations } from "./payments/setting-declarations.ts";
import { privacyDeclarations } from "./privacy/setting-declarations.ts";
import { promotionDeclarations } from "./promotions/setting-declarations.ts";
import { reviewDeclarations } from "./reviews/setting-declarations.ts";
import { searchDeclarations } from "./search/setting-declarations.ts";
import { ownDeclarations } from "./settings/setting-declarations.ts";
import { shopDeclarations } from "./shops/setting-declarations.ts";
import { siteDeclarations } from "./site/setting-declarations.ts";

/** The settings of all slices. The console shows them in this order, by group. */
export const settingDeclarations: readonly Declaration[] = [
  ...lookDeclarations,
  ...siteDeclarations,
  ...ownDeclarations,
  ...accountDeclarations,
  ...catalogDeclarations,
  ...paymentDeclarations,
  ...shopDeclarations,
  ...promotionDeclarations,
  ...cartDeclarations,
  ...orderDeclarations,
  ...complaintDeclarations,
  ...reviewDeclarations,
  ...privacyDeclarations,
  ...searchDeclarations,
];
