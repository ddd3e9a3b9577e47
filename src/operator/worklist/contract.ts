import { z } from "zod";
import { operatorPermissions, operatorRoles, type OperatorPermission } from "#accounts/operators/rules.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { resultResponse, rupiah, singleLine, timestamp } from "#lib/schema.ts";
import { consoleSearch, workKindNames, type WorkKind } from "./rules.ts";

const kind = z.enum(workKindNames as [WorkKind, ...WorkKind[]]);
const permission = z.enum(Object.keys(operatorPermissions) as [OperatorPermission, ...OperatorPermission[]]);

const workItem = z.object({
  kind,
  /** What the item is about, in the part of the console that decides it. */
  subject: z.string(),
  about: z.string(),
  amount: rupiah.nullable(),
  since: timestamp,
  due_at: timestamp,
  /** Somebody decided already and a second person is needed. */
  note: z.string(),
});
export type WorkItem = z.output<typeof workItem>;

export const searchKinds = ["order", "complaint", "shop", "product"] as const;

export const worklistEndpoints = endpoints({
  "GET /v1/operator/frame": {
    summary: "The operator's name, role and permissions, and how many things of each kind wait for a decision",
    policy: "operator",
    response: resultResponse(
      z.object({
        name: z.string(),
        role: z.enum(operatorRoles),
        permissions: z.array(permission),
        waiting: z.partialRecord(kind, z.int()),
      }),
    ),
  },
  "GET /v1/operator/worklist": {
    summary: "What waits for a decision that the operator's role may make, by deadline",
    policy: "operator",
    response: resultResponse(
      z.object({
        now: timestamp,
        items: z.array(workItem),
        /** Kinds of which some decisions need another operator, while no other operator may decide them. */
        alone: z.array(
          z.object({
            kind,
            /** Which decisions of this kind, with the amounts in effect. */
            which: z.string(),
          }),
        ),
      }),
    ),
  },
  "GET /v1/operator/search": {
    summary: "Orders by number or tracking number, complaints by number, shops and products by name",
    policy: "operator",
    query: z.strictObject({ q: singleLine(consoleSearch.min, consoleSearch.max).optional() }),
    limit: { max: 120, window: 60_000, by: "user" },
    response: resultResponse(
      z.array(
        z.object({
          kind: z.enum(searchKinds),
          subject: z.string(),
          title: z.string(),
          detail: z.string(),
        }),
      ),
    ),
  },
});
export type WorklistApi = typeof worklistEndpoints;
