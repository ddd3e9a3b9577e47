import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal } from "#lib/refusal.ts";
import { settingGroups, type Declaration, type SettingGroup } from "#lib/settings/declaration.ts";
import { linksIn, valueChanges, valueTexts } from "#lib/settings/field.ts";
import { jakartaDay } from "#lib/time.ts";
import { announceChange, changeOf, needsNotice, withdrawChange } from "./announce-change.ts";
import { changeSetting, requireValue, restoreSetting } from "./change-setting.ts";
import { settingEndpoints, settingRefusals, type ListedSetting } from "./contract.ts";
import { findDeadLinks } from "./dead-links.ts";
import { listChangers, listChanges, listPlans, listSettings, type ChangeRow, type PlanRow } from "./queries.ts";
import { readSettings, type KnownSettings } from "./refresh-settings.ts";
import { earliestTermsDay, firstVersion, shownChanges } from "./rules.ts";

/** `/v1` endpoints of the settings that are declared in `all`, except those that code computes. */
export function settingRoutes(app: FastifyInstance, context: Context, all: readonly Declaration[]): void {
  const { db } = context;
  if (new Set(all.map(({ setting }) => setting.key)).size < all.length) throw new Error("a setting is declared twice");
  const declarations = all.filter(({ isComputed }) => !isComputed);
  const declared = new Map(declarations.map((one) => [one.setting.key, one]));
  const requireDeclared = (key: string): Declaration => {
    const declaration = declared.get(key);
    if (!declaration) throw new Refusal(settingRefusals.notFound);
    return declaration;
  };
  const valueOf = ({ setting: { key, defaultValue } }: Declaration, { values }: KnownSettings): unknown =>
    values.has(key) ? values.get(key) : defaultValue;

  async function listAll(now: Date): Promise<Map<Declaration, ListedSetting>> {
    const [known, changers] = await Promise.all([readSettings(context, declarations), listChangers(db)]);
    const linksOf = (one: Declaration) => linksIn(one.field, valueOf(one, known)).map(({ link }) => link);
    const dead = await findDeadLinks(db, declarations.flatMap(linksOf), now);
    const changerOf = new Map(changers.map((one) => [one.key, one]));
    return new Map(
      declarations.map((one) => {
        const { key } = one.setting;
        const texts = one.isSecret ? [] : [...valueTexts(one.field, valueOf(one, known))];
        const changer = changerOf.get(key);
        return [
          one,
          {
            key,
            label: one.label,
            help: one.help,
            texts: texts.map(([label, text]) => ({ label, text })),
            is_secret: one.isSecret ?? false,
            // What is stored and does not fit this version was changed too, and can be set back.
            is_changed: known.values.has(key) || known.unfit.has(key),
            is_unfit: known.unfit.has(key),
            dead_links: linksOf(one).filter((link) => dead.has(link)),
            changed_at: changer?.changed_at.toISOString() ?? null,
            changed_by: changer?.name ?? null,
          },
        ];
      }),
    );
  }

  serve(app, context, settingEndpoints, {
    "GET /v1/operator/settings": async ({ now }) => {
      const listed = await listAll(now);
      return {
        success: true,
        result: (Object.keys(settingGroups) as SettingGroup[]).flatMap((group) => {
          const settings = [...listed].filter(([one]) => one.group === group).map(([, setting]) => setting);
          return settings.length === 0 ? [] : [{ group, label: settingGroups[group], settings }];
        }),
      };
    },
    "GET /v1/operator/settings/:key": async ({ params, now }) => {
      const declaration = requireDeclared(params.key);
      const [isAnnouncing, plans] = await Promise.all([needsNotice(db, declaration), listPlans(db)]);
      const [allListed, known, rows, changes] = await Promise.all([
        listAll(now),
        readSettings(context, [declaration]),
        listSettings(db),
        listChanges(db, params.key),
      ]);
      const listed = allListed.get(declaration);
      if (!listed) throw new Refusal(settingRefusals.notFound);
      const value = valueOf(declaration, known);
      return {
        success: true,
        result: {
          ...listed,
          group: declaration.group,
          field: declaration.field,
          value: declaration.isSecret ? null : value,
          version: rows.find(({ key }) => key === params.key)?.version ?? firstVersion,
          remark: declaration.remark?.(value, now) ?? null,
          notice: isAnnouncing ? { today: jakartaDay(now), earliest: earliestTermsDay(now) } : null,
          announced: announcedOf(declaration, value, plans),
          history: historyOf(declaration, changes).map((one) =>
            isAnnouncing ? { ...one, is_restorable: false } : one,
          ),
        },
      };
    },
    "POST /v1/operator/settings/:key/preview": async ({ params, body, now }) => {
      const declaration = requireDeclared(params.key);
      const value = requireValue(declaration, body.value);
      if (declaration.isSecret)
        return { success: true, result: { value: null, changes: [], mail: null, examples: [], remark: null } };
      const before = valueOf(declaration, await readSettings(context, [declaration]));
      const mail = (await declaration.preview?.(value, context.config.publicUrl.origin)) ?? null;
      const examples = declaration.examples?.(value) ?? [];
      return {
        success: true,
        result: {
          value,
          changes: valueChanges(declaration.field, before, value),
          mail,
          examples,
          remark: declaration.remark?.(value, now) ?? null,
        },
      };
    },
    "PUT /v1/operator/settings/:key": async ({ params, body, actor, now }) => {
      const { value, version, note, valid_from: validFrom } = body;
      const declaration = requireDeclared(params.key);
      if (await needsNotice(db, declaration)) {
        await announceChange(context, all, declaration, { value, version, note, validFrom }, { actor, now });
        return { success: true, message: "Perubahan diumumkan.", data: { version } };
      }
      const saved = await changeSetting(context, all, declaration, { value, version, note }, { actor, now });
      const message = saved === version ? unchanged : "Pengaturan disimpan.";
      return { success: true, message, data: { version: saved } };
    },
    "POST /v1/operator/settings/:key/withdraw": async ({ params, actor, now }) => {
      await withdrawChange(context, all, requireDeclared(params.key), { actor, now });
      return { success: true, message: "Pengumuman ditarik.", data: null };
    },
    "POST /v1/operator/settings/:key/restore": async ({ params, body, actor, now }) => {
      const declaration = requireDeclared(params.key);
      // A former value is a change like any other: it is typed into the form with its day.
      if (await needsNotice(db, declaration)) throw new Refusal(settingRefusals.noticeTooShort);
      const saved = await restoreSetting(context, all, declaration, body, { actor, now });
      const message = saved === body.version ? unchanged : "Nilai sebelumnya berlaku lagi.";
      return { success: true, message, data: { version: saved } };
    },
  });
}

/** The version stays when the value is in effect already. */
const unchanged = "Tidak ada yang berubah.";

function announcedOf(declaration: Declaration, value: unknown, plans: readonly PlanRow[]) {
  const plan = plans.find(({ key }) => key === declaration.setting.key);
  if (!plan) return null;
  const { before, after, from } = changeOf(declaration, value, plan);
  return { before, after, from, by: plan.by, note: plan.note };
}

function historyOf({ field, isSecret, setting }: Declaration, rows: readonly ChangeRow[]) {
  const valueAt = (row: ChangeRow | undefined): unknown => row?.value ?? setting.defaultValue;
  return rows.slice(0, shownChanges).map((row, at) => ({
    version: row.version,
    at: row.changed_at.toISOString(),
    by: row.name,
    note: row.note,
    changes: isSecret ? [] : valueChanges(field, valueAt(rows[at + 1]), valueAt(row)),
    is_restorable: at > 0 && !row.is_secret,
  }));
}
