import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { changeResponse } from "#lib/schema.ts";

/**
 * The calls of the profile picture. Media serves them, because it checks and stores pictures, and adds its refusals.
 */
export const avatarEndpoints = endpoints({
  "PUT /v1/users/avatar": {
    summary: "Set the profile picture (multipart, field `picture`); also as POST with ?_method=PUT",
    policy: "user",
    multipart: true,
    response: changeResponse(z.object({ image: z.string() })),
    limit: { max: 20, window: 60_000, by: "user" },
  },
  "DELETE /v1/users/avatar": {
    summary: "Remove the profile picture; also as POST with ?_method=DELETE",
    policy: "user",
    response: changeResponse(z.strictObject({})),
  },
});
export type AvatarApi = typeof avatarEndpoints;
