/**
 * One person opens a marketplace with docs/operating.md and docs/open-a-marketplace.md alone, in production mode and
 * from an empty folder: the commands are read from the documents, the pages that each step names are opened, and what
 * the person does there are the calls that these pages make. A document that changes without the product, or the other
 * way round, fails this test.
 */
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres } from "../src/lib/postgres/server.ts";
import { addDuration, day, jakartaDay } from "../src/lib/time.ts";
import { startMailServer } from "./doubles/mail-server.ts";
import { startMidtransDouble, type MidtransDouble } from "./doubles/midtrans.ts";
import { startXenditPayoutsDouble, type XenditPayoutsDouble } from "./doubles/xendit-payouts.ts";
import { buyFirst, type Goods } from "./make/first-sale.ts";
import { makeInstallation, type Installation } from "./make/installation.ts";
import { realS3Settings } from "./make/s3-stores.ts";
import { drawPicture, makeWebPerson, uploadPicture, type Site, type WebPerson } from "./make/web-person.ts";
import { linkIn } from "./read/mail.ts";
import { freePort } from "../e2e/start-server.ts";
import { commandsOf, readDocument, sectionOf, stepsOf } from "./read/documents.ts";

const host = "pasar.example";
const password = "kopi-tubruk-pagi-71";
const pin = "482913";
const people = {
  ratna: { email: "ratna@pasar.example", name: "Ratna Dewi" },
  bima: { email: "bima@pasar.example", name: "Bima Sakti" },
  citra: { email: "citra@pasar.example", name: "Citra Lestari" },
  wahyu: { email: "wahyu@surat.example", name: "Wahyu Laksono" },
  sari: { email: "sari@surat.example", name: "Sari Dewi" },
};

let installation: Installation;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let midtrans: MidtransDouble;
let xendit: XenditPayoutsDouble;
beforeAll(async () => {
  installation = makeInstallation("opening");
  [mails, midtrans, xendit] = await Promise.all([startMailServer(), startMidtransDouble(), startXenditPayoutsDouble()]);
});
afterAll(async () => {
  await installation?.close();
  await Promise.all([mails?.close(), midtrans?.close(), xendit?.close()]);
});

/** Runs the commands of a text in their order, each with what its person types. Returns what they printed. */
async function runCommands(text: string, typed: Record<string, string> = {}) {
  const printed: string[] = [];
  for (const line of commandsOf(text)) {
    const input = Object.entries(typed).find(([words]) => line.includes(words))?.[1] ?? "";
    const { code, out, err } = await installation.command(line, input);
    expect([line, code, err]).toEqual([line, 0, expect.not.stringMatching(/Error|\bat .*\.ts/)]);
    printed.push(out);
  }
  return printed;
}

const typedBy = ({ email, name }: { email: string; name: string }) => `${email}\n${name}\n${password}\n`;

const steps = stepsOf(readDocument("docs/open-a-marketplace.md"));
const site: Site = { port: 0, host };
let service: Awaited<ReturnType<Installation["start"]>>;

async function startService(): Promise<void> {
  service = await installation.start();
  site.port = service.port;
}

/** What a database holds, asked beside its marketplace. */
async function ask<T extends object>(dataDir: string, text: string): Promise<T[]> {
  const server = await startPostgres({ dataDir: join(dataDir, "postgres"), log: () => {} });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
    await server.stop();
  }
}
const booksOf = (dataDir: string) =>
  ask(dataDir, "select kind, owner, balance::text as balance from ledger_accounts where balance <> 0 order by 1, 2");

/** Opens every page of the console that a step names, and finds there the names that the step uses for its parts. */
async function readStep(number: number, owner: WebPerson): Promise<string> {
  const step = steps.get(number) ?? "";
  const pages = [...new Set(step.match(/\/operator[a-z/-]*/g))];
  const texts = (await Promise.all(pages.map((path) => owner.page(path)))).join("\n");
  const names = [...step.matchAll(/(?<!\*)\*([A-Z][^*]+)\*(?!\*)/g)].map(([, name = ""]) => name);
  expect([step !== "", names.filter((name) => !texts.includes(name) && !ofSellers.includes(name))]).toEqual([true, []]);
  return step;
}
/** Names of pages that sellers open. */
const ofSellers = ["Kelola toko", "Verifikasi"];

async function setting(owner: WebPerson, key: string, value: unknown, note: string): Promise<void> {
  const { version } = await owner.call("GET", `/v1/operator/settings/${key}`);
  await owner.call("PUT", `/v1/operator/settings/${key}`, { value, version, note });
}

/** A person registers, follows the mailed link in the same browser, and logs in. */
async function register({ email, name }: { email: string; name: string }): Promise<WebPerson> {
  const person = makeWebPerson(site);
  const fields = { name, email, type: "pembeli", password, password_confirmation: password };
  await person.call("POST", "/v1/auth/register", fields);
  const mailed = () => mails.mails.find((mail) => mail.to?.some(({ address }) => address === email));
  await expect.poll(mailed, { timeout: 30_000 }).toBeDefined();
  const token = new URL(linkIn(mailed(), "/verify-email"), "https://x").searchParams.get("token");
  await person.call("POST", "/v1/auth/verify-email", { token });
  await person.logIn(email, password);
  return person;
}

/** From an empty folder to a running service with an operator, as docs/operating.md says it. */
async function install(): Promise<WebPerson> {
  const fresh = sectionOf(readDocument("docs/operating.md"), "From a fresh server to a live market");
  const parts = fresh.split(/^(?=Set at least|Then copy|When the site answers)/m);
  expect(parts).toHaveLength(4);
  const [place = "", settings = "", , running = ""] = parts;
  installation.putProgram();
  await runCommands(place);
  installation.set({
    PUBLIC_URL: `https://${host}`,
    SMTP_URL: mails.url,
    MAIL_FROM: `Pasar Tani <jangan-balas@${host}>`,
    PORT: String(await freePort()),
    // With S3_TEST_URL all pictures and documents of this marketplace are in that store.
    ...(realS3Settings() && { ...realS3Settings(), S3_PREFIX: `opening-${Date.now()}/` }),
  });
  await runCommands(settings);
  await startService();
  expect(service.said()).toContain("There is no operator yet: npm run kawung -- operator create");
  const [made = "", , , audit = ""] = await runCommands(running, { "operator create": typedBy(people.ratna) });
  expect(made).toContain(`Log in at https://${host}/login`);
  expect(audit).toContain("0 findings");

  const owner = makeWebPerson(site);
  await owner.logIn(people.ratna.email, password);
  const refused = await owner.ask("GET", "/v1/operator/worklist");
  expect([refused.status, refused.body.code]).toEqual([403, "session.second_factor_needed"]);
  await owner.setUpApp();
  await owner.call("GET", "/v1/operator/worklist");
  return owner;
}

/** Steps 1 to 6: operators, the marketplace's looks, categories, fees, couriers and providers. */
async function furnish(owner: WebPerson): Promise<{ finance: WebPerson; category: string }> {
  await runCommands((await readStep(1, owner)).replace(/^.*--role owner$/m, ""), { finance: typedBy(people.bima) });
  const finance = makeWebPerson(site);
  await finance.logIn(people.bima.email, password);
  await finance.setUpApp();

  await readStep(2, owner);
  await setting(owner, "site.brand_name", "Pasar Tani", "Nama di akta");
  await setting(owner, "site.colour", "#1f6f43", "Warna koperasi");
  const { key, width, height, color } = await uploadPicture(owner, await drawPicture(600, 200, "#1f6f43"));
  const light = { picture: key, width, height, color };
  await setting(owner, "site.logo", { light, dark: null, hasName: true }, "Logo koperasi");
  const company = { address: "Jalan Cihampelas 8, Bandung 40131", phone: "022 555 0111", email: `halo@${host}` };
  await setting(owner, "site.company", { name: "Koperasi Tani Priangan", ...company }, "Akta pendirian");
  // Other processes and the cache of pages follow within two seconds.
  const home = async () => [...(await makeWebPerson(site).page("/")).matchAll(/.{0,60}(?:Kawung|Pasar Tani).{0,60}/g)];
  await expect
    .poll(async () => (await home()).filter(([text]) => !text.includes("Pasar Tani")).map(String))
    .toEqual([]);

  await readStep(3, owner);
  const { id: parent_id } = await owner.call("POST", "/v1/operator/categories", {
    name: "Hasil Bumi",
    parent_id: null,
    icon: "leaf",
  });
  const { id } = await owner.call("POST", "/v1/operator/categories", { name: "Kopi Biji", parent_id, icon: "leaf" });
  const variety = { name: "Varietas", kind: "choice", unit: null, options: ["Arabika", "Robusta"] };
  const attributes = [{ ...variety, is_required: true, is_filterable: true }];
  await owner.call("PUT", `/v1/operator/categories/${id}/attributes`, { version: 1, attributes });

  await readStep(4, owner);
  const inDays = (days: number) => jakartaDay(addDuration(new Date(), days * day));
  const dearer = { kind: "commission", category: null, per_mille: 50, cap: 50_000, flat: 0 };
  // Nobody but operators has an account yet, so no notice is due to anybody.
  const shown = await finance.ask("POST", "/v1/operator/fees/preview", { ...dearer, valid_from: inDays(0) });
  expect(shown.body.result).toMatchObject({ costs_more: true, earliest: inDays(0) });
  await finance.call("POST", "/v1/operator/fees", { ...dearer, valid_from: inDays(31) });
  await readStep(5, owner);

  const step = await readStep(6, owner);
  for (const name of ["PAYMENT_PROVIDERS", "PAYOUT_PROVIDER"]) expect(step).toContain(`\`${name}\``);
  installation.set({ ...midtrans.settings, ...xendit.settings, PAYMENT_PROVIDERS: "midtrans" });
  await service.stop();
  await startService();
  await setting(owner, "payments.refund_approval_amount", 100_000, "Sampai kami terbiasa");
  await setting(owner, "payments.second_approval_amount", 1_000_000, "Sampai kami terbiasa");
  const { rows } = await owner.call("GET", "/v1/operator/categories");
  const { slug } = rows.find((one: { id: string }) => one.id === id);
  return { finance, category: slug };
}

/** Steps 7 and 8: a verified shop sells coffee; what it may not sell is taken down, and its appeal is answered. */
async function openShop(owner: WebPerson, category: string): Promise<{ seller: WebPerson; goods: Goods[] }> {
  const seller = await register(people.wahyu);
  const shop = { name: "Kebun Wahyu", regency_code: "32.73", couriers: ["jne-reg"], tagline: "", description: "" };
  await seller.call("POST", "/v1/seller/shop", shop);
  const { id: photo } = await uploadPicture(seller, await drawPicture(800, 800, "#4b2e1a"));
  const sell = async (name: string, price: number): Promise<Goods> => {
    const { id } = await seller.call("POST", "/v1/seller/products", {
      name,
      description: "Dipetik merah, dijemur dua minggu di kebun sendiri.",
      category,
      condition: "new",
      weight_g: 1000,
      min_order: 1,
      preorder_days: null,
      is_regional: true,
      attributes: [{ name: "Varietas", value: "Arabika" }],
      axes: [],
      variants: [{ options: [], price, stock: 5 }],
      picture_ids: [photo],
    });
    const { variants, slug } = await seller.call("GET", `/v1/seller/products/${id}`);
    return { id, slug, variantId: variants[0].id };
  };
  const goods = [await sell("Kopi Gayo Satu Karung", 1_600_000), await sell("Kopi Flores", 300_000)];
  const unsafe = await sell("Kopi Pelangsing Seketika", 90_000);

  await readStep(7, owner);
  const verification = { kind: "person", name: "Wahyu Laksono", address: "Jalan Braga 10, Bandung", npwp: "", nib: "" };
  await seller.call("PUT", "/v1/seller/verification", { ...verification, nik: "3273010101900001" });
  for (const kind of ["ktp", "selfie"]) {
    const form = new FormData();
    form.set("kind", kind);
    const card = await drawPicture(900, 600, "#cfe3f5");
    form.set("document", new File([new Uint8Array(card)], `${kind}.png`, { type: "image/png" }));
    await seller.call("POST", "/v1/seller/verification/documents", form);
  }
  await seller.call("POST", "/v1/seller/verification/send");
  const [waiting] = (await owner.call("GET", "/v1/operator/verifications")).rows;
  const at = `/v1/operator/verifications/${waiting.id}`;
  const unread = await owner.ask("POST", `${at}/decide`, { decision: "accept", version: 1 });
  expect([unread.status, unread.body.code]).toEqual([409, "verification.not_read"]);
  await owner.call("POST", `${at}/open`, { reason: "Toko pertama kami" });
  for (const kind of ["ktp", "selfie"]) await owner.call("GET", `${at}/documents/${kind}`);
  const { version } = await owner.call("GET", at);
  await owner.call("POST", `${at}/decide`, { decision: "accept", version });
  expect(await makeWebPerson(site).page("/merchant/kebun-wahyu")).toContain("Wahyu Laksono");

  await readStep(8, owner);
  const because = { rule: "false_claims", text: "Kopi tidak melangsingkan; keterangan ini menyesatkan pembeli." };
  await owner.call("POST", `/v1/operator/products/${unsafe.id}/take-down`, because);
  expect((await makeWebPerson(site).ask("GET", `/product/${unsafe.slug}`)).status).toBe(404);
  const [measure] = (await seller.call("GET", "/v1/seller/measures")) as { id: string }[];
  await seller.call("POST", `/v1/seller/measures/${measure?.id}/appeal`, {
    text: "Kami sudah menghapus keterangan itu dari kemasan.",
  });
  const answer = { ends: false, answer: "Keterangan itu masih tertulis pada fotonya." };
  const own = await owner.ask("POST", `/v1/operator/appeals/${measure?.id}`, answer);
  expect([own.status, own.body.code]).toEqual([409, "moderation.same_operator"]);
  const catalogue = await register(people.citra);
  const role = { email: people.citra.email, role: "catalogue", reason: "Menjawab banding" };
  await owner.call("POST", "/v1/operator/team", role);
  await catalogue.logIn(people.citra.email, password);
  await catalogue.setUpApp();
  await catalogue.call("POST", `/v1/operator/appeals/${measure?.id}`, answer);
  return { seller, goods };
}
/**
 * Steps 9 and 10: a line is refunded to the buyer's bank account, and the seller withdraws the rest. Both need other
 * operators.
 */
async function payOut(who: Record<"owner" | "finance" | "seller" | "buyer", WebPerson>, orderId: string) {
  const { owner, finance, seller, buyer } = who;
  await readStep(9, owner);
  const { refundable } = await seller.call("GET", `/v1/seller/orders/${orderId}`);
  const lines = (refundable.lines as { line_id: string; amount: number }[]).toSorted((a, b) => a.amount - b.amount);
  const refunded = { lines: lines.slice(0, 1), reason: "Karungnya sobek." };
  await seller.call("POST", `/v1/seller/orders/${orderId}/refunds`, refunded);
  const addAccount = async (person: WebPerson, number: string, holder: string): Promise<string> => {
    const added = { bank_code: "bca", number, holder_name: holder };
    return (await person.call("POST", "/v1/users/bank-accounts", added)).id;
  };
  const refund = async () => (await buyer.call("GET", "/v1/refunds"))[0];
  await expect.poll(async () => (await refund())?.status, { timeout: 30_000 }).toBe("needs_account");
  const account = { bank_account_id: await addAccount(buyer, "5551234567", "Sari Dewi") };
  const sellerAccount = await addAccount(seller, "9876543210", "Wahyu Laksono");
  // A new account waits for a day, which passes here.
  await ask(dataDirOf(), "update bank_accounts set created_at = now() - interval '2 days', usable_from = now()");
  await buyer.call("PUT", `/v1/refunds/${(await refund()).id}/account`, account);
  const waiting = async () => (await finance.call("GET", "/v1/operator/payouts")).rows as Waiting[];
  await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(1);
  const [toBuyer] = await waiting();
  expect(toBuyer?.order).toMatchObject({ id: orderId });
  await finance.call("POST", `/v1/operator/payouts/${toBuyer?.id}/approve`);

  await readStep(10, owner);
  await seller.call("PUT", "/v1/users/pin", { pin, pin_confirmation: pin });
  const { balance } = await seller.call("GET", "/v1/seller/balance");
  const wanted = { amount: balance, bank_account_id: sellerAccount, pin };
  const { id } = await seller.call("POST", "/v1/seller/withdrawals", wanted);
  await owner.call("POST", `/v1/operator/payouts/${id}/approve`);
  const twice = await owner.ask("POST", `/v1/operator/payouts/${id}/approve`);
  expect(twice.status).toBe(409);
  await finance.call("POST", `/v1/operator/payouts/${id}/approve`);
  const references = await ask<{ reference: string; amount: string }>(
    dataDirOf(),
    "select reference, (amount - fee)::text as amount from payouts order by id",
  );
  expect(references).toHaveLength(2);
  for (const { reference, amount } of references) {
    await expect.poll(() => xendit.find(reference).length, { timeout: 30_000 }).toBe(1);
    expect(xendit.find(reference).map((one) => String(one.amount))).toEqual([amount]);
    xendit.change(reference, { status: "SUCCEEDED" });
    const told = xendit.notification(reference);
    await makeWebPerson(site).ask("POST", "/v1/payouts/notifications/xendit", told, xendit.headers);
  }
  await expect.poll(async () => (await refund()).status, { timeout: 30_000 }).toBe("done");
  const paid = async () => (await seller.call("GET", `/v1/seller/withdrawals/${id}`)).status;
  await expect.poll(paid, { timeout: 30_000 }).toBe("paid");
  return { refunded: lines[0]?.amount ?? 0, withdrawn: Number(balance) };
}
type Waiting = { id: string; order: { id: string } | null };
const dataDirOf = () => installation.here("/var/lib/kawung/data");

test("one person opens a marketplace from the documents alone, and the audit log tells what happened", async () => {
  const owner = await install();
  const { finance, category } = await furnish(owner);
  const { seller, goods } = await openShop(owner, category);
  const buyer = await register(people.sari);
  const orderId = await buyFirst({ site, midtrans, buyer, seller }, goods);
  const { refunded, withdrawn } = await payOut({ owner, finance, seller, buyer }, orderId);

  // 11. A backup on another folder: the state of a moment, before the last change.
  const books = await booksOf(dataDirOf());
  const step = await readStep(11, owner);
  const [moment] = await ask<{ at: Date }>(dataDirOf(), "select clock_timestamp() as at");
  await expect.poll(() => Date.now() > (moment?.at.getTime() ?? 0) + 1000, { timeout: 5000 }).toBe(true);
  await setting(owner, "site.brand_name", "Pasar Salah", "Salah ketik");
  const at = moment?.at.toISOString() ?? "";
  expect(step).toMatch(/ --at \S+/);
  const [, verified = "", restored = "", audited = ""] = await runCommands(step.replace(/(?<= --at )\S+/, at));
  expect(verified).toContain("all complete");
  const copy = installation.here("/var/lib/kawung/copy");
  expect(restored).toContain(`Check it with DATA_DIR=${copy} npm run kawung -- audit`);
  expect(await booksOf(copy)).toEqual(books);
  expect(audited).toContain("0 findings");

  // 12. What happened: who, what and why, in this order, with what was before and after; and nothing else.
  const [found = "", proven = ""] = await runCommands(await readStep(12, owner));
  expect(found).toContain("0 findings");
  const { rows } = (await owner.call("GET", "/v1/operator/audit-log")) as { rows: Entry[] };
  const [ratna, bima, citra] = [people.ratna.name, people.bima.name, people.citra.name];
  const atServer = ["system", "accounts.role_changed", "npm run kawung -- operator create"];
  expect(rows.map(({ actor, action, reason }) => [actor?.name ?? "system", action, reason]).reverse()).toEqual([
    atServer,
    atServer,
    ...["Nama di akta", "Warna koperasi", "Logo koperasi", "Akta pendirian"].map((why) => [
      ratna,
      "settings.changed",
      why,
    ]),
    [ratna, "catalog.category_added", null],
    [ratna, "catalog.category_added", null],
    [ratna, "catalog.category_attributes_changed", null],
    [bima, "payments.fee_announced", null],
    [ratna, "settings.changed", "Sampai kami terbiasa"],
    [ratna, "settings.changed", "Sampai kami terbiasa"],
    [ratna, "shops.documents_opened", "Toko pertama kami"],
    [ratna, "shops.document_read", null],
    [ratna, "shops.document_read", null],
    [ratna, "shops.verification_accepted", null],
    [ratna, "catalog.product_taken_down", null],
    [ratna, "accounts.role_changed", "Menjawab banding"],
    [citra, "accounts.appeal_answered", null],
    [bima, "payments.payout_approved", null],
    [ratna, "payments.payout_approved", null],
    [bima, "payments.payout_approved", null],
    [ratna, "settings.changed", "Salah ketik"],
  ]);
  const changesOf = (why: string) => rows.find(({ reason }) => reason === why)?.changes;
  expect(changesOf("Nama di akta")).toMatchObject([{ before: "Kawung", after: "Pasar Tani" }]);
  expect(changesOf("Menjawab banding")).toMatchObject([{ before: "–", after: "catalogue" }]);
  // What the person was told stays with the measure, where it can be anonymised; the entry has its rule and outcome.
  const after = (wanted: string) =>
    rows.find(({ action }) => action === wanted)?.changes.map(({ field, after: value }) => [field, value]);
  expect(after("catalog.product_taken_down")).toContainEqual(["rule", "false_claims"]);
  expect(after("accounts.appeal_answered")).toContainEqual(["outcome", "rejected"]);
  const approved = rows.filter(({ action }) => action === "payments.payout_approved").map(({ changes }) => changes);
  expect(approved.map(([change]) => Number(change?.after))).toEqual([withdrawn, withdrawn, refunded]);
  expect(proven).toContain(`${rows.length} entries, each linked to the one before. The last hash is ${rows[0]?.hash}`);
}, 600_000);

type Entry = {
  actor: { name: string } | null;
  action: string;
  reason: string | null;
  changes: { field: string; before: string | null; after: string | null }[];
  hash: string;
};
