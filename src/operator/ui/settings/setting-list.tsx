import type { ReactNode } from "react";
import { emptyText } from "#lib/settings/field.ts";
import { formatDateTime } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ListedSetting } from "#settings/contract.ts";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { ListTable } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import styles from "./settings.module.css";

/** Longer groups are folded until the operator opens them or searches. */
const maxOpenRows = 20;

type Group = { group: string; label: string; settings: ListedSetting[] };

/** All settings by group with their values; `q` searches their names, explanations and values. */
export function SettingList({ groups, q }: { groups: readonly Group[]; q: string }) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = groups
    .map(({ settings, ...group }) => ({
      ...group,
      settings: settings.filter((one) => matches(one, group.label, words)),
    }))
    .filter(({ settings }) => settings.length > 0);
  const dead = groups.flatMap(({ settings }) => settings.filter((one) => one.dead_links.length > 0));
  const unfit = groups.flatMap(({ settings }) => settings.filter((one) => one.is_unfit));
  return (
    <div className={styles.stack}>
      <header>
        <h1>Pengaturan</h1>
      </header>
      <p className={styles.small}>
        Perubahan berlaku di seluruh situs dalam beberapa detik, tanpa memasang ulang. Setiap perubahan tercatat dan
        bisa dikembalikan.
      </p>
      {unfit.length > 0 && (
        <Notice tone="warning" title="Nilai tersimpan tidak cocok dengan versi ini">
          Nilai bawaan dipakai untuk: {unfit.map(({ label }) => label).join(", ")}. Periksa dan simpan lagi.
        </Notice>
      )}
      {dead.length > 0 && (
        <Notice tone="warning" title="Ada tautan yang mati">
          {dead.map(({ label, dead_links: links }) => `${label}: ${links.join(", ")}`).join("; ")}. Halamannya tidak ada
          lagi.
        </Notice>
      )}
      <ListSearch keep={{}} label="Cari pengaturan" placeholder="Cari pengaturan" value={q} />
      {shown.length === 0 && <EmptyState>Tidak ada pengaturan yang cocok.</EmptyState>}
      {shown.map(({ group, label, settings }) => (
        <section key={group} className={styles.stack} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{label}</h2>
          <Folded isFolded={settings.length > maxOpenRows && words.length === 0} settings={settings}>
            <Panel flush>
              <ListTable head={["Pengaturan", "Nilai sekarang"]} label={label} wide>
                {settings.map((one) => (
                  <tr key={one.key}>
                    <th scope="row">
                      <a href={operatorHrefs.setting(one.key)}>{one.label}</a>
                      <small>{one.help}</small>
                    </th>
                    <td>
                      {one.is_secret ? (
                        one.is_changed ? (
                          "Terisi, tidak ditampilkan"
                        ) : (
                          "Belum diisi"
                        )
                      ) : (
                        <ValueTexts texts={one.texts} />
                      )}
                      <small>
                        {one.dead_links.length > 0 && <Badge tone="error">Tautan mati</Badge>}{" "}
                        {one.is_changed ? <Badge tone="info">Diubah</Badge> : <Badge>Bawaan</Badge>}{" "}
                        {one.changed_at !== null &&
                          `${formatDateTime(new Date(one.changed_at))}, ${one.changed_by ?? "sistem"}`}
                      </small>
                    </td>
                  </tr>
                ))}
              </ListTable>
            </Panel>
          </Folded>
        </section>
      ))}
    </div>
  );
}

function Folded({
  isFolded,
  settings,
  children,
}: {
  isFolded: boolean;
  settings: readonly ListedSetting[];
  children: ReactNode;
}) {
  if (!isFolded) return children;
  const changed = settings.filter((one) => one.is_changed).length;
  return (
    <details className={styles.row}>
      <summary>
        {settings.length} pengaturan
        {changed > 0 && <Badge tone="info">{changed} diubah</Badge>}
      </summary>
      {children}
    </details>
  );
}

function matches(one: ListedSetting, group: string, words: readonly string[]): boolean {
  const text = [one.label, one.help, one.key, group, ...one.texts.map((part) => `${part.label} ${part.text}`)]
    .join(" ")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** A value as its parts: `Buka: 09:00`. A long list is cut. */
function ValueTexts({ texts }: { texts: ListedSetting["texts"] }) {
  const shown = texts.slice(0, 8);
  if (shown.length === 0) return <p className={styles.value}>{emptyText}</p>;
  return (
    <>
      {shown.map(({ label, text }) => (
        <p key={label} className={styles.value}>
          {label !== "" && <span className={styles.small}>{label}: </span>}
          {text.length > 200 ? `${text.slice(0, 200)}…` : text}
        </p>
      ))}
      {texts.length > shown.length && <p className={styles.small}>dan {texts.length - shown.length} lagi</p>}
    </>
  );
}
