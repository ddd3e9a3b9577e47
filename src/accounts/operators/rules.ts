/** The roles of operators. Each operator has one. */
export const operatorRoles = ["support", "catalogue", "mediator", "finance", "owner"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** The names of the roles, and what each is for. */
export const operatorRoleLabels: Readonly<Record<OperatorRole, { label: string; about: string }>> = {
  support: { label: "Dukungan", about: "Menjawab pembeli dan penjual: melihat orang, pesanan, dan komplain." },
  catalogue: { label: "Katalog", about: "Menjaga produk, toko, ulasan, dan voucher pasar." },
  mediator: { label: "Mediator", about: "Memutuskan komplain yang dibawa ke pasar." },
  finance: { label: "Keuangan", about: "Menyetujui uang keluar, mencocokkan uang masuk, biaya, dan pajak." },
  owner: { label: "Pemilik", about: "Semua hal, termasuk siapa yang menjadi operator." },
};

/**
 * @rule Each permission of the console belongs to these roles, and to owners. A call names its permission in its
 * policy (`operator:payouts.decide`), and the console shows an operator only what the role may open.
 */
export const operatorPermissions = {
  "audit-log.read": [],
  "audits.read": ["finance"],
  "audits.run": ["finance"],
  "categories.read": ["support", "catalogue"],
  "categories.change": ["catalogue"],
  "breaches.decide": [],
  "claims.decide": ["mediator"],
  "cod.read": ["support", "finance"],
  "cod.decide": ["finance"],
  "complaints.read": ["support", "mediator"],
  "complaints.decide": ["mediator"],
  "corrections.decide": ["finance"],
  "exports.make": ["finance"],
  "fees.read": ["support", "catalogue", "finance"],
  "fees.decide": ["finance"],
  "holidays.read": ["support", "mediator", "finance"],
  "holidays.change": ["support"],
  "incidents.write": ["support"],
  "jobs.read": ["support", "finance"],
  "jobs.retry": ["finance"],
  "ledger.read": ["finance"],
  "legal.read": ["support"],
  "legal.decide": ["support"],
  "measures.decide": ["support", "catalogue"],
  "orders.read": ["support", "mediator", "finance"],
  "orders.stop": ["support", "catalogue"],
  "pages.read": [],
  "pages.change": [],
  "parcels.read": ["support", "mediator"],
  "payments.read": ["support", "finance"],
  "payouts.read": ["support", "finance"],
  "payouts.decide": ["finance"],
  "people.block": ["support"],
  "people.read": ["support", "mediator"],
  "people.view": ["support"],
  "products.moderate": ["catalogue"],
  "products.read": ["support", "catalogue"],
  "reconciliation.read": ["support", "finance"],
  "reconciliation.decide": ["finance"],
  "reviews.read": ["support", "catalogue"],
  "reviews.decide": ["support", "catalogue"],
  "searches.read": ["catalogue"],
  "settings.read": [],
  "settings.change": [],
  "shops.read": ["support", "catalogue", "finance"],
  "shops.suspend": ["catalogue"],
  "signals.read": ["support", "catalogue", "finance"],
  "signals.decide": ["support", "catalogue"],
  "tariffs.read": ["support", "finance"],
  "tariffs.change": ["finance"],
  "tax.read": ["support", "finance"],
  "tax.decide": ["finance"],
  "team.manage": [],
  "transfers.read": ["support", "finance"],
  "transfers.decide": ["finance"],
  "verifications.read": ["support", "catalogue"],
  "verifications.decide": ["catalogue"],
  "vouchers.read": ["support", "catalogue", "finance"],
  "vouchers.decide": ["catalogue", "finance"],
} as const satisfies Record<string, readonly Exclude<OperatorRole, "owner">[]>;
export type OperatorPermission = keyof typeof operatorPermissions;

/** Whether an operator with this role has the permission. Null, the role of everyone else, has none. */
export function isPermitted(role: string | null, permission: OperatorPermission): boolean {
  return role === "owner" || (operatorPermissions[permission] as readonly (string | null)[]).includes(role);
}

/** The permissions of a role. */
export function permissionsOf(role: string | null): OperatorPermission[] {
  return (Object.keys(operatorPermissions) as OperatorPermission[]).filter((one) => isPermitted(role, one));
}

/** The roles that have the permission. */
export function rolesWith(permission: OperatorPermission): OperatorRole[] {
  return operatorRoles.filter((role) => isPermitted(role, permission));
}

/** @rule The reason for giving or taking a role has 5 to 300 characters. */
export const roleReasonLength = { min: 5, max: 300 };

/** Changes of roles that the team's page shows. */
export const shownRoleChanges = 50;
