import type { PageRow } from "#lib/page.ts";

/** Every page of the product: address, file and whether its anonymous HTML may be kept. Specification §2. */
export const pageTable: readonly PageRow[] = [
  { path: "/", file: "/src/catalog/pages/home.tsx", cache: { params: [], seconds: 60 } },
  { path: "/payment/:paymentId", file: "/src/payments/pages/payment.tsx" },
  { path: "/simulator/pay/:reference", file: "/src/payments/pages/simulator-payment.tsx" },
  { path: "/cart", file: "/src/cart/pages/cart.tsx" },
];
