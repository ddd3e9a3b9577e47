import { pageRows, type FooterColumn } from "#pages.ts";
import { paymentMethods } from "#payments/rules.ts";
import { Icon } from "#ui/icon.tsx";
import { settingOf } from "#lib/settings/setting.ts";
import { fillText } from "#lib/template-text.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { pageLinksSetting } from "../../information/rules.ts";
import { site } from "../../settings.ts";
import styles from "./footer.module.css";
import { Logo } from "./logo.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Short names of the means of payment (S011). */
function paymentMarks(): string[] {
  return paymentMethods.map(({ id, name }) =>
    id === "card" ? "Kartu" : name.replace(/ (Virtual Account|Bill Payment)$/, ""),
  );
}

/**
 * Contacts, complaints, payment marks, hours and year (S008–S014). On pages with forms, orders or sales most of it is
 * `folded`, and it contains the help link, which floats on other pages. The shell folds it again on every page.
 */
export function Footer({ folded = false }: { folded?: boolean }) {
  const { company, complaints, hours, chat } = site;
  return (
    <footer className={styles.footer}>
      <a className={styles.chat} data-chat-link href={chat.href} aria-label={`${chat.label}, ada pertanyaan`}>
        <Icon name={chat.icon} />
        <span>{chat.label}</span>
      </a>
      <details className="wrap" open={!folded}>
        <summary className={styles.fold}>
          Tentang {site.name}, kontak, dan pembayaran
          <Icon name="chevron-down" small />
        </summary>
        <div className={styles.columns}>
          <section className={styles.us} aria-label={site.name}>
            <Logo />
            <p>{site.about}</p>
          </section>
          <nav aria-labelledby="footer-about">
            <h2 id="footer-about">{site.name}</h2>
            <PageLinks column="about" />
          </nav>
          <nav aria-labelledby="footer-help">
            <h2 id="footer-help">Bantuan</h2>
            <PageLinks column="help" />
          </nav>
          <section aria-labelledby="footer-contact">
            <h2 id="footer-contact">Hubungi kami</h2>
            <address>
              {company.name}
              <br />
              {company.address}
              <br />
              <a href={company.phone.href}>{company.phone.shown}</a>
              <br />
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </address>
            <p>
              {hours.days} <time dateTime={hours.opensAt}>{hours.opens}</time> –{" "}
              <time dateTime={hours.closesAt}>{hours.closes}</time>
            </p>
          </section>
          <section aria-labelledby="footer-complaints">
            <h2 id="footer-complaints">{complaints.title}</h2>
            <p>
              {complaints.office}
              <br />
              {complaints.ministry}
              <br />
              <a href={complaints.whatsapp.href} target="_blank" rel="noreferrer">
                WhatsApp {complaints.whatsapp.shown}
              </a>
            </p>
          </section>
        </div>
        <section className={styles.pay} aria-labelledby="footer-payment">
          <h2 id="footer-payment">Pembayaran</h2>
          <ul>
            {paymentMarks().map((mark) => (
              <li key={mark} className={styles[mark.toLowerCase().split(" ")[0] ?? ""]}>
                {mark}
              </li>
            ))}
          </ul>
        </section>
      </details>
      <div className={`wrap ${styles.last}`}>
        <p>
          © {site.copyrightYear} {site.name}
        </p>
        <ThemeSwitch />
      </div>
    </footer>
  );
}

/** The pages whose row in the page table has this footer column, and those that operators wrote for it. */
function PageLinks({ column }: { column: FooterColumn }) {
  return (
    <ul>
      {pageRows.map(
        ({ path, footer }) =>
          footer?.[column] && (
            <li key={path}>
              <a href={path}>{footer[column]}</a>
            </li>
          ),
      )}
      {settingOf(pageLinksSetting)
        .filter((link) => link.column === column)
        .map(({ slug, title }) => (
          <li key={slug}>
            <a href={reviewHrefs.information(slug)}>{fillText(title, { merek: site.name })}</a>
          </li>
        ))}
      {site.footerLinks
        .filter((link) => link.column === column)
        .map(({ label, href }) => (
          <li key={`${label} ${href}`}>
            <a href={href}>{label}</a>
          </li>
        ))}
    </ul>
  );
}
