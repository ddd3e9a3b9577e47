import { useState } from "react";
import { compareHref } from "#compare-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { Picture } from "#ui/picture.tsx";
import { maxCompared } from "../product/compare-products.ts";
import styles from "./recent-products.module.css";

const key = "recent_products";

export type RecentProduct = { slug: string; name: string; key?: string; color?: string };

function isRecent(one: unknown): one is RecentProduct {
  const { slug, name } = (one ?? {}) as Partial<RecentProduct>;
  return typeof slug === "string" && typeof name === "string" && /^[a-z0-9-]{3,120}$/.test(slug);
}

function deleteRecentProducts(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A private window may forbid storage.
  }
}

/** The products that were looked at in this browser, the latest first. */
export function recentProducts(): RecentProduct[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (Array.isArray(stored) && stored.every(isRecent)) return stored;
  } catch {
    // What cannot be read is deleted below.
  }
  deleteRecentProducts();
  return [];
}

/** What was looked at last, from this browser's storage; the server does not know it. Nothing without any. */
export function RecentProducts() {
  const [products, setProducts] = useState(recentProducts);
  if (products.length === 0) return null;
  function clear() {
    deleteRecentProducts();
    setProducts([]);
  }
  return (
    <section className="section" aria-labelledby="recent-products">
      <div className="section-head">
        <h2 id="recent-products">Terakhir dilihat</h2>
        {products.length > 1 && (
          <a href={compareHref(products.slice(0, maxCompared).map(({ slug }) => slug))}>Bandingkan</a>
        )}
        <button type="button" className={styles.clear} onClick={clear}>
          Hapus riwayat
        </button>
      </div>
      <ul className={styles.list}>
        {products.map(({ slug, name, key: picture, color }) => (
          <li key={slug}>
            <a href={hrefs.product(slug)}>
              <span className={styles.picture}>
                {picture && <Picture pictureKey={picture} color={color} alt="" sizes="120px" size={200} />}
              </span>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.note}>Daftar ini hanya tersimpan di browser Anda.</p>
    </section>
  );
}
