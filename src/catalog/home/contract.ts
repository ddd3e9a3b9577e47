import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { resultResponse, timestamp } from "#lib/schema.ts";
import { productCard, stockTag } from "../contract.ts";
import { sectionKinds, type SectionKind } from "./rules.ts";

const picture = z.object({ picture: z.string(), width: z.int(), height: z.int(), color: z.string() });

const home = z.object({
  hero: z.object({
    isShown: z.boolean(),
    title: z.string(),
    text: z.string(),
    action: z.string(),
    href: z.string(),
    picture: picture.nullable(),
    /** Without an own picture the built-in one is shown, but only on the default main colour, which is its ground. */
    hasPicture: z.boolean(),
  }),
  banners: z.array(z.object({ wide: picture, narrow: picture.nullable(), alt: z.string(), href: z.string() })),
  sections: z.array(
    z.object({
      kind: z.enum(Object.keys(sectionKinds) as [SectionKind, ...SectionKind[]]),
      title: z.string(),
      /** Where all of it is listed, if anywhere. */
      href: z.string().nullable(),
      products: z.array(productCard),
      categories: z.array(
        z.object({
          name: z.string(),
          slug: z.string(),
          icon: z.string(),
          isCustom: z.string(),
          url: z.string().nullable(),
        }),
      ),
      /** Provinces with their product counts, the largest first. */
      provinces: z.array(z.object({ id: z.string(), name: z.string(), count: z.int() })),
      shop: z.object({ slug: z.string(), name: z.string() }).nullable(),
    }),
  ),
});
export type Home = z.output<typeof home>;
export type HomeSection = Home["sections"][number];

/** The tag of the cached pages that show what operators put on the home page. */
export const homeTag = "home";

export const homeEndpoints = endpoints({
  "GET /v1/home": {
    summary: "What the home page shows now",
    policy: "public",
    cache: { seconds: 60, tags: () => [homeTag, "catalog", "categories", "shops", stockTag] },
    response: resultResponse(home),
  },
  "GET /v1/operator/home": {
    summary: "What the home page will show at a moment",
    policy: "operator:settings.read",
    query: z.strictObject({ at: timestamp.optional() }),
    response: resultResponse(home),
  },
});
export type HomeApi = typeof homeEndpoints;
