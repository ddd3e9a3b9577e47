import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { timestamp, resultResponse, changeResponse } from "#lib/schema.ts";
import { checkboxValue } from "../contract.ts";
import { consentPurposes, type ConsentPurpose } from "./rules.ts";

export const consentRefusals = defineRefusals({
  needed: {
    code: "accounts.consent_is_needed",
    status: 409,
    message: "Persetujuan ini diperlukan selama Anda memiliki akun. Untuk menariknya, hapus akun Anda.",
  },
});

const purpose = z.enum(Object.keys(consentPurposes) as [ConsentPurpose, ...ConsentPurpose[]]);
const consentSource = z.enum(["registration", "provider", "profile", "shop"]);

/** A purpose with the user's latest decision about it. */
export const consent = z.object({
  purpose,
  title: z.string(),
  text: z.string(),
  /** The account needs this consent, so it cannot be withdrawn alone. */
  needed: z.boolean(),
  given: z.boolean(),
  /** The version of the text at the latest decision; null when there was none. */
  text_version: z.string().nullable(),
  at: timestamp.nullable(),
  how: consentSource.nullable(),
});
export type Consent = z.output<typeof consent>;

export const consentEndpoints = endpoints({
  "GET /v1/users/consents": {
    summary: "The current user's consents by purpose, and every decision so far",
    policy: "user",
    response: resultResponse(
      z.object({
        purposes: z.array(consent),
        history: z.array(
          z.object({
            purpose,
            title: z.string(),
            given: z.boolean(),
            text_version: z.string(),
            at: timestamp,
            how: consentSource,
          }),
        ),
      }),
    ),
  },
  "PUT /v1/users/consents/:purpose": {
    summary: "Give or withdraw the consent to one purpose",
    policy: "user",
    params: z.strictObject({ purpose }),
    body: z.strictObject({ given: checkboxValue }),
    response: changeResponse(z.strictObject({})),
    refusals: [consentRefusals.needed],
  },
});
export type ConsentApi = typeof consentEndpoints;
