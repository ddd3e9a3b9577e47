// Notifications on an open page: the bell, the list, the order, in one tab and in several.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDelivery } from "../src/notifications/live/deliver-notifications.ts";
import { readConfig } from "../src/lib/config.ts";
import { publishToPusher } from "../src/notifications/live/publish-pusher.ts";
import { notify } from "../src/notifications/notify.ts";
import { sql } from "../src/lib/database.ts";
import { makePaidOrder } from "../test/make/orders.ts";
import { makeUser } from "../test/make/rows.ts";
import { startPusherDouble, type PusherDouble } from "../test/doubles/pusher.ts";
import { shopNames } from "../test/spec/make-market.ts";
import { makeSession } from "../test/make/checkout.ts";
import { unsubscribeToken } from "../src/notifications/channels/unsubscribe-token.ts";
import { startServer, type Server } from "./start-server.ts";
import { openSite, recordCalls, shopOf, visit, type Site } from "./open-site.ts";
import { makeTemplateText } from "../test/make/template-text.ts";

let site: Site;
let delivery: ReturnType<typeof startDelivery>;
/** A second process of the same marketplace, with Pusher Channels and a secret from this file. */
let hosted: Server;
let pusher: PusherDouble;
const secret = "rahasia-untuk-uji-peramban";

beforeAll(async () => {
  site = await openSite();
  // The test is another process of the same installation: what it stores reaches the server over PostgreSQL.
  await site.context.realtime.start();
  delivery = startDelivery(site.context);
  pusher = await startPusherDouble();
  hosted = await startServer(site.context.databaseUrl, {
    NODE_ENV: "test",
    SIMULATOR_SECRET: secret,
    ...pusher.settings,
  });
});
afterAll(async () => {
  await delivery?.stop();
  await hosted?.close();
  await pusher?.close();
  await site?.close();
});

function tell(userId: string, title: string, fields: Partial<Parameters<typeof notify>[1]> = {}): Promise<boolean> {
  return site.context.db.transaction((tx) =>
    notify(tx, {
      userId,
      type: "user",
      userType: "buyer",
      title: makeTemplateText(title),
      description: makeTemplateText("Ada yang perlu Anda ketahui."),
      dedupeKey: randomUUID(),
      now: new Date(),
      ...fields,
    }),
  );
}

const bell = (page: Page, unread: number) =>
  page
    .getByRole("banner")
    .getByRole("button", { name: unread > 0 ? `Notifikasi, ${unread} belum dibaca` : "Notifikasi", exact: true });
const corner = (page: Page) => page.getByRole("complementary", { name: "Notifikasi baru" });
const streams = (page: Page) =>
  recordCalls(page).filter(({ url }) => url.pathname === "/v1/users/events" && url.search === "");

/** Waits until the page's stream is open and has sent its first event. */
async function listening(userId: string, path: string): Promise<Page> {
  const page = await site.window({ userId });
  const stream = page.waitForResponse((response) => response.url().includes("/v1/users/events"));
  await visit(page, path);
  expect((await stream).status()).toBe(200);
  return page;
}

test("S017 the real-time connection opens for a known user only, and notifications appear without a reload", async () => {
  const visitor = await site.window();
  const asked = recordCalls(visitor);
  await visit(visitor, "/");
  const userId = await makeUser(site.context);
  const page = await listening(userId, "/profile?page=notification");
  await bell(page, 0).waitFor();
  // At once, because the message in the corner leaves after some seconds.
  await Promise.all([
    corner(page).getByText("Pesanan dikirim").waitFor(),
    page.getByRole("status").getByText("Notifikasi baru: Pesanan dikirim.").waitFor(),
    bell(page, 1).waitFor(),
    page.getByRole("main").getByText("Pesanan dikirim").waitFor(),
    tell(userId, "Pesanan dikirim", { type: "order", transactionId: randomUUID() }),
  ]);
  await bell(page, 1).click();
  await page.getByRole("dialog", { name: "Notifikasi belum dibaca" }).getByText("Pesanan dikirim").waitFor();
  await tell(userId, "Pesanan tiba");
  await page.getByRole("dialog", { name: "Notifikasi belum dibaca" }).getByText("Pesanan tiba").waitFor();
  await bell(page, 2).waitFor();
  expect(asked.filter(({ url }) => url.pathname.includes("events"))).toEqual([]);
});

test("notifications missed during a lost connection appear once", async () => {
  const userId = await makeUser(site.context);
  const page = await listening(userId, "/profile?page=notification");
  await Promise.all([corner(page).getByText("Sebelum putus").hover(), tell(userId, "Sebelum putus")]);
  // The message in the corner stays while the pointer is on it, and counts what comes meanwhile.
  await page.getByRole("main").getByText("Sebelum putus").waitFor();
  await bell(page, 1).waitFor();
  await page.context().setOffline(true);
  // A lost network does not close an open connection, so the test ends it on the server.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  for (const title of ["Kabar satu", "Kabar dua", "Kabar tiga"]) await tell(userId, title);
  await page.context().setOffline(false);
  const again = page.waitForRequest((request) => request.url().includes("/v1/users/events"));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow")));
  expect(new URL((await again).url()).searchParams.get("after")).toMatch(/^[0-9a-f-]{36}$/);
  await bell(page, 4).waitFor();
  const main = page.getByRole("main");
  for (const title of ["Sebelum putus", "Kabar satu", "Kabar dua", "Kabar tiga"]) {
    await main.getByText(title).waitFor();
    expect(await main.getByText(title).count()).toBe(1);
  }
  await corner(page).getByText("dan 3 notifikasi lain").waitFor();
  await corner(page).getByRole("button", { name: "Tutup" }).click();
  // The next one leaves by itself, because the pointer is not on it.
  await page.mouse.move(5, 5);
  await Promise.all([corner(page).getByText("Kabar empat").waitFor(), tell(userId, "Kabar empat")]);
  await corner(page).waitFor({ state: "detached" });
});

test("if code fails to load, forms are still sent and a notification reloads the page", async () => {
  const userId = await makeUser(site.context, { name: "Rina" });
  const page = await site.window({ userId });
  await page.route("**/assets/browser-router-*", (route) => route.abort("internetdisconnected"));
  await visit(page, "/profile");
  await page.getByRole("textbox", { name: "Nama" }).fill("Rina Wulandari");
  await page.getByRole("button", { name: "Simpan", exact: true }).click();
  await page.getByRole("main").getByText("Profil Anda sudah disimpan.").waitFor();
  expect(await site.context.db.row(sql`select name from users where id = ${userId}`)).toEqual({
    name: "Rina Wulandari",
  });
  const stream = page.waitForResponse((response) => response.url().includes("/v1/users/events"));
  await visit(page, "/profile?page=notification");
  await stream;
  await tell(userId, "Kabar baru");
  await page.getByRole("main").getByText("Kabar baru").waitFor();
});

test("tabs of a browser share one stream, and reading in one updates the count in the other", async () => {
  const userId = await makeUser(site.context);
  const first = await listening(userId, "/cart");
  const second = await first.context().newPage();
  const opened = streams(second);
  await visit(second, "/profile?page=notification");
  await tell(userId, "Untuk dua tab");
  await Promise.all([bell(first, 1).waitFor(), bell(second, 1).waitFor()]);
  expect(opened).toEqual([]);
  await second.getByRole("button", { name: "Tandai semua dibaca" }).click();
  await Promise.all([bell(first, 0).waitFor(), bell(second, 0).waitFor()]);
  // The tab with the stream closes; the other one continues.
  const taken = second.waitForRequest((request) => request.url().includes("/v1/users/events"));
  await first.close();
  await taken;
  await tell(userId, "Untuk yang tinggal");
  await bell(second, 1).waitFor();
});

test("an open order page shows the new status by itself", async () => {
  const shop = await shopOf(site, shopNames.batik);
  const buyerId = await makeUser(site.context);
  const { orderId } = await makePaidOrder(site.context, { shops: [shop], buyerId });
  const buyer = await listening(buyerId, `/profile?page=showTransaction&transactionId=${orderId}`);
  const shown = buyer.getByRole("main");
  await shown.getByText("Menunggu konfirmasi").first().waitFor();
  const seller = await site.window({
    userId: shop.ownerId,
    path: `/manageMerchant?page=showTransaction&transactionId=${orderId}`,
  });
  await seller.getByRole("main").getByRole("button", { name: "Terima pesanan" }).click();
  await shown.getByText("Menunggu konfirmasi").first().waitFor({ state: "detached" });
  await shown.getByText("Diproses").first().waitFor();
  const order = await site.context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`);
  expect(order?.status).toBe("processing");
});

test("the stream of an ended session stops, and the page makes no further calls for it", async () => {
  const userId = await makeUser(site.context);
  const page = await listening(userId, "/guide");
  await bell(page, 0).waitFor();
  await site.context.db.run(sql`delete from sessions where user_id = ${userId}`);
  await page.getByRole("banner").getByRole("link", { name: "Masuk" }).waitFor();
});

test("with Pusher, notifications use its socket and no event stream", async () => {
  const userId = await makeUser(site.context);
  const visitor = await site.window({ baseURL: hosted.origin });
  await visit(visitor, "/login");
  await visitor.context().close();
  const page = await site.window({ baseURL: hosted.origin });
  const asked = recordCalls(page);
  const cookie = { url: hosted.origin, sameSite: "Lax" as const };
  await page.context().addCookies([
    { ...cookie, name: "sid", value: await makeSession(site.context, userId), httpOnly: true },
    { ...cookie, name: "logged_in", value: "1" },
  ]);
  expect(pusher.subscribed).toEqual([]);
  const entered = page.waitForResponse((response) => response.url().endsWith("/v1/users/realtime/auth"));
  await visit(page, "/cart");
  expect((await entered).status()).toBe(200);
  await bell(page, 0).waitFor();
  await tell(userId, "Lewat Pusher");
  const news = await site.context.db.row<{ id: string }>(sql`select id from notifications where user_id = ${userId}`);
  const config = readConfig({ ...pusher.settings });
  await publishToPusher({ db: site.context.db, config }, [news?.id ?? ""]);
  await bell(page, 1).waitFor();
  await corner(page).getByText("Lewat Pusher").waitFor();
  expect(pusher.subscribed).toEqual([`private-user-${userId}`]);
  expect(asked.filter(({ url }) => url.pathname.includes("/events"))).toEqual([]);
});

test("without scripts the choices are saved, and a mail's link ends mails of its kind after a click", async () => {
  const userId = await makeUser(site.context);
  const page = await site.window({ userId, javaScriptEnabled: false });
  await page.goto("/profile?page=notification");
  await page.getByRole("link", { name: "Atur notifikasi" }).click();
  await page.getByRole("checkbox", { name: "Akun lewat push" }).uncheck();
  await page.getByRole("checkbox", { name: "Promosi lewat email" }).check();
  await page.getByRole("button", { name: "Simpan pilihan" }).click();
  await page.getByText("Pilihan notifikasi disimpan.").waitFor();
  expect(await page.getByRole("checkbox", { name: "Akun lewat push" }).isChecked()).toBe(false);
  expect(await page.getByRole("checkbox", { name: "Promosi lewat email" }).isChecked()).toBe(true);
  expect(await page.getByRole("checkbox", { name: "Pesanan lewat email" }).isChecked()).toBe(true);
  const token = unsubscribeToken(Buffer.from(secret), userId, "order");
  await page.goto(`${hosted.origin}/unsubscribe?token=${token}`);
  await page.getByRole("button", { name: "Berhenti menerima" }).click();
  await page.getByRole("heading", { name: "Email pesanan dihentikan" }).waitFor();
  await page.goto("/profile?page=notification&view=settings");
  expect(await page.getByRole("checkbox", { name: "Pesanan lewat email" }).isChecked()).toBe(false);
  await page.goto("/unsubscribe?token=salah");
  await page.getByRole("heading", { name: "Tautan tidak dikenal" }).waitFor();
});
