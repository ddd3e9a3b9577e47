import type { Queryable } from "#lib/database.ts";
import { silenceFacts } from "../queries.ts";
import { ifNobody, type Party } from "../rules.ts";
import { findCase } from "./queries.ts";

/** What happens at the deadline of a case if nobody acts, for each reader; null for a closed or missing case. */
export async function findOutlook(db: Queryable, complaintId: string): Promise<Record<Party, string> | null> {
  const row = await findCase(db, complaintId, "mediator");
  if (!row || row.state === "closed") return null;
  const { state } = row;
  const facts = silenceFacts(row);
  const read = (party: Party) => ifNobody(state, party, facts);
  return { buyer: read("buyer"), seller: read("seller"), mediator: read("mediator") };
}
