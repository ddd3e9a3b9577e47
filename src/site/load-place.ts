import { pageApi } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import type { InformationApi, PlaceTexts } from "./information/contract.ts";
import type { PlaceName } from "./information/rules.ts";

/** What operators wrote for a part of a built-in page. The page needs the tag `informationTag(place)`. */
export async function loadPlace(args: SectionArgs, place: PlaceName): Promise<PlaceTexts> {
  return (await pageApi<InformationApi>(args)("GET /v1/information-texts/:place", { params: { place } })).result;
}
