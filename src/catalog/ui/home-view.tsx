import { categoryHref, hrefs } from "#hrefs.ts";
import { formatCount } from "#lib/rupiah.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { KawungPattern } from "#ui/kawung-pattern.tsx";
import { Picture, picturePreload } from "#ui/picture.tsx";
import type { Home, HomeSection } from "../home/contract.ts";
import { BannerList, bannerPreload } from "./banner-list.tsx";
import styles from "./home-view.module.css";
import { ProductGrid, ProductRail } from "./product-card.tsx";

// On a phone the picture is 165 px wide with faded edges, so the next smaller file is good enough and loads faster.
const hero = { key: "hero-a", sizes: "(min-width:768px) 600px, 160px" };
/** A phone shows two cards of a row; the second's picture follows the first's, so that both do not share the line. */
const eagerCards = 1;
const story = { key: "story-laweyan", color: "#f3e6d2" };

/** The key of the picture in the large title. */
export function heroKey(home: Home): string {
  return home.hero.picture?.picture ?? hero.key;
}

/** What a browser should load first: the picture of the large title, or the first banner in its place. */
export function heroPreload(home: Home) {
  if (home.hero.isShown && home.hero.hasPicture) return picturePreload(heroKey(home), hero.sizes);
  const [banner] = home.banners;
  return banner && bannerPreload(banner);
}

/** The home page, as operators have put it together. `level` is that of its title. */
export function HomeView({ home, level = 1 }: { home: Home; level?: 1 | 2 }) {
  const { isShown, title, text, action, href, hasPicture } = home.hero;
  const Title = level === 1 ? "h1" : "h2";
  // On a phone its pictures are the largest that are visible at once.
  const firstProducts = home.sections.slice(0, 2).findIndex(({ products }) => products.length > 0);
  return (
    <div className="wrap">
      {isShown ? (
        <section className={hasPicture ? styles.hero : `${styles.hero} ${styles.plain}`}>
          <KawungPattern />
          <div className={styles.text}>
            <Title>{title}</Title>
            <p>{text}</p>
            <a className={styles.action} href={href}>
              {action}
            </a>
          </div>
          {hasPicture && (
            <Picture
              pictureKey={heroKey(home)}
              color={null}
              alt=""
              sizes={hero.sizes}
              size={800}
              eager
              className={styles.art}
            />
          )}
        </section>
      ) : (
        <Title className="sr-only">{title}</Title>
      )}
      <BannerList banners={home.banners} eager={!isShown || !hasPicture} />
      {home.sections.map((section, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two sections may be of the same kind and title
        <Section key={at} section={section} id={`section-${at}`} eager={at === firstProducts ? eagerCards : 0} />
      ))}
    </div>
  );
}

function Section({ section, id, eager }: { section: HomeSection; id: string; eager: number }) {
  switch (section.kind) {
    case "categories":
      return <Categories section={section} />;
    case "provinces":
      return <Provinces section={section} />;
    case "story":
      return section.shop && <Story shop={section.shop} />;
    case "varied":
      return (
        <section className={`section ${styles.chosen}`} aria-labelledby={id}>
          <Head section={section} id={id} />
          <ProductGrid products={section.products} eager={eager} />
        </section>
      );
    default:
      return (
        <section className="section" aria-labelledby={id}>
          <Head section={section} id={id} />
          <ProductRail products={section.products} label={section.title} eager={eager} />
        </section>
      );
  }
}

function Head({
  section: { title, href },
  id,
  all = "Lihat semua",
}: {
  section: HomeSection;
  id: string;
  all?: string;
}) {
  return (
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      {href !== null && <a href={href}>{all}</a>}
    </div>
  );
}

function Categories({ section: { categories } }: { section: HomeSection }) {
  return (
    <nav className="section" aria-label="Kategori">
      <ul className={styles.categories}>
        {categories.map((category) => (
          <li key={category.slug}>
            <a href={categoryHref(category)}>
              <span>
                <Icon name={category.icon as IconName} />
              </span>
              {category.name}
            </a>
          </li>
        ))}
        <li>
          <a href={hrefs.products({})}>
            <span>
              <Icon name="grid" />
            </span>
            Semua produk
          </a>
        </li>
      </ul>
    </nav>
  );
}

function Provinces({ section }: { section: HomeSection }) {
  return (
    <nav id="daerah" className="section" aria-labelledby="provinces-heading">
      <Head section={section} id="provinces-heading" all="Semua penjual" />
      <ul className={styles.provinces}>
        {section.provinces.map(({ id, name, count }) => (
          <li key={id}>
            <a href={hrefs.products({ province: [id] })}>
              {name} <span className="num">{formatCount(count)}</span>
              <span className="sr-only"> produk</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Story({ shop }: { shop: NonNullable<HomeSection["shop"]> }) {
  return (
    <section className={`section ${styles.story}`}>
      <Picture
        pictureKey={story.key}
        color={story.color}
        alt="Kain batik dijemur di kampung batik Laweyan"
        sizes="(min-width:768px) 600px, 100vw"
        size={800}
        className={styles.scene}
      />
      <div>
        <p className={styles.kicker}>Cerita perajin</p>
        <h2>Tiga bulan untuk selembar kain di Laweyan</h2>
        <p>
          Bu Harni mencanting motif kawung dengan malam dan pewarna nila alami. Setiap lembar dicatat nama pembatik dan
          tanggal selesainya.
        </p>
        <ButtonLink href={hrefs.merchant(shop.slug)}>Kunjungi tokonya</ButtonLink>
      </div>
    </section>
  );
}
