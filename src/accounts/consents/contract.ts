import { z } from "zod";
import { endpoints } from "#lib/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { moment, read, written } from "#lib/schema.ts";
import { givenOrNot } from "../contract.ts";
import { consentPurposes, type ConsentPurpose } from "./rules.ts";

export const consentRefusals = defineRefusals({
  needed: {
    code: "accounts.consent_is_needed",
    status: 409,
    sentence: "Persetujuan ini diperlukan selama Anda memiliki akun. Untuk menariknya, hapus akun Anda.",
  },
});

const purpose = z.enum(Object.keys(consentPurposes) as [ConsentPurpose, ...ConsentPurpose[]]);
const how = z.enum(["registration", "provider", "profile", "shop"]);

/** A purpose with what the person last decided about it. */
export const consent = z.object({
  purpose,
  title: z.string(),
  text: z.string(),
  /** Needed for the account: not withdrawn alone. */
  needed: z.boolean(),
  given: z.boolean(),
  /** Of the last decision; null when there was none. */
  text_version: z.string().nullable(),
  at: moment.nullable(),
  how: how.nullable(),
});
export type Consent = z.output<typeof consent>;

export const consentEndpoints = endpoints({
  "GET /v1/users/consents": {
    summary: "What the current user consented to, by purpose, and every decision so far",
    policy: "user",
    answer: read(
      z.object({
        purposes: z.array(consent),
        history: z.array(
          z.object({ purpose, title: z.string(), given: z.boolean(), text_version: z.string(), at: moment, how }),
        ),
      }),
    ),
  },
  "PUT /v1/users/consents/:purpose": {
    summary: "Give or withdraw the consent to one purpose",
    policy: "user",
    params: z.strictObject({ purpose }),
    body: z.strictObject({ given: givenOrNot }),
    answer: written(z.strictObject({})),
    refusals: [consentRefusals.needed],
  },
});
export type ConsentApi = typeof consentEndpoints;
