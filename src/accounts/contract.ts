import { z } from "zod";
import { endpoints } from "#lib/endpoint.ts";
import { id, read } from "#lib/schema.ts";

/** A user as the specification names the fields (§3). */
export const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  type: z.string(),
  total_notification: z.int(),
  total_cart: z.int(),
});

export const accountEndpoints = endpoints({
  "GET /v1/users": { summary: "The current user", policy: "user", answer: read(user) },
  "POST /v1/auth/logout": { summary: "End this session", policy: "public", answer: z.object({ success: z.literal(true) }) },
  "POST /removeToken": { summary: "Remove the stored token, whatever it is worth", policy: "public", answer: z.object({ success: z.literal(true) }) },
});
export type AccountApi = typeof accountEndpoints;
