import type { ReactNode } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatDateTime } from "#lib/time.ts";
import { BackLink } from "#ui/back-link.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import type { OutboxApi } from "../contract.ts";
import styles from "./outbox.module.css";

type Data = ApiResponse<OutboxApi["GET /v1/simulator/outbox"]>["result"];

export const handle: PageHandle<Data> = { layout: "work", head: () => ({ title: "Kotak keluar", noindex: true }) };

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  return (await pageApi<OutboxApi>(args)("GET /v1/simulator/outbox")).result;
}

/**
 * The mails and codes that this machine would have sent, so that a person who tries the product out can follow their
 * links.
 */
export function Component() {
  const { messages, open, mailed, phoned } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <BackLink href={operatorHrefs.simulator()}>Simulator</BackLink>
        <h1>Kotak keluar</h1>
        <p className="muted">
          Email dan kode yang akan diterima orang, terbaru di atas. Di pasar percobaan ini semuanya menjadi berkas di
          folder <code>outbox</code>.{mailed && " Email sudah diarahkan ke server email dan tidak tampil di sini."}
          {phoned && " Kode sudah diarahkan ke telepon dan tidak tampil di sini."}
        </p>
      </header>
      {!open ? (
        <Notice title="Isi pesan tidak ditampilkan di sini">
          Pasar percobaan ini bisa dibuka orang lain, dan siapa pun yang membaca tautan di dalam email bisa mengambil
          akun. Pengelola menemukan semuanya di folder <code>outbox</code>.
        </Notice>
      ) : messages.length === 0 ? (
        <EmptyState
          title="Belum ada pesan."
          action={
            <ButtonLink variant="outline" href={operatorHrefs.outbox()}>
              Muat ulang
            </ButtonLink>
          }
        >
          Pesan muncul di sini beberapa saat setelah sesuatu terjadi, misalnya setelah Anda mendaftar.
        </EmptyState>
      ) : (
        <Panel flush>
          <ul className={styles.rows}>
            {messages.map((message, at) => (
              <li key={message.id}>
                <details open={at === 0} name="message">
                  <summary>
                    <Icon name={message.channel === "mail" ? "send" : "phone"} />
                    <span className={styles.what}>
                      <b>{message.subject}</b>
                      <span className={styles.small}>{message.to}</span>
                    </span>
                    <time className={styles.small} dateTime={message.at}>
                      {formatDateTime(new Date(message.at))}
                    </time>
                  </summary>
                  <div className={styles.body}>
                    <p className={styles.text}>{withLinks(message.text)}</p>
                    {message.channel === "mail" && (
                      <ButtonLink
                        size="s"
                        variant="outline"
                        href={`/v1/simulator/outbox/${encodeURIComponent(message.id)}`}
                        target="_blank"
                      >
                        Lihat tampilan emailnya
                      </ButtonLink>
                    )}
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

/** Turns URLs of this site in a text into links. They keep only the path, so that the demo stays on its own host. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(https?:\/\/\S+)/).map((part, at) => {
    if (at % 2 === 0 || !URL.canParse(part)) return part;
    const { pathname, search } = new URL(part);
    return (
      <a key={at} className="link" href={pathname + search}>
        {part}
      </a>
    );
  });
}
