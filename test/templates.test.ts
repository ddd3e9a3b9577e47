import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Declaration } from "#lib/settings/declaration.ts";
import { checkValue } from "#lib/settings/declaration.ts";
import { variablesIn } from "#lib/template-text.ts";
import type { Mail } from "#messages/queue-mail.ts";
import { notify, type Notify } from "#notifications/notify.ts";
import { sql } from "../src/lib/database.ts";
import { settingDeclarations } from "../src/setting-declarations.ts";
import { makeDemo } from "./make/demo.ts";

const root = new URL("..", import.meta.url).pathname;
const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|e2e)\.tsx?$/.test(path))
  .map((path) => ({ path: `src/${path}`, text: readFileSync(join(root, "src", path), "utf8") }));
const makers = ["src/notifications/notification-template.ts", "src/messages/mail-template.ts"];

/** The keys of all templates that the exports of a module hold, at any depth. */
function keysOf(value: unknown, seen = new Set<object>()): string[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  if ("setting" in value && "variables" in value) return [(value.setting as Declaration["setting"]).key];
  return Object.values(value).flatMap((one) => keysOf(one, seen));
}

test("every text of a notification and of a mail that the code has can be changed at the console", async () => {
  const modules = sources.filter(
    ({ path, text }) =>
      !makers.includes(path) && /\bmake(?:Mail)?Template\b[^;]*from "#(?:notifications|messages)\//.test(text),
  );
  const made = (await Promise.all(modules.map(async ({ path }) => keysOf(await import(join(root, path)))))).flat();
  const declared = settingDeclarations.map(({ setting }) => setting.key);
  expect(made.filter((key) => !declared.includes(key))).toEqual([]);
  expect(new Set(made).size).toBeGreaterThan(110);
  // A module that makes templates exports them: what is hidden in it would be missing above.
  const written = declared.filter((key) => /\.(notification|mail)_/.test(key));
  expect(written.filter((key) => !made.includes(key))).toEqual([]);
});

test("only templates make the texts of notifications and mails", () => {
  const others = sources.filter(
    ({ path, text }) => /\bfillTemplate\b|as TemplateText\b/.test(text) && path !== "src/lib/template-text.ts",
  );
  expect(others.map(({ path }) => path).toSorted()).toEqual(makers.toSorted());
  // The type check refuses a text that is written where it is sent.
  type Texts = Pick<Notify, "title" | "description">;
  // @ts-expect-error a title that no template made
  const typed: Texts["title"] = "Pesanan dikirim";
  // @ts-expect-error a heading that no template made
  const heading: Mail["title"] = "Pesanan dikirim";
  expect([typed, heading, notify.length]).toEqual(["Pesanan dikirim", "Pesanan dikirim", 2]);
});

test("each of these texts has a preview, refuses an unknown variable by its name, and its default is accepted", async () => {
  const written = settingDeclarations.filter(({ setting }) => /\.(notification|mail)_/.test(setting.key));
  for (const one of written) {
    const { key, defaultValue } = one.setting as { key: string; defaultValue: Record<string, string> };
    expect([key, checkValue(one, defaultValue)]).toEqual([key, { value: defaultValue }]);
    for (const [part, text] of Object.entries(defaultValue)) {
      const checked = checkValue(one, {
        ...defaultValue,
        [part]: `${text.slice(0, 40).replace(/\{[^}]*$/, "")} {hantu}`,
      });
      const messages = "issues" in checked ? checked.issues.map(({ message }) => message).join() : "accepted";
      expect([key, part, messages.includes("{hantu} tidak dikenal")]).toEqual([key, part, true]);
    }
    const mail = await one.preview?.(defaultValue, "https://pasar.example");
    const shown = mail
      ? [mail.subject, mail.text]
      : (one.examples?.(defaultValue) ?? []).flatMap(({ title, text }) => [title, text]);
    expect([key, shown.length > 0, variablesIn(shown.join(" "))]).toEqual([key, true, []]);
  }
});

// What looks like an address of a page in a sentence: "/manageMerchant?page=reviews".
const pathInSentence = /(?<![^\s("'“])\/[a-z][\w/?=&-]*/i;

test("no text tells people a path of the site or leaves a variable unfilled, in the bell, the mail and the editor", async () => {
  const written = settingDeclarations.filter(({ setting }) => /\.(notification|mail)_/.test(setting.key));
  expect(written.length).toBeGreaterThan(110);
  for (const one of written) {
    const { key, defaultValue } = one.setting as { key: string; defaultValue: Record<string, string> };
    const mail = await one.preview?.(defaultValue, "https://pasar.example");
    const shown = mail
      ? [mail.subject, mail.text]
      : (one.examples?.(defaultValue) ?? []).flatMap(({ title, text }) => [title, text]);
    expect([key, shown.filter((text) => pathInSentence.test(text))]).toEqual([key, []]);
  }
});

test("the demo's notifications contain no path and no unfilled variable", async () => {
  const context = await makeDemo();
  try {
    const told = await context.db.rows<{ title: string; description: string }>(
      sql`select title, description from notifications`,
    );
    expect(told.length).toBeGreaterThan(20);
    const texts = told.flatMap(({ title, description }) => [title, description]);
    expect(texts.filter((text) => pathInSentence.test(text) || variablesIn(text).length > 0)).toEqual([]);
  } finally {
    await context.close();
  }
});
