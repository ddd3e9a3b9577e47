import { day, minute } from "#lib/time.ts";

/** The parts of the marketplace as people see them. `jobs`: the slices whose late background work concerns the part. */
export const components = {
  shop: { label: "Toko, pencarian, dan keranjang", jobs: ["catalog", "search"] },
  payments: { label: "Pembayaran dan pengembalian dana", jobs: ["payments"] },
  shipping: { label: "Pesanan dan pelacakan paket", jobs: ["orders", "shipping"] },
  messages: { label: "Email dan notifikasi", jobs: ["messages", "notifications"] },
  accounts: { label: "Masuk dan akun", jobs: ["accounts"] },
} as const;
export type Component = keyof typeof components;
export const componentNames = Object.keys(components) as [Component, ...Component[]];

/** How much an incident hurts; the last one is the worst. */
export const impacts = {
  maintenance: { label: "Pemeliharaan", tone: "neutral" },
  slow: { label: "Lambat", tone: "warning" },
  down: { label: "Gangguan", tone: "error" },
} as const;
export type Impact = keyof typeof impacts;
export const impactNames = Object.keys(impacts) as [Impact, ...Impact[]];

/** @rule The title of an incident has 5 to 120 characters, an update 10 to 1,000. */
export const incidentLengths = { title: { min: 5, max: 120 }, text: { min: 10, max: 1000 } };

/** @rule Background work that waits for 10 minutes makes its part of the status page read as slow, by itself. */
export const lateWork = 10 * minute;

/** @rule The status page shows incidents that ended within 90 days, at most 50. */
export const incidentHistory = { duration: 90 * day, rows: 50 };

/** @rule At most 20 incidents are open at once. */
export const maxOpenIncidents = 20;

/** How old the status page may get, in seconds; a change by an operator is shown at once. */
export const statusSeconds = 30;

/** How each part is: the worst of its open incidents, or slow when its background work is late. */
export function componentStates(
  open: readonly { component: Component; impact: Impact }[],
  lateSlices: ReadonlySet<string>,
): { component: Component; impact: Impact | null }[] {
  return componentNames.map((component) => {
    const reported = open.filter((one) => one.component === component).map(({ impact }) => impactNames.indexOf(impact));
    const isLate = components[component].jobs.some((slice) => lateSlices.has(slice));
    const worst = Math.max(...reported, isLate && reported.length === 0 ? impactNames.indexOf("slow") : -1);
    return { component, impact: impactNames[worst] ?? null };
  });
}
