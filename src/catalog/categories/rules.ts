import type { IconName } from "#ui/icon-names.ts";

/** @rule A category's name has 2 to 60 characters, the address of a link in the menu at most 300. */
export const categoryLimits = { name: { min: 2, max: 60 }, url: 300, slug: 60 } as const;

/** @rule The marketplace has at most 400 categories and links in its tree, hidden ones included. */
export const maxCategories = 400;

/** @rule The list of categories counts at most 1,000 products each. */
export const maxCountedProducts = 1000;

/** @rule A main category's products in that list are its own and those of its sub-categories. */
export function productsOf(
  tree: readonly { parent_id: string | null; products: number }[],
  { id, products }: { id: string; products: number },
): number {
  return tree.reduce((sum, one) => (one.parent_id === id ? sum + one.products : sum), products);
}

/** @rule A buyer may send goods back for a change of mind within 2 working days after arrival. */
export const commonChangedMindDays = 2;

/** @rule Food and drink cannot be sent back for a change of mind. By the address that the category has at first. */
export const firstChangedMindDays: Readonly<Record<string, number>> = { "makanan-minuman": 0 };

/** A category's days for a change of mind: its own, else those of the main category above, else the common ones. */
export function changedMindDaysOf(
  tree: readonly { id: string; changed_mind_days: number | null }[],
  category: { parent_id: string | null; changed_mind_days: number | null },
): number {
  const above = tree.find(({ id }) => id === category.parent_id);
  return category.changed_mind_days ?? above?.changed_mind_days ?? commonChangedMindDays;
}

/** The icons of main categories, with what operators read. */
export const categoryIcons = {
  leaf: "Daun",
  shirt: "Baju",
  shoe: "Sepatu",
  bag: "Tas",
  ring: "Cincin",
  sparkle: "Kilau",
  bowl: "Mangkuk",
  sofa: "Sofa",
  home: "Rumah",
  motif: "Motif",
  baby: "Bayi",
  puzzle: "Mainan",
  ball: "Bola",
  book: "Buku",
  "heart-pulse": "Kesehatan",
  phone: "Ponsel",
  camera: "Kamera",
  car: "Mobil",
  package: "Paket",
  tag: "Label",
  percent: "Persen",
  store: "Toko",
  pin: "Tempat",
  heart: "Hati",
  star: "Bintang",
  grid: "Kotak",
} as const satisfies Partial<Record<IconName, string>>;

/** A category as the rules of the tree see it. */
export type Placed = {
  id: string;
  name: string;
  parent_id: string | null;
  is_custom: boolean;
  merged_into: string | null;
};

/** Why a category cannot be below another one. */
export type PlaceProblem = "missing" | "itself" | "deep";

/**
 * @rule The tree has two levels: a category is below a main category, never below itself or its own sub-category, and
 * one that has sub-categories or is a link stays at the top.
 */
export function placeProblem(
  tree: readonly Placed[],
  moved: Pick<Placed, "id" | "is_custom">,
  parentId: string | null,
): PlaceProblem | null {
  if (parentId === null) return null;
  const parent = tree.find(({ id }) => id === parentId);
  if (!parent || parent.merged_into !== null) return "missing";
  if (parent.id === moved.id || parent.parent_id === moved.id) return "itself";
  if (parent.parent_id !== null || parent.is_custom || moved.is_custom) return "deep";
  return tree.some(({ parent_id: above }) => above === moved.id) ? "deep" : null;
}

/** Why one category cannot be merged into another. */
export type MergeProblem = "missing" | "itself" | "link" | "deep" | "shelf";

/**
 * @rule Products move to a category that holds products: one without sub-categories. A main category with
 * sub-categories is merged into another main category, which gets them.
 */
export function mergeProblem(tree: readonly Placed[], from: Placed, intoId: string): MergeProblem | null {
  const into = tree.find(({ id }) => id === intoId);
  if (!into || into.merged_into !== null || from.merged_into !== null) return "missing";
  if (into.id === from.id || into.parent_id === from.id) return "itself";
  if (into.is_custom || from.is_custom) return "link";
  const hasChildren = (id: string) => tree.some(({ parent_id: above }) => above === id);
  if (hasChildren(from.id)) return into.parent_id === null ? null : "deep";
  return hasChildren(into.id) ? "shelf" : null;
}

/**
 * The category and root category of products of a category and of its sub-categories, before and after it moves below
 * `parentId`, or is merged into `into`.
 */
export function movesOf(
  tree: readonly Placed[],
  moved: Placed,
  target: { parentId: string | null } | { into: string },
): { before: string[]; after: string[] }[] {
  const chainOf = (id: string, parentId: string | null) => [id, parentId ?? id];
  const into = "into" in target ? tree.find(({ id }) => id === target.into) : undefined;
  const own = "into" in target ? chainOf(target.into, into?.parent_id ?? null) : chainOf(moved.id, target.parentId);
  const children = tree.filter((one) => one.parent_id === moved.id);
  return [
    { before: chainOf(moved.id, moved.parent_id), after: own },
    ...children.map(({ id }) => ({ before: chainOf(id, moved.id), after: chainOf(id, own[1] ?? moved.id) })),
  ];
}

/** Whether a category beside these already has the name, apart from letter case. */
export function isNameTaken(
  tree: readonly Placed[],
  { id, name, parentId }: { id: string | null; name: string; parentId: string | null },
): boolean {
  const wanted = name.toLowerCase();
  return tree.some(
    (one) =>
      one.id !== id && one.merged_into === null && one.parent_id === parentId && one.name.toLowerCase() === wanted,
  );
}

/**
 * The ids of the neighbours in their new order when one moves a step up or down; null when it is already at that end.
 */
export function orderAfterStep(ids: readonly string[], id: string, step: "up" | "down"): string[] | null {
  const at = ids.indexOf(id);
  const other = step === "up" ? at - 1 : at + 1;
  const neighbour = ids[other];
  if (at === -1 || neighbour === undefined) return null;
  return ids.map((one, place) => (place === at ? neighbour : place === other ? id : one));
}
