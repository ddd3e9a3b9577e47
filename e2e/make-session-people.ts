import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { hashPassword } from "../src/accounts/password/hash-password.ts";
import { sql } from "../src/lib/database.ts";
import { makeUser } from "../test/make/rows.ts";
import type { Site } from "./open-site.ts";

/** People whose session ends while they are at work, and an address that they type meanwhile. */
export const password = "kebun-teh-di-lereng-7";

export type Person = { id: string; email: string };

export async function makePerson(site: Site, name: string): Promise<Person> {
  const id = await makeUser(site.context, { name });
  return { id, email: await givePassword(site, id) };
}

/** Gives somebody the password of these journeys; answers their e-mail. */
export async function givePassword(site: Site, id: string): Promise<string> {
  const row = await site.context.db.row<{ email: string }>(
    sql`update users set password_hash = ${await hashPassword(password)} where id = ${id} returning email`,
  );
  return row?.email ?? "";
}

/** Logs somebody out everywhere, without a word to their browsers. */
export async function endSessions(site: Site, { id }: Pick<Person, "id">): Promise<void> {
  await site.context.db.run(sql`delete from sessions where user_id = ${id}`);
}

export async function addressesOf(site: Site, { id }: Person) {
  return site.context.db.rows<{ recipient: string; street: string; village: string; postcode: string }>(sql`
    select recipient, street, village_code as village, postcode from addresses where user_id = ${id}`);
}

export async function typeAddress(page: Page): Promise<void> {
  await page.getByLabel("Nama penerima").fill("Sekar Arum");
  await page.getByLabel("Nomor telepon penerima").fill("081234567890");
  await page.getByLabel("Jalan, nomor rumah, RT/RW").fill("Jalan Dipati Ukur 35, RT 02/RW 07");
  await page.getByLabel("Kode pos").fill("40132");
}

export const regions = [
  ["Provinsi", "Jawa Barat"],
  ["Kabupaten atau kota", "Kota Bandung"],
  ["Kecamatan", "Coblong"],
  ["Kelurahan atau desa", "Dago"],
] as const;

export const typedAddress = {
  recipient: "Sekar Arum",
  street: "Jalan Dipati Ukur 35, RT 02/RW 07",
  village: "32.73.02.1004",
  postcode: "40132",
};

/** Turns on the second step of the login; answers its key. */
export async function turnOnSecondStep(page: Page): Promise<Secret> {
  const call = (url: string, code?: string) =>
    page.evaluate(
      async ([to, typed]) => {
        const body = typed === undefined ? null : JSON.stringify({ code: typed });
        const answer = await fetch(to ?? "", {
          method: to === "/v1/users/security" ? "GET" : "POST",
          ...(body === null ? {} : { body, headers: { "content-type": "application/json" } }),
        });
        return (await answer.json()) as { result: { second_factor: { setup: { manual_key: string } } } };
      },
      [url, code] as const,
    );
  await call("/v1/users/second-factor");
  const { result } = await call("/v1/users/security");
  const key = Secret.fromBase32(result.second_factor.setup.manual_key.replaceAll(" ", "").toUpperCase());
  await call("/v1/users/second-factor/confirm", TOTP.generate({ secret: key, timestamp: Date.now() - 30_000 }));
  return key;
}
