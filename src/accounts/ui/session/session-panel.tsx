import { Form } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDateTime } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { SessionAnswer } from "../../contract.ts";
import styles from "../sections.module.css";

/** The user's sessions, with buttons to end them. */
export function SessionPanel({
  sessions,
  failure,
}: {
  sessions: readonly SessionAnswer[];
  failure: FormFailure | undefined;
}) {
  return (
    <Panel
      title="Perangkat"
      action={
        sessions.length > 1 && (
          <Form method="post">
            <input type="hidden" name="intent" value="end-others" />
            <Button variant="outline" size="s">
              Keluarkan yang lain
            </Button>
          </Form>
        )
      }
    >
      <FormNotice failure={failure} alone />
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Icon name={/Android|iPhone|iPad/.test(session.device) ? "phone" : "globe"} />
            <div>
              <p className={styles.title}>
                <b>{session.device}</b> {session.current && <Badge tone="success">Perangkat ini</Badge>}
              </p>
              <p className="muted">
                Alamat {session.address} · terakhir dipakai {formatDateTime(new Date(session.last_seen_at))}
              </p>
            </div>
            {!session.current && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="id" value={session.id} />
                <Button variant="outline" size="s" aria-label={`Keluarkan ${session.device}`}>
                  Keluarkan
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form method="post" className={styles.add}>
        <input type="hidden" name="intent" value="end-all" />
        <Button variant="outline" icon="logout">
          Keluar dari semua perangkat
        </Button>
      </Form>
    </Panel>
  );
}
