import { pageApi } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import type { FeeApi } from "#payments/fees/contract.ts";
import { feeTexts, type FeeTexts } from "#payments/fees/rules.ts";

/** The fees of today as text, for a page's loader. The page needs the tag `feesTag`. */
export async function loadFees(args: SectionArgs): Promise<FeeTexts> {
  return feeTexts((await pageApi<FeeApi>(args)("GET /v1/fees")).result);
}
