import type { Tx } from "#lib/database.ts";
import { grantRequests } from "./queries.ts";
import { kindsWithCopy } from "./rules.ts";

/** Answers the open requests of a person for a copy of the data, in the transaction in which the copy is ready. */
export async function answerWithCopy(tx: Tx, userId: string, until: string, now: Date): Promise<void> {
  const answer = `Salinan data Anda siap di bagian Privasi & data, sampai ${until}.`;
  await grantRequests(tx, userId, { kinds: kindsWithCopy, step: "archive", answer, now });
}

/** Answers the open request of a person to delete data, in the transaction in which the deletion was scheduled. */
export async function answerWithDeletion(tx: Tx, userId: string, due: string, now: Date): Promise<void> {
  const answer = `Akun Anda dan data di dalamnya dihapus pada ${due}.`;
  await grantRequests(tx, userId, { kinds: ["deletion"], step: "deletion", answer, now });
}
