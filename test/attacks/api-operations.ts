import type { Method, Person, World } from "./make-world.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- a schema of any shape
export type Schema = any;
export type Operation = {
  key: string;
  method: Method;
  /** With `{name}` for parameters. */
  path: string;
  query: readonly string[];
  body: Schema;
};

/** Every call of `/v1/openapi.json`. */
export async function operationsOf(world: World): Promise<Operation[]> {
  const { body } = await world.nobody.call("GET", "/v1/openapi.json");
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries<Record<string, Schema>>(body.paths)) {
    for (const [method, told] of Object.entries(methods)) {
      operations.push({
        key: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Method,
        path,
        query: (told.parameters ?? [])
          .filter((one: Schema) => one.in === "query")
          .map((one: Schema) => one.name as string),
        body: told.requestBody?.content?.["application/json"]?.schema,
      });
    }
  }
  if (operations.length < 60) throw new Error("the API tells of too few calls");
  return operations;
}

/** The address of a call, about what the first buyer and the first seller own. */
export function addressOf(world: World, operation: Operation): string {
  const isProduct = operation.path.startsWith("/v1/products") || operation.path.startsWith("/v1/merchants");
  const values: Record<string, string> = {
    id: operation.path.includes("/addresses/")
      ? world.addressId
      : operation.path.includes("/sessions/")
        ? world.sessionId
        : operation.path.includes("/variants/")
          ? (world.product.variantIds[0] ?? "")
          : world.product.productId,
    orderId: world.paid.orderId,
    userId: world.operator.id,
    // No measure, and no shop or product of the world, so that these calls change nothing.
    measureId: world.product.productId,
    shopId: world.product.productId,
    productId: world.shopId,
    complaintId: world.complaint.complaintId,
    decisionId: world.product.productId,
    correctionId: world.product.productId,
    // Nothing was sent in the world, so calls about parcels answer that the parcel is missing.
    parcelId: world.product.productId,
    scanId: world.product.productId,
    // No file and no incident.
    exportId: world.product.productId,
    incidentId: world.product.productId,
    // The world has no evidence, so this call answers that it is missing.
    evidenceId: world.product.productId,
    accountId: world.bankAccountId,
    payoutId: world.payoutId,
    layoutId: world.product.productId,
    lineId: isForOperators(operation)
      ? world.statementLineId
      : operation.path.startsWith("/v1/reviews/")
        ? world.boughtLineId
        : world.cartLineId,
    // Nobody has reviewed or asked anything in the world.
    questionId: world.product.productId,
    reviewId: world.product.productId,
    pictureId: world.product.productId,
    kind: "review",
    itemId: world.product.productId,
    hidingId: world.product.productId,
    account: "bca:1234567890",
    day: "2026-11-20",
    paymentId: world.placed.paymentId,
    provider: "simulator",
    platform: "biteship",
    purpose: "marketing",
    voucherId: isForOperators(operation) ? world.platformVoucherId : world.voucherId,
    // Withdrawing the rule would take it from the next test.
    ruleId: world.product.productId,
    holidayId: world.product.productId,
    // A missing category, so that the world keeps its own.
    categoryId: world.product.productId,
    tariffListId: world.product.productId,
    exemptionId: world.product.productId,
    // Nobody reported a product in the world.
    reportId: world.product.productId,
    // No breach is recorded in the world.
    breachId: world.product.productId,
    // Nothing looks like fraud in the world.
    signalId: world.product.productId,
    // Nobody requested anything about personal data in the world.
    requestId: world.product.productId,
    // Nothing is held in the world.
    holdId: world.product.productId,
    // Nobody asked to be verified in the world.
    verificationId: world.product.productId,
    documentKind: "ktp",
    // No refund of the world waits for an account, so this call answers that the refund is missing.
    refundId: world.product.productId,
    place: "about",
    reference: "TIDAK-ADA-123",
    paper: "invoice",
    key: "site.promise",
    month: "2026-01",
    slug: operation.path.startsWith("/v1/merchants")
      ? world.shopSlug
      : operation.path.startsWith("/v1/operator/pages")
        ? "terms"
        : world.product.slug,
  };
  if (isProduct && !values.slug) throw new Error("no slug");
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a parameter nobody knows: ${operation.key}`);
    return value;
  });
}

/** The parameters without which a call refuses its address, but for one of them, as the beginning of a query. */
export function neededQuery(world: World, operation: Operation, without = ""): string {
  const needed: Record<string, Record<string, string>> = {
    "/v1/shipping/quotes": { shop_id: world.shopId, regency: "32.73" },
    "/v1/shipping/lowest": { to: "32.73" },
  };
  const given = Object.entries(needed[operation.path] ?? {}).filter(([name]) => name !== without);
  return given.map(([name, value]) => `${name}=${value}&`).join("");
}

/** Calls that need no session. */
export function isOpen(operation: Operation): boolean {
  return (
    /^\/v1\/(auth|login|home|products|merchants|categories|regions|map|help|information|information-texts|ui-kit|shipping|banks|fees|funds|payment-methods|simulator|complaint-statistics|status|payments\/notifications|payouts\/notifications|notifications\/unsubscribe)\b/.test(
      operation.path,
    ) || /^\/(removeToken$|login\/oauth\/)/.test(operation.path)
  );
}

/** Calls about the caller's cart. Without a session that is the browser's, so they are refused to nobody. */
export function isOfCart(operation: Operation): boolean {
  return /^\/v1\/(cart|checkout\/preview)(\/|$)/.test(operation.path);
}

/** Calls that need a shop. */
export function isForSellers(operation: Operation): boolean {
  return /^\/v1\/(seller|papers\/statements)\//.test(operation.path) && operation.key !== "POST /v1/seller/shop";
}

/** Calls that the buyer of an order shares with its seller and with operators. */
export function isOfPapers(operation: Operation): boolean {
  return operation.path.startsWith("/v1/papers/orders/") || operation.path.endsWith("/{orderId}/evidence");
}

/** Calls of the operators' console. */
export function isForOperators(operation: Operation): boolean {
  return operation.path.startsWith("/v1/operator/");
}

/** Who may make this call about the records of the world. */
export function ownerOf(world: World, operation: Operation): Person {
  return isForSellers(operation) ? world.seller : isForOperators(operation) ? world.operator : world.buyer;
}

/** Another user of the same kind. All operators may make the calls of the console. */
export function strangerOf(world: World, operation: Operation): Person {
  return isForSellers(operation) ? world.otherSeller : isForOperators(operation) ? world.operator : world.otherBuyer;
}
