import type { ReactNode } from "react";
import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import { Icon } from "#ui/icon.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { KawungPattern } from "#ui/kawung-pattern.tsx";
import { KawungMark } from "#ui/kawung-mark.tsx";
import styles from "./auth-frame.module.css";

const promises: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "shield",
    title: "Uang Anda kami jaga",
    text: "Pembayaran baru diteruskan ke penjual setelah pesanan Anda terima.",
  },
  {
    icon: "store",
    title: "Langsung dari penjual dan perajin",
    text: "Toko, petani, dan perajin dari Sabang sampai Merauke.",
  },
  {
    icon: "truck",
    title: "Terlacak sampai di tangan",
    text: "Ongkos kirim jelas sebelum membayar, perjalanan paket ada di halaman pesanan.",
  },
];

/**
 * The frame of the login and registration pages: one form, without header and footer (docs/requirements.md S015, S016).
 */
export function AuthFrame({
  title,
  lead,
  children,
  foot,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <aside className={styles.aside}>
        <KawungPattern className={styles.pattern} />
        <a
          data-logo="link"
          data-on="dark"
          className={styles.brand}
          href={hrefs.home()}
          aria-label={`${brandName()}, beranda`}
        >
          <KawungMark size={32} />
          {brandName()}
        </a>
        <div className={styles.story}>
          <p className={styles.big}>Belanja karya Nusantara dengan tenang.</p>
          <ul>
            {promises.map(({ icon, title: promise, text }) => (
              <li key={promise}>
                <Icon name={icon} />
                <div>
                  <b>{promise}</b>
                  <span>{text}</span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </aside>
      <div className={styles.place}>
        <div className={styles.form}>
          <header className={styles.head}>
            <h1>{title}</h1>
            <p className="muted">{lead}</p>
          </header>
          {children}
          {foot !== undefined && <p className={styles.foot}>{foot}</p>}
          <a className={styles.back} href={hrefs.home()}>
            <Icon name="chevron-left" small />
            Kembali ke beranda
          </a>
        </div>
      </div>
    </div>
  );
}
