import { siteDeclarations } from "./site/setting-declarations.ts";
import type { Declaration } from "#lib/settings/declaration.ts";

/** The settings of all slices. The console shows them in this order, by group. */
export const settingDeclarations: readonly Declaration[] = [...siteDeclarations];
