/**
 * Design note. Each product of a file is stored by the operations that its seller's form uses, in one transaction with
 * the row that remembers it: so all rules of the marketplace count, a killed import has whole products, and importing
 * the file again goes on. A record with the same content as before changes nothing. Pictures are stored again only when
 * their content changed. Pieces of variants that exist may have been sold meanwhile, so their stock stays, unless the
 * caller asks for the stock of the file.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { boundedText, invalidRefusal } from "#lib/schema.ts";
import { formatOf, pictureLimits as uploadLimits } from "#media/rules.ts";
import { storePicture } from "#media/store-picture.ts";
import { productBody, type ProductBody } from "../selling/contract.ts";
import { findOwnProduct } from "../selling/own-product-queries.ts";
import { changeProduct, createProduct } from "../selling/save-product.ts";
import { pictureLimits } from "../rules.ts";
import { findImported, findImportShop, isSellCategory, saveImported, type ImportedRow } from "./queries.ts";
import { readRecords, type RawRecord } from "./read-records.ts";
import { importLimits, isPictureName, type ImportEffect } from "./rules.ts";

export type ImportOptions = {
  text: string;
  /** The slug of the shop that gets the products. */
  shop: string;
  /** The bytes of a file of the folder of pictures; undefined when there is none. */
  readPicture: (name: string) => Promise<Buffer | undefined>;
  isDryRun: boolean;
  /** Variants that exist get the stock of the file too. */
  setsStock: boolean;
  onProduct?: (done: number, all: number) => void;
  /** Says a sentence of the rules in the language of the caller. */
  say: (sentence: string) => string;
};

export type Imported = Record<ImportEffect, number> & {
  /** Products that are stored and wait for an operator. */
  held: number;
  refused: { line: number; external_id: string | null; problems: string[] }[];
};

const picturesOf = z.array(boundedText(300)).min(1).max(pictureLimits.max);
const extras = z.object({ external_id: boundedText(importLimits.id).min(1), pictures: picturesOf });
const noPicture = "00000000-0000-7000-8000-000000000000";

type Pictures = { names: string[]; bytes: Map<string, Buffer>; hash: Buffer };
type Parsed = { externalId: string; body: Omit<ProductBody, "picture_ids">; pictures: Pictures; hash: Buffer };
type Job = { context: Parts; shop: { id: string; ownerId: string }; options: ImportOptions };
type Parts = Pick<Context, "db" | "config" | "pages" | "clock">;

/**
 * Stores the products of a file in a shop, one after the other. Products that cannot be stored are listed with their
 * line, and the others are stored. Refuses with `request.not_found` for an unknown shop, and with `request.malformed`,
 * which says why under `file`, for a file that has no records.
 */
export async function importProducts(context: Parts, options: ImportOptions): Promise<Imported> {
  const shop = await findImportShop(context.db, options.shop);
  if (!shop) throw new Refusal(requestRefusals.notFound);
  const records = readRecords(options.text);
  const done: Imported = { created: 0, changed: 0, same: 0, held: 0, refused: [] };
  const seen = new Map<string, number>();
  for (const [at, record] of records.entries()) {
    await importOne({ context, shop, options }, record, seen, done);
    options.onProduct?.(at + 1, records.length);
  }
  if (!options.isDryRun && done.created + done.changed > 0)
    await context.db.transaction(async (tx) => {
      const after = { created: done.created, changed: done.changed, refused: done.refused.length };
      const subject = { kind: "shop", id: shop.id } as const;
      appendAuditEntry(tx, { actor: null, action: "catalog.products_imported", subject, after });
    });
  return done;
}

async function importOne(job: Job, record: RawRecord, seen: Map<string, number>, done: Imported): Promise<void> {
  const id = "content" in record ? record.content["external_id"] : record.id;
  const externalId = typeof id === "string" ? id.slice(0, importLimits.id) : null;
  try {
    if ("problem" in record) {
      // Further rows of the same product are no product of their own.
      if (externalId !== null && !seen.has(externalId)) seen.set(externalId, record.line);
      throw new Refusal(requestRefusals.malformed, { line: [record.problem] });
    }
    const parsed = await parse(job, record.content);
    const first = seen.get(parsed.externalId);
    if (first !== undefined)
      throw new Refusal(requestRefusals.invalid, { external_id: [`the same id as in line ${first}`] });
    seen.set(parsed.externalId, record.line);
    const { effect, isHeld } = await store(job, parsed);
    done[effect] += 1;
    if (isHeld) done.held += 1;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === serverRefusals.busy.code) throw error;
    const fields = Object.entries(error.data ?? {}).map(
      ([name, sentences]) => `${name}: ${sentences.map(job.options.say).join(" ")}`,
    );
    done.refused.push({
      line: record.line,
      external_id: externalId,
      problems: fields.length > 0 ? fields : [job.options.say(error.message)],
    });
  }
}

/** Checks a record like the body of a call, with its pictures. Refuses with `request.invalid`. */
async function parse({ context, options }: Job, content: Record<string, unknown>): Promise<Parsed> {
  const known = extras.safeParse(content);
  const { external_id: _id, pictures: _pictures, ...rest } = content;
  const { variants, ...plain } = Array.isArray(rest["variants"]) ? rest : withOneVariant(rest);
  const own = variants as unknown[];
  const withIds = own.map((one: unknown) => {
    if (typeof one !== "object" || one === null) return one;
    const { picture, ...variant } = one as Record<string, unknown>;
    return picture === undefined ? variant : { ...variant, picture_id: noPicture };
  });
  const body = productBody.safeParse({ ...plain, variants: withIds, picture_ids: [noPicture] });
  if (!known.success || !body.success)
    throw invalidRefusal([...(known.error?.issues ?? []), ...(body.error?.issues ?? [])]);
  const names = known.data.pictures;
  const pictureOf = own.map((one: unknown) => (one as { picture?: unknown }).picture);
  for (const [at, name] of pictureOf.entries())
    if (name !== undefined && !names.includes(String(name)))
      throw new Refusal(requestRefusals.invalid, { [`variants.${at}.picture`]: ["is not one of pictures"] });
  if (!(await isSellCategory(context.db, body.data.category)))
    throw new Refusal(requestRefusals.invalid, { category: [`there is no sub-category ${body.data.category}`] });
  const pictures = await readPictures(options, names);
  const hash = createHash("sha256")
    .update(JSON.stringify([content, options.setsStock]))
    .digest();
  // Until the pictures are stored, a variant has the name of its picture.
  const named = body.data.variants.map((one, at) =>
    pictureOf[at] === undefined ? one : { ...one, picture_id: String(pictureOf[at]) },
  );
  return { externalId: known.data.external_id, body: { ...body.data, variants: named }, pictures, hash };
}

/** A product with one variant may have its price, stock and SKU directly. */
function withOneVariant({ price, stock, sku, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, variants: [{ options: [], price, stock, ...(sku === undefined ? {} : { sku }) }] };
}

async function readPictures({ readPicture }: ImportOptions, names: string[]): Promise<Pictures> {
  const bytes = new Map<string, Buffer>();
  const hash = createHash("sha256");
  for (const name of names) {
    const refuse = (why: string) => new Refusal(requestRefusals.invalid, { pictures: [`${name}: ${why}`] });
    if (!isPictureName(name)) throw refuse("is no name of a file in the folder");
    if (bytes.has(name)) throw refuse("is there twice");
    const content = await readPicture(name);
    if (!content) throw refuse("is not in the folder of pictures");
    if (content.length > uploadLimits.bytes) throw refuse(`is larger than ${uploadLimits.bytes / 1024 / 1024} MB`);
    if (!formatOf(content)) throw refuse("is no JPEG, PNG, WebP or AVIF");
    bytes.set(name, content);
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return { names, bytes, hash: hash.digest() };
}

async function store(job: Job, parsed: Parsed): Promise<{ effect: ImportEffect; isHeld: boolean }> {
  const { context, shop, options } = job;
  const before = await findImported(context.db, shop.id, parsed.externalId);
  const isSame = before?.recordHash.equals(parsed.hash) && before.picturesHash.equals(parsed.pictures.hash);
  const effect = isSame ? "same" : before ? "changed" : "created";
  if (isSame || options.isDryRun) return { effect, isHeld: false };
  const product = before && (await findOwnProduct(context.db, before.productId, shop.id));
  if (before && !product)
    throw new Refusal(requestRefusals.invalid, { external_id: ["its product was taken off sale; give it another id"] });
  const pictureIds = await storePictures(job, parsed, before, product?.pictures.map(({ id }) => id) ?? []);
  const idOf = new Map(parsed.pictures.names.map((name, at) => [name, pictureIds[at] ?? ""]));
  const variants = parsed.body.variants.map((one) => {
    const known = product?.variants.find(
      ({ option1, option2 }) => option1 === (one.options[0] ?? null) && option2 === (one.options[1] ?? null),
    );
    const picture = typeof one.picture_id === "string" ? { picture_id: idOf.get(one.picture_id) ?? null } : {};
    return { ...one, ...picture, ...(known && options.setsStock ? { version: known.version } : {}) };
  });
  const body: ProductBody = { ...parsed.body, variants, picture_ids: pictureIds };
  const now = context.clock.now();
  const seller = { userId: shop.ownerId, shopId: shop.id };
  const remember: Parameters<typeof createProduct>[4] = async (tx, productId) => {
    const { externalId, hash: recordHash } = parsed;
    const row = { shopId: shop.id, externalId, productId, recordHash, picturesHash: parsed.pictures.hash, now };
    // Another import stored a product of this id meanwhile.
    if (!(await saveImported(tx, row))) throw new Refusal(serverRefusals.busy);
  };
  const { held } = before
    ? await changeProduct(context, seller, before.productId, body, now, remember)
    : await createProduct(context, seller, body, now, remember);
  return { effect, isHeld: held.length > 0 };
}

/** The ids of the record's pictures: those that the product has, when their content is the same as before. */
async function storePictures(
  { context, shop }: Job,
  { body, pictures }: Parsed,
  before: ImportedRow | undefined,
  present: string[],
): Promise<string[]> {
  if (before?.picturesHash.equals(pictures.hash) && present.length === pictures.names.length) return present;
  const ids: string[] = [];
  for (const name of pictures.names) {
    const bytes = pictures.bytes.get(name) ?? Buffer.alloc(0);
    const picture = { ownerId: shop.ownerId, alt: body.name, isOfImport: true };
    ids.push((await storePicture(context, bytes, picture, context.clock.now())).id);
  }
  return ids;
}
