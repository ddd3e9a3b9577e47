import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readConfig } from "#lib/config.ts";
import type { Context } from "#lib/context.ts";
import { sql } from "#lib/database.ts";
import { mailsIn } from "../../test/read/mail.ts";
import { makeJobsDue, workJobs } from "../../test/run-jobs.ts";
import { startHttpDouble } from "../../test/doubles/http-service.ts";
import { startMailServer } from "../../test/doubles/mail-server.ts";
import { makeContext } from "../../test/make/context.ts";
import type { Mail } from "./contract.ts";
import { deliverMail } from "./deliver-mail.ts";
import { deliverPhoneCode } from "./deliver-phone-code.ts";
import { renderMail } from "./mail-layout.ts";
import { listOutbox, outboxFolder } from "./outbox.ts";
import { headerLine, isSingleAddress } from "./rules.ts";
import { queueMail } from "./queue-mail.ts";
import { makeTemplateText } from "../../test/make/template-text.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
const servers: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  context = await makeContext();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
afterAll(() => context.close());

/** The same installation with other settings. */
function withSettings(env: Record<string, string>): Context {
  const dataDir = context.config.dataDir;
  return {
    ...context,
    config: readConfig({ NODE_ENV: "test", DATA_DIR: dataDir, PORT: "0", MESSAGE_TIMEOUT: "1", ...env }),
  };
}

let count = 0;
function mailOf(fields: Partial<Mail> = {}): Mail {
  count += 1;
  return {
    to: "sari@kawung.test",
    subject: `Kabar ${count}`,
    title: makeTemplateText("Kabar untuk Anda"),
    paragraphs: ["Halo Sari,", "Pesanan Anda – seharga Rp50.000 – sudah tiba."],
    button: { label: "Lihat pesanan", path: "/profile?page=transactions" },
    note: "Anda menerima ini karena memesan.",
    dedupeKey: `uji ${count}`,
    ...fields,
  };
}

async function mailServer() {
  const server = await startMailServer();
  servers.push(server);
  return { server, context: withSettings({ SMTP_URL: server.url }) };
}

const jobsLeft = async () =>
  (
    await context.db.row<{ n: number }>(sql`
    select count(*)::int as n from graphile_worker.jobs where task_identifier like 'messages.%'`)
  )?.n;

test("a mail is sent over SMTP with HTML, plain text and the headers of an automatic mail", async () => {
  const { server, context: mailing } = await mailServer();
  await queueMail(context.db, mailOf({ subject: "Pesanan – tiba", dedupeKey: "lengkap" }));
  await workJobs(mailing);
  const [mail] = server.mails;
  expect(mail?.subject).toBe("Pesanan – tiba");
  expect(mail?.from).toMatchObject({ name: "Kawung", address: "jangan-balas@localhost" });
  expect(mail?.to).toMatchObject([{ address: "sari@kawung.test" }]);
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
  expect(header("auto-submitted")).toBe("auto-generated");
  expect(header("list-id")).toBe("Kawung <akun.localhost>");
  expect(mail?.messageId).toMatch(/^<[0-9a-f]{32}@localhost>$/);
  expect(mail?.text?.trimEnd()).toBe(
    "Kabar untuk Anda\n\nHalo Sari,\n\nPesanan Anda – seharga Rp50.000 – sudah tiba.\n\nLihat pesanan:\n" +
      `${mailing.config.publicUrl.origin}/profile?page=transactions\n\n--\nAnda menerima ini karena memesan.\n\n` +
      "Pesan otomatis dari Kawung. Kami tidak pernah menanyakan kata sandi atau kode Anda.",
  );
  expect(mail?.html).toContain(`href="${mailing.config.publicUrl.origin}/profile?page=transactions"`);
  expect(mail?.html).toContain(">Kawung</a>. Kami tidak pernah");
  expect(await jobsLeft()).toBe(0);
});

test("a mail is sent exactly when the transaction that queued it commits", async () => {
  const before = (await mailsIn(context.config.dataDir)).length;
  await expect(
    context.db.transaction(async (tx) => {
      await queueMail(tx, mailOf());
      throw new Error("the cause failed");
    }),
  ).rejects.toThrow("the cause failed");
  await workJobs(context);
  expect((await mailsIn(context.config.dataDir)).length).toBe(before);
});

test("one key is one mail, even when it is queued or delivered several times", async () => {
  const { server, context: mailing } = await mailServer();
  const mail = mailOf({ dedupeKey: "hanya-sekali" });
  await queueMail(context.db, mail);
  await queueMail(context.db, mail);
  await workJobs(mailing);
  await queueMail(context.db, mail);
  await workJobs(mailing);
  await deliverMail(mailing, mail);
  expect(server.mails).toHaveLength(1);
});

test("of two deliveries at the same moment one sends and the other one is retried later", async () => {
  const { server, context: mailing } = await mailServer();
  const mail = mailOf();
  const both = await Promise.allSettled([deliverMail(mailing, mail), deliverMail(mailing, mail)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await deliverMail(mailing, mail);
  expect(server.mails).toHaveLength(1);
});

const bad = {
  "is silent": "silent",
  "hangs up": "hang up",
  "greylists the recipient": { at: "recipient", code: 451 },
  "has no room now": { at: "text", code: 452 },
  "does not let us send": { at: "sender", code: 550 },
} as const;
for (const [name, behaviour] of Object.entries(bad)) {
  test(`a mail server that ${name} gets the mail again later`, async () => {
    const { server, context: mailing } = await mailServer();
    server.next.push(behaviour);
    await queueMail(context.db, mailOf());
    await workJobs(mailing);
    expect(server.mails).toHaveLength(0);
    expect(await jobsLeft()).toBe(1);
    await makeJobsDue(context);
    await workJobs(mailing);
    expect(server.mails).toHaveLength(1);
    expect(await jobsLeft()).toBe(0);
  });
}

test("while the mail server is down the mail waits, and the error contains no recipient", async () => {
  const { server, context: mailing } = await mailServer();
  await server.close();
  const error = await deliverMail(mailing, mailOf()).catch((thrown: Error) => thrown);
  expect(String(error)).toMatch(/smtp E(SOCKET|CONNECTION)/);
  expect(String(error)).not.toContain("sari@");
  servers.length = 0;
});

for (const at of ["recipient", "text"] as const) {
  test(`a ${at} that is refused for good is not retried`, async () => {
    const { server, context: mailing } = await mailServer();
    server.next.push({ at, code: 550 });
    const mail = mailOf();
    await queueMail(context.db, mail);
    await workJobs(mailing);
    expect(await jobsLeft()).toBe(0);
    await deliverMail(mailing, mail);
    expect(server.connections()).toBe(1);
    const row = await context.db.row(sql`
      select failure, sent_at from outgoing_messages where dedupe_key = ${`mail ${mail.dedupeKey}`}`);
    expect(row).toEqual({ failure: "smtp 550", sent_at: null });
  });
}

test("no text can add a header or a second recipient to a mail", async () => {
  const { server, context: mailing } = await mailServer();
  await deliverMail(mailing, mailOf({ subject: "Halo\r\nBcc: jahat@kawung.test\r\n\r\nisi" }));
  expect(server.mails[0]?.subject).toBe("Halo Bcc: jahat@kawung.test isi");
  expect(server.mails[0]?.bcc).toBeUndefined();
  for (const to of ["a@kawung.test, b@kawung.test", "a@kawung.test\r\nBcc: b@kawung.test", "Nama <a@kawung.test>"]) {
    expect(isSingleAddress(to)).toBe(false);
    await deliverMail(mailing, mailOf({ to }));
  }
  expect(server.mails).toHaveLength(1);
  expect(headerLine(`Panjang ${"x".repeat(300)}`)).toHaveLength(150);
});

test("what users typed stays text in a mail, and its button leads to this site only", async () => {
  const { html } = await renderMail(
    mailOf({ title: makeTemplateText("<img src=x>"), paragraphs: ['<a href="x">klik</a>'] }),
    "https://a.test",
  );
  expect(html).toContain("&lt;img src=x&gt;");
  expect(html).not.toContain('<a href="x">');
  expect(html).not.toMatch(/<img|url\(|<script|<link/);
  for (const path of ["//jahat.test/x", "https://jahat.test", "/\\jahat.test", "javascript:alert(1)"]) {
    const mail = mailOf({ button: { label: "x", path } });
    await expect(renderMail(mail, "https://a.test"), path).rejects.toThrow("this site only");
  }
});

test("without a mail server a mail is a file with a readable name that any mail program opens", async () => {
  const mail = mailOf({ to: "budi@kawung.test", subject: "Kata sandi – baru", code: "482913", dedupeKey: "berkas" });
  await queueMail(context.db, mail);
  await workJobs(context);
  await context.db.run(sql`delete from outgoing_messages where dedupe_key = 'mail berkas'`);
  await deliverMail(context, mail);
  const folder = outboxFolder(context.config.dataDir);
  const files = (await readdir(folder)).filter((file) => file.includes("budi"));
  expect(files).toEqual([expect.stringMatching(/^\d{8}-\d{6}-budi-kawung-test-kata-sandi-baru-[0-9a-f]{8}\.eml$/)]);
  expect((await stat(join(folder, files[0] ?? ""))).mode & 0o077).toBe(0);
  const [parsed] = (await mailsIn(context.config.dataDir)).filter(({ to }) => to?.[0]?.address === "budi@kawung.test");
  expect(parsed?.subject).toBe("Kata sandi – baru");
  const shown = (await listOutbox(context.config.dataDir, 50)).find(({ to }) => to === "budi@kawung.test");
  expect(shown).toMatchObject({ channel: "mail", subject: "Kata sandi – baru", text: parsed?.text?.trim() });
  expect(shown?.text).toContain("482 913");
});

test("without a sender a code is a file", async () => {
  await deliverPhoneCode(context, codeOf());
  const folder = outboxFolder(context.config.dataDir);
  const [file = ""] = (await readdir(folder)).filter((name) => name.endsWith(".txt"));
  expect(await readFile(join(folder, file), "utf8")).toBe(
    "+6281234567890\n482913 adalah kode Kawung Anda, berlaku 5 menit. Jangan berikan kepada siapa pun, termasuk yang mengaku dari Kawung.\n",
  );
});

async function phoneService(kind: "whatsapp" | "fonnte") {
  const double = await startHttpDouble();
  servers.push(double);
  const sending = withSettings(
    kind === "whatsapp"
      ? {
          PHONE_CODES: kind,
          WHATSAPP_URL: `${double.url}/v23.0/`,
          WHATSAPP_TOKEN: "rahasia",
          WHATSAPP_PHONE_ID: "1055",
        }
      : { PHONE_CODES: kind, FONNTE_URL: double.url, FONNTE_TOKEN: "rahasia" },
  );
  return { double, sending };
}
let codes = 0;
function codeOf() {
  codes += 1;
  const queuedAt = new Date().toISOString();
  return { phone: "+6281234567890", code: "482913", minutes: 5, dedupeKey: `kode ${codes}`, queuedAt };
}
const taken = {
  whatsapp: JSON.stringify({
    messaging_product: "whatsapp",
    contacts: [{ input: "6281234567890", wa_id: "6281234567890" }],
    messages: [{ id: "wamid.1" }],
  }),
  fonnte: JSON.stringify({ status: true, id: ["80367170"], target: ["6281234567890"], process: "processing" }),
};

test("WhatsApp gets a request for its authentication template, with the code in text and button", async () => {
  const { double, sending } = await phoneService("whatsapp");
  double.next.push({ status: 200, body: taken.whatsapp });
  await deliverPhoneCode(sending, codeOf());
  const [asked] = double.asked;
  expect(asked).toMatchObject({ method: "POST", url: "/v23.0/1055/messages" });
  expect(asked?.headers.authorization).toBe("Bearer rahasia");
  const parameters = [{ type: "text", text: "482913" }];
  expect(JSON.parse(asked?.body ?? "")).toEqual({
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: "6281234567890",
    type: "template",
    template: {
      name: "kode_kawung",
      language: { code: "id" },
      components: [
        { type: "body", parameters },
        { type: "button", sub_type: "url", index: "0", parameters },
      ],
    },
  });
});

test("Fonnte gets a form with its token", async () => {
  const { double, sending } = await phoneService("fonnte");
  double.next.push({ status: 200, body: taken.fonnte });
  await deliverPhoneCode(sending, codeOf());
  const [asked] = double.asked;
  expect(asked).toMatchObject({ method: "POST", url: "/send" });
  expect(asked?.headers.authorization).toBe("rahasia");
  const form = new URLSearchParams(asked?.body);
  expect([form.get("target"), form.get("countryCode")]).toEqual(["6281234567890", "62"]);
  expect(form.get("message")).toContain("482913 adalah kode Kawung Anda");
});

const badDays = {
  whatsapp: [
    "silent",
    { status: 503, body: "<html>busy</html>" },
    { status: 400, body: JSON.stringify({ error: { code: 131_056, message: "pair rate limit" } }) },
    { status: 401, body: JSON.stringify({ error: { code: 190, message: "token expired" } }) },
    { status: 200, body: "{}" },
  ],
  fonnte: [
    "silent",
    { status: 502, body: "" },
    { status: 200, body: JSON.stringify({ status: false, reason: "insufficient quota" }) },
    { status: 200, body: "not json" },
  ],
} as const;
for (const kind of ["whatsapp", "fonnte"] as const) {
  test(`${kind}: a temporary failure is retried until the code is accepted, and not after that`, async () => {
    const { double, sending } = await phoneService(kind);
    const code = codeOf();
    for (const answer of badDays[kind]) {
      double.next.push(answer);
      const error = await deliverPhoneCode(sending, code).catch((thrown: Error) => thrown);
      expect(error, JSON.stringify(answer)).toBeInstanceOf(Error);
      expect(String(error)).not.toMatch(/482913|81234567890|rahasia/);
    }
    double.next.push({ status: 200, body: taken[kind] });
    await deliverPhoneCode(sending, code);
    await deliverPhoneCode(sending, code);
    expect(double.asked).toHaveLength(badDays[kind].length + 1);
  });

  test(`${kind}: a number that cannot be reached is not retried`, async () => {
    const { double, sending } = await phoneService(kind);
    double.next.push(
      kind === "whatsapp"
        ? { status: 400, body: JSON.stringify({ error: { code: 131_026, message: "Message undeliverable" } }) }
        : { status: 200, body: JSON.stringify({ status: false, reason: "target invalid" }) },
    );
    const code = codeOf();
    await deliverPhoneCode(sending, code);
    await deliverPhoneCode(sending, code);
    expect(double.asked).toHaveLength(1);
  });
}

test("an expired code is not sent", async () => {
  const { double, sending } = await phoneService("fonnte");
  await deliverPhoneCode(sending, { ...codeOf(), queuedAt: new Date(Date.now() - 5 * 60_000).toISOString() });
  expect(double.asked).toHaveLength(0);
});

test("wrong settings stop the start with a message that names them", () => {
  const refused = (env: Record<string, string>) => () => readConfig(env);
  expect(refused({ SMTP_URL: "mail.example" })).toThrow("SMTP_URL must start with smtp://");
  expect(refused({ MAIL_FROM: "Kawung" })).toThrow("MAIL_FROM must be an address");
  expect(refused({ PHONE_CODES: "sms" })).toThrow("PHONE_CODES must be one of outbox, whatsapp, fonnte");
  expect(refused({ PHONE_CODES: "fonnte" })).toThrow("FONNTE_TOKEN is needed");
  expect(refused({ PHONE_CODES: "fonnte", FONNTE_TOKEN: "x", FONNTE_URL: "http://fonnte.example" })).toThrow(
    "FONNTE_URL must be an https:// address",
  );
  expect(readConfig({ MAIL_FROM: "Pasar Kita <halo@pasar.example>" }).messages.from).toEqual({
    name: "Pasar Kita",
    address: "halo@pasar.example",
  });
});
