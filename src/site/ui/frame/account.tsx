import { useState } from "react";
import { useNavigate } from "react-router";
import { isRegistrationOpen } from "#accounts/registration/rules.ts";
import { hrefs } from "#hrefs.ts";
import { browserCall } from "#lib/api-client.ts";
import { Avatar } from "#ui/avatar.tsx";
import { classes } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import { useShowRefusal } from "#ui/show-refusal.ts";
import { capitalise, headerNameLength, truncate } from "#ui/truncate.ts";
import type { Session } from "#accounts/ui/session/session-provider.tsx";
import styles from "./account.module.css";

/**
 * The account area for visitors, for users, and while the session loads (S054–S064, S111). While it loads, the page has
 * both the buttons and a grey shape, and the attribute on <html> shows the right one, so that nothing moves afterwards.
 * Without scripts the session never loads and the page is the same for everyone: a link leads to the account, through
 * the login if needed.
 */
export function Account({ session }: { session: Session }) {
  if (session.state === "in") return <LoggedIn session={session} />;
  const loading = session.state === "loading";
  return (
    <div className={styles.account}>
      {loading && (
        <a className={classes(styles.me, styles.waiting)} href={hrefs.profile()} aria-label="Akun">
          <span className={styles.face} />
          <span className={styles.bars} />
        </a>
      )}
      {loading && (
        <div className={classes(styles.out, "without-js")}>
          <a className={styles.login} href={hrefs.profile()}>
            Akun saya
          </a>
        </div>
      )}
      <div className={classes(styles.out, loading && styles.unlessIn, loading && "needs-js")}>
        <a className={styles.login} href={hrefs.login()}>
          Masuk
        </a>
        {isRegistrationOpen() && (
          <a className={styles.register} href={hrefs.register()}>
            Daftar
          </a>
        )}
      </div>
    </div>
  );
}

function LoggedIn({ session }: { session: Extract<Session, { state: "in" }> }) {
  const { user } = session;
  const type = capitalise(user.type);
  return (
    <div className={styles.account}>
      <button type="button" className={styles.me} popoverTarget="account-menu">
        <span className="sr-only">Akun </span>
        <Avatar name={user.name} image={user.image} />
        <span className={styles.who} title={user.name}>
          {truncate(user.name, headerNameLength)}
          <small>{type}</small>
        </span>
      </button>
      <div id="account-menu" popover="auto" className={styles.dropdown}>
        <nav aria-label="Akun">
          <a href={hrefs.profile()}>
            <Icon name="user" />
            Profile
          </a>
          <a href={hrefs.buyerTransactions()}>
            <Icon name="package" />
            Pesanan
          </a>
          {user.type === "penjual" && (
            <a href={hrefs.manageMerchant()}>
              <Icon name="store" />
              Toko
            </a>
          )}
          {user.type === "operator" && (
            <a href={hrefs.operator()}>
              <Icon name="receipt" />
              Konsol operator
            </a>
          )}
          <a href={hrefs.guide()}>
            <Icon name="help" />
            Bantuan
          </a>
        </nav>
        <Logout />
      </div>
    </div>
  );
}

/** Ends the session and goes to /login (S119); without scripts with the page's own form. */
function Logout() {
  const navigate = useNavigate();
  const [failed, setFailed] = useState<object>();
  const place = useShowRefusal<HTMLParagraphElement>(failed, { alone: true });
  async function leave() {
    const { status } = await browserCall("POST", "/v1/auth/logout");
    if (status !== 200) {
      setFailed({});
      return;
    }
    delete document.documentElement.dataset.session;
    await navigate(hrefs.login());
  }
  return (
    <form
      method="post"
      action={hrefs.logout()}
      onSubmit={(event) => {
        event.preventDefault();
        void leave();
      }}
    >
      <button className={styles.logout}>
        <Icon name="logout" />
        Keluar
      </button>
      {failed && (
        <p ref={place} role="alert" tabIndex={-1}>
          Belum berhasil keluar. Coba lagi.
        </p>
      )}
    </form>
  );
}
