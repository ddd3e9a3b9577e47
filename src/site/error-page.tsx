import { operatorHrefs } from "#operator-hrefs.ts";
import { lazy, useEffect } from "react";
import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from "react-router";
import type { LoginInterstitialData } from "#accounts/ui/login/login-interstitial-fields.ts";
import { LoginInterstitial } from "#accounts/ui/login/login-interstitial.tsx";
import { categoryHref, hrefs } from "#hrefs.ts";
import { frameOfFailure } from "#operator/ui/frame/load-frame.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { ApiError } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { CodeOf, sessionRefusals } from "#lib/refusal.ts";
import { autoReload } from "#lib/browser/auto-reload.ts";
import { isShopOpeningOpen } from "#shops/opening-rules.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { KawungMark } from "#ui/kawung-mark.tsx";
import { categoryIcon, type RootData } from "./menu-category.ts";
import styles from "./ui/frame/error-page.module.css";
import { SearchBox } from "#search/ui/search-box.tsx";

type Kind = "missing" | "forbidden" | "shopless" | "unproven" | "offline" | "broken";

/** The kind of failure that the router caught: a missing page, a forbidden one, no connection, or a bug. */
export function errorKind(error: unknown): Kind {
  const status = isRouteErrorResponse(error) ? error.status : error instanceof ApiError ? error.status : undefined;
  if (status === 404) return "missing";
  if (status === 403 && isRouteErrorResponse(error)) {
    const { opensShop, code } = (error.data ?? {}) as { opensShop?: true; code?: string };
    if (opensShop) return "shopless";
    if (code === ("session.second_factor_needed" satisfies CodeOf<typeof sessionRefusals>)) return "unproven";
  }
  if (status === 401 || status === 403) return "forbidden";
  if (status === 0 || (status === undefined && error instanceof TypeError && /fetch|import|load/i.test(error.message)))
    return "offline";
  return "broken";
}

const words: Record<Kind, { title: string; text: string }> = {
  missing: {
    title: "Halaman tidak ditemukan",
    text: "Alamatnya mungkin keliru, atau barangnya sudah tidak dijual. Coba cari namanya.",
  },
  forbidden: {
    title: "Anda tidak memiliki akses ke halaman ini",
    text: "Halaman ini hanya untuk akun tertentu. Masuk dengan akun lain bila Anda memilikinya.",
  },
  shopless: {
    title: "Halaman ini untuk penjual",
    text: "Anda belum punya toko. Buka satu dengan akun ini: cukup nama, kota asal kiriman, dan kurir.",
  },
  unproven: {
    title: "Satu langkah lagi untuk operator",
    text: "Konsol memperlihatkan pesanan dan uang semua orang. Aktifkan verifikasi dua langkah, atau masuk dengan passkey Anda.",
  },
  offline: {
    title: "Sambungan terputus",
    text: "Keranjang dan pesanan Anda tetap tersimpan. Periksa jaringan Anda lalu coba lagi.",
  },
  broken: {
    title: "Terjadi kesalahan",
    text: "Kesalahan ada pada kami. Keranjang dan pesanan Anda tetap tersimpan. Coba lagi sebentar lagi.",
  },
};

const statementPath = sellerHrefs.statement("");
/** What a missing page of somebody's money or papers may be. A search for goods would not help. */
const missingPapers: [path: string, text: string][] = [
  [statementPath, "Laporan saldo sebuah bulan ada setelah bulan itu berakhir."],
  [accountHrefs.paper(""), "Alamatnya mungkin keliru, atau dokumennya milik akun lain."],
  [hrefs.payment(""), "Alamatnya mungkin keliru, atau pembayarannya milik akun lain."],
  [hrefs.profile(), "Alamatnya mungkin keliru, atau isinya milik akun lain."],
];

// The server has the console's page; a browser loads it when it needs it.
const server = import.meta.env.SSR ? await import("#operator/ui/frame/console-failure.tsx") : undefined;
const LazyConsoleFailure = lazy(async () => ({
  default: (await import("#operator/ui/frame/console-failure.tsx")).ConsoleFailure,
}));

/** Replaces a page that failed. It says what happened, what is safe and what to do. */
export function ErrorPage() {
  const error = useRouteError();
  const step = isRouteErrorResponse(error) && error.status === 401 ? interstitialOf(error.data) : undefined;
  const frame = frameOfFailure(error);
  if (frame && isRouteErrorResponse(error)) {
    const Shown = server?.ConsoleFailure ?? LazyConsoleFailure;
    return <Shown frame={frame} status={error.status} />;
  }
  return step ? <LoginInterstitial {...step} /> : <Failed error={error} />;
}

/** The login interstitial of a form (web/login-interstitial.ts), when the failure is one. */
function interstitialOf(data: unknown): LoginInterstitialData | undefined {
  return (data as { step?: LoginInterstitialData } | null)?.step;
}

function Failed({ error }: { error: unknown }) {
  const categories = useRouteLoaderData<RootData>("root")?.categories ?? [];
  const kind = errorKind(error);
  const { pathname } = useLocation();
  const paperText = missingPapers.find(([path]) => pathname.startsWith(path))?.[1];
  const isPaper = kind === "missing" && paperText !== undefined;
  const { title, text: usualText } = words[kind];
  const text = isPaper ? paperText : usualText;
  useEffect(() => {
    document.title = `${title} · ${brandName()}`;
  }, [title]);
  useEffect(() => {
    if (kind !== "offline") return undefined;
    addEventListener("online", autoReload);
    return () => removeEventListener("online", autoReload);
  }, [kind]);
  return (
    <div className={`wrap ${styles.page}`}>
      <KawungMark size={72} className={styles.mark} />
      <h1>{title}</h1>
      <p>{text}</p>
      {isPaper ? (
        <p className={styles.actions}>
          {pathname.startsWith(statementPath) ? (
            <ButtonLink href={hrefs.manageMerchant("balance")}>Ke saldo</ButtonLink>
          ) : (
            <ButtonLink href={hrefs.buyerTransactions()}>Ke pesanan Anda</ButtonLink>
          )}
          <ButtonLink href={hrefs.home()} variant="outline">
            Ke beranda
          </ButtonLink>
        </p>
      ) : kind === "missing" ? (
        <>
          <div className={styles.search}>
            <SearchBox place="page" />
          </div>
          {categories.length > 0 && (
            <nav aria-label="Kategori pilihan" className={styles.categories}>
              {categories.slice(0, 8).map((category) => (
                <a key={category.slug} href={categoryHref(category)}>
                  <Icon name={categoryIcon(category)} />
                  {category.name}
                </a>
              ))}
            </nav>
          )}
          <ButtonLink href={hrefs.home()} variant="ghost">
            Ke beranda
          </ButtonLink>
        </>
      ) : (
        <p className={styles.actions}>
          {kind === "shopless" ? (
            isShopOpeningOpen() && (
              <ButtonLink href={hrefs.profile("openShop")} icon="store">
                Buka toko gratis
              </ButtonLink>
            )
          ) : kind === "unproven" ? (
            <ButtonLink href={operatorHrefs.operatorProof()} icon="lock">
              Buka Keamanan
            </ButtonLink>
          ) : kind === "forbidden" ? (
            <ButtonLink href={hrefs.login()}>Masuk dengan akun lain</ButtonLink>
          ) : (
            <Button type="button" onClick={() => location.reload()}>
              Coba lagi
            </Button>
          )}
          <ButtonLink href={hrefs.home()} variant="outline">
            Ke beranda
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
