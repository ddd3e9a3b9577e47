// What is measured at each size of the catalogue; growth-table.ts says by how much a median may grow.
import { accountCases } from "./account-cases.ts";
import type { Case } from "./case.ts";
import { catalogueCases } from "./catalogue-cases.ts";

/** Everything that is called, in the order of the table. */
export const cases: readonly Case[] = [...catalogueCases, ...accountCases];
