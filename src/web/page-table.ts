import { listingParams } from "#catalog/listing/params.ts";
import type { PageRow } from "#lib/page.ts";

/** Every page of the product: address, file and whether its anonymous HTML may be kept. Specification §2. */
export const pageTable: readonly PageRow[] = [
  { path: "/", file: "/src/catalog/pages/home.tsx", cache: { params: [], seconds: 60 } },
  {
    path: "/product",
    file: "/src/catalog/pages/listing.tsx",
    cache: { params: listingParams, seconds: 60 },
  },
  {
    path: "/product/:slug",
    file: "/src/catalog/pages/product.tsx",
    cache: { params: ["o1", "o2", "reviews"], seconds: 60 },
  },
  { path: "/merchant", file: "/src/shops/pages/merchants.tsx", cache: { params: ["name", "cursor"], seconds: 60 } },
  {
    path: "/merchant/:slug",
    file: "/src/catalog/pages/merchant.tsx",
    cache: { params: ["name", "sort", "page"], seconds: 60 },
  },
  { path: "/login", file: "/src/accounts/pages/login.tsx" },
  { path: "/login/verify", file: "/src/accounts/pages/second-factor-step.tsx" },
  { path: "/register", file: "/src/accounts/pages/register.tsx" },
  { path: "/forgot-password", file: "/src/accounts/pages/forgot-password.tsx" },
  { path: "/reset-password", file: "/src/accounts/pages/reset-password.tsx" },
  { path: "/verify-email", file: "/src/accounts/pages/verify-email.tsx" },
  { path: "/logout", file: "/src/accounts/pages/logout.tsx" },
  { path: "/profile", file: "/src/site/pages/profile.tsx", files: true },
  { path: "/unsubscribe", file: "/src/notifications/pages/unsubscribe.tsx" },
  { path: "/payment/:paymentId", file: "/src/payments/pages/payment.tsx" },
  { path: "/simulator/pay/:reference", file: "/src/payments/pages/simulator-payment.tsx" },
  { path: "/cart", file: "/src/cart/pages/cart.tsx" },
  { path: "/checkout", file: "/src/orders/pages/checkout.tsx" },
  { path: "/manageMerchant", file: "/src/site/pages/manage-merchant.tsx", files: true },
  { path: "/simulator/outbox", file: "/src/messages/pages/outbox.tsx" },
  { path: "/operator", file: "/src/operator/pages/console.tsx" },
  { path: "/simulator", file: "/src/operator/pages/simulator.tsx" },
  { path: "/ui", file: "/src/site/pages/ui-kit.tsx" },
  { path: "/guide", file: "/src/site/pages/guide.tsx", cache: { params: ["q"], seconds: 600 } },
  { path: "/aboutUs", file: "/src/site/pages/about-us.tsx", cache: { params: [], seconds: 600 } },
  { path: "/faqBuyer", file: "/src/site/pages/faq-buyer.tsx", cache: { params: [], seconds: 600 } },
  { path: "/faqSeller", file: "/src/site/pages/faq-seller.tsx", cache: { params: [], seconds: 600 } },
  { path: "/privacy", file: "/src/site/pages/privacy.tsx", cache: { params: [], seconds: 600 } },
  { path: "/termCondition", file: "/src/site/pages/term-condition.tsx", cache: { params: [], seconds: 600 } },
];
