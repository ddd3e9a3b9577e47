import type { Queryable } from "#lib/database.ts";
import { documentNumber } from "#lib/document-number.ts";
import { findNumbers, insertNumber } from "./queries.ts";

const prefixes = { receipt: "KW", correction: "NK", statement: "LS" } as const;

/**
 * The numbers of papers by subject: a payment, a refund, or a shop with its month. A paper gets its number when it is
 * first read, with the day of what it is about, and keeps it: two processes that number the same paper at the same
 * moment both read the number that was stored first.
 */
export async function numberPapers(
  db: Queryable,
  kind: keyof typeof prefixes,
  subjects: readonly { subject: string; at: Date }[],
  now: Date,
): Promise<(subject: string) => string> {
  const ids = subjects.map(({ subject }) => subject);
  let numbers = await findNumbers(db, kind, ids);
  // More rounds, in case a random number belongs to another paper already.
  for (let round = 0; round < 3 && numbers.size < new Set(ids).size; round += 1) {
    for (const { subject, at } of subjects.filter((one) => !numbers.has(one.subject)))
      await insertNumber(db, { kind, subject, number: documentNumber(prefixes[kind], at), now });
    numbers = await findNumbers(db, kind, ids);
  }
  return (subject) => {
    const number = numbers.get(subject);
    if (number === undefined) throw new Error(`${kind} ${subject} has no number`);
    return number;
  };
}
