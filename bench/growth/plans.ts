/** Plans of statements: what they read, without what differs from run to run. */
import type pg from "pg";
import type { Statement } from "./record-statements.ts";

type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  "Parent Relationship"?: string;
  "Subplan Name"?: string;
  Plans?: PlanNode[];
};

export type Plan = {
  /** Lines such as `Index Scan products using products_best`. */
  lines: string[];
  /** Pages of 8 kB that were read, from memory or disk. */
  buffers: number;
  /** Rows that were read from tables and indexes. */
  rows: number;
  /** What reads or sorts too much. */
  faults: string[];
};

/** @rule A statement that is asked by pages may read, sort or group 12,000 rows, which is a count with its cap. */
export const maxRowsOfPage = 12_000;

/**
 * Explains a statement of a call. Statements that change something are explained without being run. Undefined for
 * `begin` and `commit`.
 */
export async function explain(client: pg.ClientBase, { text, values }: Statement): Promise<Plan | undefined> {
  const kind = /^[\s(]*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  if (!["select", "with", "insert", "update", "delete"].includes(kind)) return undefined;
  const isRead = kind === "select" || (kind === "with" && !/\b(insert|update|delete)\b/i.test(text));
  const isLocking = /\bfor (update|share|no key update|key share)\b|advisory|add_job/i.test(text);
  const options = isRead && !isLocking ? "analyze, buffers, timing off, " : "";
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (${options}costs off, format json) ${text}`,
    values as unknown[],
  );
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  if (!plan) return undefined;
  const found: Plan = {
    lines: [],
    buffers: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
    rows: 0,
    faults: [],
  };
  walk(plan, 0, found);
  return found;
}

const groups = new Set([
  "Sort",
  "Incremental Sort",
  "Aggregate",
  "HashAggregate",
  "GroupAggregate",
  "WindowAgg",
  "Unique",
]);

function walk(node: PlanNode, depth: number, found: Plan): void {
  const type = node["Node Type"];
  const relation = node["Relation Name"];
  const index = node["Index Name"];
  const name = node["Subplan Name"] ? `${node["Subplan Name"]}: ` : "";
  found.lines.push(
    `${"  ".repeat(depth)}${name}${type}${relation ? ` ${relation}` : ""}${index ? ` using ${index}` : ""}`,
  );
  const loops = node["Actual Loops"] ?? 0;
  const read =
    loops *
    ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0));
  const children = node.Plans ?? [];
  if ((relation || index) && type !== "Bitmap Heap Scan") found.rows += read;
  if ((relation || index) && read > maxRowsOfPage)
    found.faults.push(`${type} ${relation ?? index} reads ${Math.round(read)} rows`);
  const input = children
    .filter((child) => child["Parent Relationship"] === "Outer")
    .reduce((sum, child) => sum + (child["Actual Rows"] ?? 0) * (child["Actual Loops"] ?? 0), 0);
  if (groups.has(type) && input > maxRowsOfPage) found.faults.push(`${type} of ${Math.round(input)} rows`);
  for (const child of children) walk(child, depth + 1, found);
}
