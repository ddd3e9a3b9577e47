import { useEffect, useRef, useState, type FormEvent } from "react";
import { createRoot } from "react-dom/client";
import { hrefs } from "#hrefs.ts";
import { ApiError, browserCall, typedApi } from "#lib/api-client.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormNotice, type FormRefusal } from "#ui/notice.tsx";
import type { AccountApi, User } from "../../contract.ts";
import type { SecondFactorApi, secondFactorRefusals } from "../../second-factor/contract.ts";
import { AnyCodeField } from "../second-factor/code-field.tsx";
import { EmailField } from "../email/email-field.tsx";
import { CurrentPasswordField } from "../password/password-fields.tsx";
import styles from "./login-interstitial.module.css";
import { setFlashMessage } from "../flash-message/flash-message.ts";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";

const api = typedApi<AccountApi & SecondFactorApi>(browserCall);
type Person = { id: string; email: string };
/** The logged-in user as the page knows them; it also notifies of a login in another tab. */
type SessionReader = { read: () => Person | null | undefined; subscribe: (changed: () => void) => () => void };
let openDialogs: Promise<boolean> | undefined;

/**
 * Asks the user `before` to log in again, in a dialog over the open page, so that nothing of the page is lost. Returns
 * whether they did. When another user logs in, the page is reloaded and nothing that was typed is sent. Several calls
 * at the same time open one dialog.
 */
export function openLoginDialog(before: Person, known: SessionReader): Promise<boolean> {
  openDialogs ??= new Promise<boolean>((answer) => {
    const place = document.createElement("div");
    document.body.append(place);
    const root = createRoot(place);
    let isOver = false;
    const finish = (isBack: boolean) => {
      if (isOver) return;
      isOver = true;
      openDialogs = undefined;
      // Closing the dialog returns the focus to where it was.
      place.querySelector("dialog")?.close();
      root.unmount();
      place.remove();
      answer(isBack);
    };
    root.render(<LoginDialog before={before} known={known} finish={finish} />);
  });
  return openDialogs;
}

function LoginDialog({
  before,
  known,
  finish,
}: {
  before: Person;
  known: SessionReader;
  finish: (isBack: boolean) => void;
}) {
  const [asks, setAsks] = useState<"password" | "code">("password");
  const [wrong, setWrong] = useState<FormRefusal>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Runs after the dialog has opened, because opening it focuses its first button.
  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=password], [name=code]")?.focus(), [asks]);
  useEffect(
    () =>
      known.subscribe(() => {
        const now = known.read();
        if (now) finish(now.id === before.id);
      }),
    [], // oxlint-disable-line react-hooks/exhaustive-deps
  );

  function enter(user: Pick<User, "id" | "name">): void {
    if (user.id === before.id) return finish(true);
    setFlashMessage(`Anda masuk sebagai ${user.name}. Isian akun sebelumnya tidak dikirim.`);
    location.reload();
    return undefined;
  }
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const typed = (name: string) => String(fields.get(name) ?? "");
    setBusy(true);
    setWrong(undefined);
    try {
      const { user } =
        asks === "code"
          ? await api("POST /v1/auth/second-factor", { body: { code: typed("code") } })
          : await api("POST /v1/auth/login", { body: { email: typed("email"), password: typed("password") } });
      enter(user);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const needsCode = error.code === ("accounts.second_factor_needed" satisfies CodeOf<typeof secondFactorRefusals>);
      if (needsCode) setAsks("code");
      else setWrong({ message: error.fields.code?.[0] ?? error.message });
      if (error.code === ("accounts.login_step_over" satisfies CodeOf<typeof secondFactorRefusals>))
        setAsks("password");
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={() => finish(false)} title="Sesi Anda sudah berakhir">
      <form ref={form} className={styles.form} onSubmit={(event) => void send(event)}>
        <p className="muted">Masuk lagi untuk melanjutkan. Yang Anda ketik di halaman ini tetap ada.</p>
        <FormNotice failure={wrong} />
        {asks === "password" ? (
          <>
            <EmailField defaultValue={before.email} />
            <CurrentPasswordField name="password" />
          </>
        ) : (
          <AnyCodeField name="code" />
        )}
        <Button wide busy={busy}>
          Masuk dan lanjutkan
        </Button>
        {asks === "password" && (
          <>
            <PasskeyButton
              act="log-in"
              label="Masuk dengan passkey"
              wide
              done={() => void api("GET /v1/users").then(({ result }) => enter(result))}
            />
            <p className={styles.other}>
              <a className="link" href={hrefs.login()} target="_blank" rel="noopener">
                Masuk dengan cara lain di tab baru
              </a>
            </p>
          </>
        )}
      </form>
    </Dialog>
  );
}
