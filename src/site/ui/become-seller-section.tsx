import { data as answer, redirect } from "react-router";
import type { AccountApi, accountRefusals } from "#accounts/contract.ts";
import type { IdentityAnswer, OauthApi, providerRefusals } from "#accounts/providers/contract.ts";
import type { PasskeyApi } from "#accounts/passkeys/contract.ts";
import type { SecondFactorApi } from "#accounts/second-factor/contract.ts";
import { isSeller } from "#accounts/rules.ts";
import { ConfirmPanel } from "#accounts/ui/session/session-confirm-panel.tsx";
import { hrefs } from "#hrefs.ts";
import { pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { Panel } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import type { IconName } from "#ui/icon-names.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import { loadFees } from "../load-fees.ts";
import { terms } from "../term-text.ts";
import styles from "./become-seller.module.css";
import { isShopOpeningOpen } from "#shops/opening-rules.ts";
import { loadShopOrigin, ShopOpeningClosed, submitShop, ShopForm, type ShopOrigin } from "#shops/ui/open-shop-form.tsx";
import area from "#shops/ui/seller-area.module.css";

type Data = {
  fees: FeeTexts;
  origin: ShopOrigin;
  isFresh: boolean;
  hasPassword: boolean;
  /** How a user without a password verifies their identity; only when the server requires a fresh login. */
  identities: IdentityAnswer[];
  hasPasskey: boolean;
};

/** `/profile?page=openShop`: a buyer opens a shop with their account. */
export const becomeSellerSection: Section<Data> = {
  title: "Buka toko gratis",
  load: async (args) => {
    const api = pageApi<AccountApi & OauthApi & PasskeyApi & SecondFactorApi>(args);
    const { result: user } = await api("GET /v1/users");
    if (isSeller(user.type)) throw redirect(hrefs.manageMerchant());
    if (user.type === "operator") throw answer({ message: "Akun operator tidak membuka toko." }, { status: 403 });
    const [origin, { result: security }, fees] = await Promise.all([
      loadShopOrigin(args),
      api("GET /v1/users/security"),
      loadFees(args),
    ]);
    const known = { origin, fees, isFresh: security.is_fresh, hasPassword: security.has_password };
    if (known.isFresh || known.hasPassword) return { ...known, identities: [], hasPasskey: false };
    const [identities, passkeys] = await Promise.all([api("GET /v1/users/identities"), api("GET /v1/users/passkeys")]);
    return { ...known, identities: identities.result, hasPasskey: passkeys.result.length > 0 };
  },
  act: submitShop,
  View: BecomeSellerView,
};

const facts = (fees: FeeTexts): { icon: IconName; title: string; text: string }[] => [
  {
    icon: "wallet",
    title: "Gratis dibuka",
    text: `Tidak ada biaya bulanan, hanya komisi dari barang yang terjual: ${fees.commission}.${fees.commissionDetails}`,
  },
  {
    icon: "shield",
    title: "Dibayar lebih dulu",
    text: `Pembeli membayar ke rekening bersama. Dana masuk ke saldo toko saat pesanan diterima, atau ${terms.autoComplete} setelah paket tiba.`,
  },
  {
    icon: "clock",
    title: "Dua batas waktu",
    text: `Terima pesanan dalam ${terms.confirmation} setelah dibayar, lalu kirim dalam ${terms.ship}. Lewat dari itu pesanan batal dan uang kembali kepada pembeli.`,
  },
];

/** Whether the server requires a fresh login. The response to the form overrides what the page loaded. */
function needsProof({ isFresh }: Data, failure: FormFailure | undefined): boolean {
  if (!failure) return !isFresh;
  if (
    failure.code === ("accounts.confirm_needed" satisfies CodeOf<typeof providerRefusals>) ||
    failure.code === ("accounts.too_many_attempts" satisfies CodeOf<typeof accountRefusals>)
  )
    return true;
  return failure.fields.current_password !== undefined;
}

function BecomeSellerView({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  const asks = needsProof(data, failure);
  if (!isShopOpeningOpen()) return <ShopOpeningClosed />;
  return (
    <div className={area.stack}>
      <Panel title="Buka toko gratis">
        <p>Cukup nama, kota asal kiriman, dan kurir. Belanja Anda tetap seperti biasa, dengan akun yang sama.</p>
        <ul className={styles.facts}>
          {facts(data.fees).map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} />
              <div>
                <b>{title}</b>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <a className="link" href={hrefs.faqSeller()}>
          Tanya jawab penjual
        </a>
      </Panel>
      {asks && !data.hasPassword ? (
        <ConfirmPanel
          why="Membuka toko butuh satu pembuktian, agar hanya Anda yang bisa berjualan dengan akun ini."
          from={hrefs.profile("openShop")}
          hasPassword={false}
          identities={data.identities}
          hasPasskey={data.hasPasskey}
          failure={undefined}
        />
      ) : (
        <ShopForm page="openShop" origin={data.origin} failure={failure} asksPassword={asks} />
      )}
    </div>
  );
}
