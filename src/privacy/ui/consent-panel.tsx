import { Form, useNavigation } from "react-router";
import type { Consent } from "#accounts/consents/contract.ts";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { FormNotice } from "#ui/notice.tsx";
import styles from "./privacy.module.css";

/** Each purpose with the user's decision, and a button for those that the account does not need. */
export function ConsentPanel({ consents, failure }: { consents: Consent[]; failure: FormFailure | undefined }) {
  const asked = useNavigation().formData?.get("purpose");
  return (
    <Panel title="Persetujuan Anda">
      <p className="muted">
        Anda bisa menarik persetujuan kapan saja; pesanan dan akun Anda tidak terpengaruh. Selengkapnya di{" "}
        <a className="link" href={hrefs.privacy()}>
          Kebijakan Privasi
        </a>
        .
      </p>
      <FormNotice failure={failure} alone />
      <ul className={styles.rows}>
        {consents.map((one) => (
          <li key={one.purpose}>
            <div>
              <p className={styles.name}>
                <b>{one.title}</b>
                <Badge tone={one.given ? "success" : "neutral"}>{stateOf(one)}</Badge>
              </p>
              <p>{one.text}</p>
              {one.at && (
                <p className="muted">
                  {one.given ? "Disetujui" : "Ditarik"} {formatDate(new Date(one.at))} · teks versi{" "}
                  {versionOf(one.text_version)}
                </p>
              )}
            </div>
            {!one.needed && (
              <Form method="post">
                <input type="hidden" name="intent" value="consent" />
                <input type="hidden" name="purpose" value={one.purpose} />
                <input type="hidden" name="given" value={one.given ? "0" : "1"} />
                <Button
                  variant="outline"
                  size="s"
                  busy={asked === one.purpose}
                  aria-label={`${one.given ? "Tarik persetujuan" : "Setujui"}: ${one.title}`}
                >
                  {one.given ? "Tarik" : "Setujui"}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

// The date is the version.
function versionOf(version: string | null): string {
  return version !== null && /^\d{4}-\d\d-\d\d$/.test(version) ? formatDate(new Date(version)) : (version ?? "");
}

// Accounts older than the record have no decision in it; that does not mean no.
function stateOf({ given, needed, at }: Consent): string {
  if (given) return "Disetujui";
  return needed && at === null ? "Belum tercatat" : "Tidak disetujui";
}
