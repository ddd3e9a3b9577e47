import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { changeResponse, email, id, name, resultResponse, singleLine, timestamp, whenValid } from "#lib/schema.ts";
import { newPassword } from "../contract.ts";
import { passwordProblems } from "../password/rules.ts";
import { maxPersonNameLength } from "../rules.ts";
import { operatorRoles, roleReasonLength } from "./rules.ts";

export const operatorRefusals = defineRefusals({
  accountExists: {
    code: "accounts.operator_account_exists",
    status: 409,
    message: "Email ini sudah dipakai akun lain.",
  },
  notPromotable: {
    code: "accounts.operator_not_promotable",
    status: 409,
    message: "Hanya akun pembeli yang bisa dijadikan operator.",
  },
  notAnOperator: { code: "accounts.not_an_operator", status: 404, message: "Tidak ada operator dengan email ini." },
});

/**
 * What a new operator's account is made of. An operator is staff, so its name may say so (“Admin Kawung”), which other
 * people's names must not (decision 0035).
 */
export const newOperator = z
  .strictObject({ name: name(1, maxPersonNameLength), email, password: newPassword, role: z.enum(operatorRoles) })
  .superRefine(
    ({ password, email: address, name: named }, check) => {
      for (const message of passwordProblems(password, { email: address, name: named }))
        check.addIssue({ code: "custom", path: ["password"], message, input: "" });
    },
    { when: whenValid("password", "email", "name") },
  );
export type NewOperator = z.output<typeof newOperator>;

export const teamRefusals = defineRefusals({
  notFound: {
    code: "team.not_found",
    status: 404,
    message: "Tidak ada akun dengan email itu. Minta orangnya mendaftar dulu, lalu coba lagi.",
  },
  notVerified: {
    code: "team.not_verified",
    status: 409,
    message: "Email akun itu belum dikonfirmasi pemiliknya. Minta orangnya membuka tautan di emailnya, lalu coba lagi.",
  },
  hasShop: {
    code: "team.has_shop",
    status: 409,
    message:
      "Akun itu memiliki toko. Seorang operator memakai akun lain, agar tidak memutuskan tentang tokonya sendiri.",
  },
  isBlocked: {
    code: "team.is_blocked",
    status: 409,
    message: "Akun itu diblokir. Cabut blokirnya dulu, lalu beri perannya.",
  },
  isOperator: {
    code: "team.is_operator",
    status: 409,
    message: "Orang itu sudah operator. Ubah perannya pada barisnya di daftar.",
  },
  self: { code: "team.self", status: 409, message: "Peran Anda sendiri diubah oleh pemilik lain." },
  lastOwner: {
    code: "team.last_owner",
    status: 409,
    message: "Pasar memerlukan paling sedikit satu pemilik. Beri peran pemilik kepada orang lain dulu.",
  },
  unchanged: { code: "team.unchanged", status: 409, message: "Orang itu sudah memegang peran tersebut." },
});

const role = z.enum(operatorRoles);
const reason = singleLine(roleReasonLength.min, roleReasonLength.max);
const member = z.object({
  id,
  name: z.string(),
  /** Without most of its letters. */
  email: z.string(),
  role,
  /** Without a second factor the console does not open. */
  has_second_factor: z.boolean(),
  is_self: z.boolean(),
  since: timestamp.nullable(),
});
export type TeamMember = z.output<typeof member>;

export const teamEndpoints = endpoints({
  "GET /v1/operator/team": {
    summary: "All operators with their roles, and the latest changes of roles",
    policy: "operator:team.manage",
    response: resultResponse(
      z.object({
        members: z.array(member),
        changes: z.array(
          z.object({
            id,
            name: z.string(),
            role: role.nullable(),
            changed_by: z.string(),
            reason: z.string(),
            at: timestamp,
          }),
        ),
      }),
    ),
  },
  "POST /v1/operator/team": {
    summary: "Make an existing account an operator with a role",
    policy: "operator:team.manage",
    body: z.strictObject({ email, role, reason }),
    response: changeResponse(z.object({ id })),
    refusals: Object.values(teamRefusals),
  },
  "PUT /v1/operator/team/:userId": {
    summary: "Give an operator another role, or take it (null); the person then is a buyer again and is logged out",
    policy: "operator:team.manage",
    params: z.strictObject({ userId: id }),
    body: z.strictObject({ role: role.nullable(), reason }),
    response: changeResponse(z.object({ id })),
    refusals: Object.values(teamRefusals),
  },
});
export type TeamApi = typeof teamEndpoints;
