/**
 * @rule A CSV file of products has at most 100,000 rows of 40 columns and cells of 10,000 characters; a JSON record has
 * at most 128 kB.
 */
export const importLimits = { rows: 100_000, columns: 40, cell: 10_000, recordLength: 128 * 1024, id: 60 };

/** What happens to a product of a file. */
export type ImportEffect = "created" | "changed" | "same";

/** Whether a name of a picture stays inside its folder: no absolute path and no step upwards. */
export function isPictureName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= 300 &&
    !/[\0\\:]/.test(name) &&
    !name.startsWith("/") &&
    name.split("/").every((part) => part !== ".." && part !== "." && part !== "")
  );
}
