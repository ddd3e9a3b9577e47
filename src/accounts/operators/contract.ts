import { z } from "zod";
import { defineRefusals } from "#lib/refusal.ts";
import { email, whenValid } from "#lib/schema.ts";
import { newPassword, personName } from "../contract.ts";
import { passwordProblems } from "../password/rules.ts";
import { operatorRoles } from "./rules.ts";

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

/** What a new operator's account is made of. */
export const newOperator = z
  .strictObject({ name: personName, email, password: newPassword, role: z.enum(operatorRoles) })
  .superRefine(
    ({ password, email: address, name }, check) => {
      for (const message of passwordProblems(password, { email: address, name }))
        check.addIssue({ code: "custom", path: ["password"], message, input: "" });
    },
    { when: whenValid("password", "email", "name") },
  );
export type NewOperator = z.output<typeof newOperator>;
