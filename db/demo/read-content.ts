import { readFile } from "node:fs/promises";
import { load, YAMLException } from "js-yaml";
import { z } from "zod";
import { completeProducts } from "./complete-products.ts";
import type { Product } from "./complete-products.ts";
import {
  categoriesSchema,
  homesSchema,
  keywordsSchema,
  peopleSchema,
  productGroupsSchema,
  reviewsSchema,
  shopsSchema,
  vouchersSchema,
} from "./content-schema.ts";
import type {
  Category,
  DemoVoucher,
  Draft,
  Home,
  ProductGroup,
  ReviewKind,
  ReviewText,
  Shop,
} from "./content-schema.ts";
import { makePeople } from "./make-people.ts";
import type { Person } from "./make-people.ts";

/** In the order in which the products are loaded. Stock, prices and the newest products depend on it. */
const productFiles = ["kain", "makanan", "rumah", "gaya", "elektronik", "tubuh", "anak", "muslim", "luar"];

export type PictureFacts = Record<string, { width: number; height: number; color: string; alt: string }>;

export type Content = {
  categories: Category[];
  shops: Shop[];
  /** The written products, in the order in which they are loaded. */
  drafts: Draft[];
  products: Product[];
  people: Person[];
  homes: Home[];
  reviewTexts: ReviewText[];
  vouchers: DemoVoucher[];
  /** Texts that users type into the search box. */
  keywords: string[];
  /** Size, colour and alt text of every drawn picture, by its key. */
  pictures: PictureFacts;
};

/** Reads the files of db/demo/content. Throws a sentence that names the file and the entry of the first mistake. */
export async function readContent(): Promise<Content> {
  const [categories, shops, homes, people, reviews, keywords, vouchers, manifest, ...groups] = await Promise.all([
    read("categories.yaml", categoriesSchema),
    read("shops.yaml", shopsSchema),
    read("homes.yaml", homesSchema),
    read("people.yaml", peopleSchema),
    read("reviews.yaml", reviewsSchema),
    read("keywords.yaml", keywordsSchema),
    read("vouchers.yaml", vouchersSchema),
    readFile(new URL("pictures/manifest.json", import.meta.url), "utf8"),
    ...productFiles.map((name) => read(`products/${name}.yaml`, productGroupsSchema)),
  ]);
  const pictures = JSON.parse(manifest) as PictureFacts;
  const drafts = groups.flat().flatMap(draftsOf);
  return {
    categories,
    shops,
    drafts,
    products: completeProducts({ drafts, categories, shops }, new Set(Object.keys(pictures))),
    people: makePeople(people, homes),
    homes,
    reviewTexts: Object.entries(reviews).flatMap(([kind, texts]) =>
      texts.map((review) => ({ kind: kind as ReviewKind, ...review })),
    ),
    vouchers,
    keywords,
    pictures,
  };
}

function draftsOf({ note, products, ...shared }: ProductGroup): Draft[] {
  return products.map((own) => ({
    ...shared,
    ...own,
    attributes: { ...shared.attributes, ...own.attributes },
    description: note ? `${own.description} ${note}` : own.description,
  }));
}

async function read<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
  const path = `db/demo/content/${file}`;
  return parseContent(path, await readFile(new URL(`content/${file}`, import.meta.url), "utf8"), schema);
}

/** Reads one file's text. Throws a sentence that names the file (`path`) and the entry of the first mistake. */
export function parseContent<Schema extends z.ZodType>(path: string, text: string, schema: Schema): z.output<Schema> {
  let data: unknown;
  try {
    data = load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new Error(`${path}, line ${(error.mark?.line ?? 0) + 1}: this is not YAML: ${error.reason}`, {
      cause: error,
    });
  }
  const result = schema.safeParse(data, { error: explain });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${path}${placeOf(data, issue?.path ?? [])} ${issue?.message}.`);
}

function explain(issue: z.core.$ZodRawIssue): ReturnType<z.core.$ZodErrorMap> {
  if (issue.code === "unrecognized_keys") return `has a field that does not exist: ${issue.keys.join(", ")}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  if (issue.code !== "invalid_type") return z.locales.en().localeError(issue);
  if (issue.input === undefined) return "is missing";
  if (issue.expected === "string") return "must be text: put it in quotes";
  if (issue.expected === "array") return "must be a list";
  if (issue.expected === "int" || issue.expected === "number") return "must be a number without quotes and separators";
  return "must have fields of its own";
}

/** Describes the place of a mistake: the innermost entry with fields, and the field in it. */
function placeOf(data: unknown, path: readonly PropertyKey[]): string {
  let entry = "";
  let field: string[] = [];
  let inner = data;
  for (const step of path) {
    inner = (inner as Record<PropertyKey, unknown> | undefined)?.[step];
    field.push(typeof step === "number" ? `entry ${step + 1}` : String(step));
    if (typeof step !== "number" || typeof inner !== "object" || inner === null) continue;
    const { name, slug, text } = inner as Record<string, unknown>;
    const title = [name, slug, text].find((one) => typeof one === "string");
    entry = `, ${field.join(" ")}${title ? ` (${title})` : ""}`;
    field = [];
  }
  return field.length > 0 ? `${entry}, ${field.join(" ")}` : entry;
}
