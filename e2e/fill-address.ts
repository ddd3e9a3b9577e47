import type { Page } from "playwright-core";
import type { Context } from "../src/lib/context.ts";
import { sql } from "../src/lib/database.ts";

/** The address that the session journeys type while their session ends. */
export const typedAddress = {
  recipient: "Sekar Arum",
  street: "Jalan Dipati Ukur 35, RT 02/RW 07",
  village: "32.73.02.1004",
  postcode: "40132",
};

/** What each region field of that address is set to, in the order in which a user chooses them. */
export const regions = [
  ["Provinsi", "Jawa Barat"],
  ["Kabupaten atau kota", "Kota Bandung"],
  ["Kecamatan", "Coblong"],
  ["Kelurahan atau desa", "Dago"],
] as const;

/** Chooses the regions of {@link typedAddress}. */
export async function chooseRegion(page: Page, scripts: boolean): Promise<void> {
  for (const [at, [label, name]] of regions.entries()) {
    if (!scripts && at < 3) {
      await page.getByLabel(`${label}: pilih dahulu, lalu isi formulir`).selectOption({ label: name });
      await page.getByRole("button", { name: "Lanjut" }).first().click();
    } else if (scripts || at === 3) {
      const select = page.getByLabel(label, { exact: true });
      await select.locator("option", { hasText: name }).first().waitFor({ state: "attached" });
      await select.selectOption({ label: name });
    }
  }
}

/** Fills in the fields of {@link typedAddress} that are not regions. */
export async function typeAddress(page: Page): Promise<void> {
  await page.getByLabel("Nama penerima").fill("Sekar Arum");
  await page.getByLabel("Nomor telepon penerima").fill("081234567890");
  await page.getByLabel("Jalan, nomor rumah, RT/RW").fill("Jalan Dipati Ukur 35, RT 02/RW 07");
  await page.getByLabel("Kode pos").fill("40132");
}

/** The addresses that the person has stored, in the form of {@link typedAddress}. */
export async function addressesOf({ db }: Pick<Context, "db">, { id }: { id: string }) {
  return db.rows<{ recipient: string; street: string; village: string; postcode: string }>(sql`
    select recipient, street, village_code as village, postcode from addresses where user_id = ${id}`);
}
