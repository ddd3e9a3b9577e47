import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { storeSealedFile } from "#media/sealed-files.ts";
import { verificationRefusals } from "./contract.ts";
import { endVerification } from "./decide-application.ts";
import {
  deleteDraft,
  deleteVerificationsOf,
  findOpenVerification,
  findVerified,
  insertVerification,
  listDocuments,
  listTakenNumbers,
  lockVerificationsOf,
  replaceWaitingNumbers,
  saveDocument,
  updateData,
  updateSent,
  type VerificationRow,
} from "./queries.ts";
import {
  canVerify,
  dataProblems,
  missingDocumentText,
  neededDocuments,
  normaliseNumber,
  type DocumentKind,
  type SellerData,
  type SellerKind,
} from "./rules.ts";
import { digestsOf, openSellerData, sealSellerData } from "./seal-data.ts";

type Parts = Pick<Context, "db" | "config" | "secret">;
type Typed = Pick<SellerData, "name" | "address"> & {
  nik?: string | undefined;
  npwp?: string | undefined;
  nib?: string | undefined;
};

/**
 * Stores what a seller says about who is behind the shop. A number that is left out stays as it is stored, also that of
 * the verification that counts now. Refuses with `verification.not_changeable`, and `request.invalid` by field.
 */
export async function saveSellerData(
  { db, secret }: Parts,
  shopId: string,
  kind: SellerKind,
  typed: Typed,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const open = await requireChangeable(tx, shopId, kind, now);
    const verified = await findVerified(tx, shopId);
    const stored = openSellerData({ secret }, open) ?? (verified && openSellerData({ secret }, verified));
    const number = (field: "nik" | "npwp" | "nib") =>
      typed[field] === undefined ? (stored?.[field] ?? "") : normaliseNumber(field, typed[field]);
    const data: SellerData = {
      name: typed.name,
      address: typed.address,
      nik: number("nik"),
      npwp: number("npwp"),
      nib: kind === "company" ? number("nib") : "",
    };
    const problems = dataProblems(kind, data, now);
    if (Object.keys(problems).length > 0)
      throw new Refusal(
        requestRefusals.invalid,
        Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, [problem]])),
      );
    await updateData(tx, open.id, { kind, dataSealed: sealSellerData(secret, open.id, data) });
  });
}

/** The open application, begun if there is none. The caller's transaction holds the shop's lock from then on. */
async function requireChangeable(tx: Tx, shopId: string, kind: SellerKind, now: Date): Promise<VerificationRow> {
  await lockVerificationsOf(tx, shopId);
  const open = await findOpenVerification(tx, shopId);
  if (open && !canVerify("change", open.status)) throw new Refusal(verificationRefusals.notChangeable);
  if (open) return open;
  await insertVerification(tx, { shopId, kind, now });
  const begun = await findOpenVerification(tx, shopId);
  if (!begun) throw new Error("an application was begun and is missing");
  return begun;
}

/** Refuses with `verification.not_changeable` before a document is read. */
export async function assertMayAddDocument({ db }: Pick<Parts, "db">, shopId: string): Promise<void> {
  const open = await findOpenVerification(db, shopId);
  if (open && !canVerify("change", open.status)) throw new Refusal(verificationRefusals.notChangeable);
}

/**
 * Stores a document of the open application in place of an earlier one of its kind. Refuses with
 * `verification.not_changeable` and like `storeSealedFile`.
 */
export async function addDocument(
  context: Parts,
  shopId: string,
  { kind, bytes }: { kind: DocumentKind; bytes: Buffer },
  now: Date,
): Promise<void> {
  await storeSealedFile(context, bytes, (file) =>
    context.db.transaction(async (tx) => {
      const open = await requireChangeable(tx, shopId, "person", now);
      const replaced = await saveDocument(tx, { ...file, verificationId: open.id, kind, now });
      if (replaced) await queueJob(tx, "media.remove_private", { key: replaced });
    }),
  );
}

/**
 * Sends the open application to an operator. Refuses with `verification.incomplete` and what is missing by field, and
 * with `verification.number_taken` when another shop's verified seller has one of its numbers.
 */
export async function sendApplication({ db, secret }: Parts, shopId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockVerificationsOf(tx, shopId);
    const open = await findOpenVerification(tx, shopId);
    if (open && !canVerify("send", open.status)) throw new Refusal(verificationRefusals.notChangeable);
    const data = open && openSellerData({ secret }, open);
    if (!data) throw new Refusal(verificationRefusals.incomplete, { name: ["Isi data Anda lebih dulu."] });
    const present = new Set((await listDocuments(tx, open.id)).map(({ kind }) => kind));
    const missing = neededDocuments[open.kind].filter((kind) => !present.has(kind));
    if (missing.length > 0)
      throw new Refusal(
        verificationRefusals.incomplete,
        Object.fromEntries(missing.map((kind) => [kind, [missingDocumentText]])),
      );
    const numbers = digestsOf(secret, data);
    const [taken] = await listTakenNumbers(tx, shopId, numbers);
    if (taken)
      throw new Refusal(verificationRefusals.numberTaken, { [taken]: [verificationRefusals.numberTaken.message] });
    await replaceWaitingNumbers(tx, open.id, numbers);
    if (!(await updateSent(tx, open.id, now))) throw new Refusal(verificationRefusals.notChangeable);
  });
}

/**
 * Withdraws the open application, or without one the verification: then buyers see the shop as not verified. Refuses
 * with `verification.nothing_open`.
 */
export async function withdrawVerification(
  { db, pages }: Pick<Context, "db" | "pages">,
  shopId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockVerificationsOf(tx, shopId);
    const found = (await findOpenVerification(tx, shopId)) ?? (await findVerified(tx, shopId));
    if (!found) throw new Refusal(verificationRefusals.nothingOpen);
    if (found.status === "draft") await removeFiles(tx, await deleteDraft(tx, found.id));
    else await endVerification(tx, found, { to: "withdrawn", reasons: {} }, now);
  });
  pages.purge([`shop:${shopId}`]);
}

/** Deletes all that a shop sent to be verified. For the deletion of its owner's account. */
export async function deleteVerifications(tx: Tx, shopId: string): Promise<void> {
  await removeFiles(tx, await deleteVerificationsOf(tx, shopId));
}

async function removeFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of keys) await queueJob(tx, "media.remove_private", { key });
}
