import { useEffect, useRef, useState, type ReactNode } from "react";
import { useActionData, useLoaderData, useLocation } from "react-router";
import { operatorRoleLabels } from "#accounts/operators/rules.ts";
import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import { Icon } from "#ui/icon.tsx";
import { KawungMark } from "#ui/kawung-mark.tsx";
import { Notice, ShownRefusals } from "#ui/notice.tsx";
import { actedSentences } from "../../moderation/rules.ts";
import { worklistLimits, type WorkKind } from "../../worklist/rules.ts";
import styles from "./console-frame.module.css";
import { consoleGroups, type ConsolePart } from "./console-links.ts";
import { ConsoleSearch } from "./console-search.tsx";
import { GoneSubject } from "./gone-subject.tsx";
import type { Frame } from "./load-frame.ts";

/**
 * The frame of every page of the console: navigation by group with what the operator's role may open and how much waits
 * there, the search, and who is logged in. The page's loader is made with {@link withFrame}, its handle has the layout
 * `console`.
 */
export function ConsoleFrame({
  part,
  frame: given,
  children,
}: {
  /** Null on a page that belongs to no part. */
  part: ConsolePart | null;
  /** For a page without the data of a loader. */
  frame?: Frame;
  children: ReactNode;
}) {
  const loaded = useLoaderData<{ frame: Frame } | undefined>();
  const frame = given ?? loaded?.frame;
  if (!frame) throw new Error("the page's loader is not made by withFrame");
  // What a form noted about an earlier refusal does not matter: each refusal is an object of its own.
  const [shown] = useState(() => new Set<object>());
  const isRefused = (useActionData() as { failed?: boolean } | undefined)?.failed === true;
  const acted = actedSentences[new URLSearchParams(useLocation().search).get("acted") ?? ""];
  const menu = useRef<HTMLDetailsElement>(null);
  // On a phone the navigation is folded. It closes when the user has chosen a part.
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [part]);
  // The rail is longer than many windows.
  const side = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const rail = side.current?.querySelector("nav");
    const link = rail?.querySelector<HTMLElement>("[aria-current]");
    if (rail && link) rail.scrollTop += outOfView(rail.getBoundingClientRect(), link.getBoundingClientRect());
  }, [part]);
  const current = consoleGroups.flatMap(({ links }) => links.filter((link) => link.part === part))[0];
  return (
    <div className={styles.console}>
      <header className={styles.head}>
        <a href={hrefs.operator()} className={styles.brand} data-logo="console">
          <KawungMark size={22} />
          <span>{brandName()} · konsol</span>
        </a>
        <ConsoleSearch permissions={frame.permissions} />
        <nav className={styles.person} aria-label="Akun operator">
          <span>
            <b>{frame.name}</b>
            <small>{operatorRoleLabels[frame.role].label}</small>
          </span>
          <a href={hrefs.profile("security")}>
            <Icon name="shield" small />
            <span className="sr-only">Keamanan akun</span>
          </a>
          <a href={hrefs.home()}>
            <Icon name="store" small />
            <span className="sr-only">Lihat pasar</span>
          </a>
          <a href={hrefs.logout()}>
            <Icon name="logout" small />
            <span className="sr-only">Keluar</span>
          </a>
        </nav>
      </header>
      <details ref={menu} className={styles.fold}>
        <summary>
          <Icon name="menu" small />
          {current?.label ?? "Menu konsol"}
        </summary>
        <Navigation frame={frame} part={part} label="Menu konsol" />
      </details>
      <div ref={side} className={styles.side}>
        <Navigation frame={frame} part={part} label="Konsol operator" />
      </div>
      <main id="main" tabIndex={-1} className={styles.main}>
        {acted && !isRefused && <Notice tone="success" title={acted} />}
        <ShownRefusals value={shown}>{children}</ShownRefusals>
        <GoneSubject shown={shown} />
      </main>
    </div>
  );
}

/** How far a list has to be scrolled until its entry is in the middle; 0 when the entry is in view. */
function outOfView(list: DOMRect, entry: DOMRect): number {
  const isInView = entry.top >= list.top && entry.bottom <= list.bottom;
  return isInView ? 0 : entry.top + entry.height / 2 - (list.top + list.height / 2);
}

function Navigation({ frame, part, label }: { frame: Frame; part: ConsolePart | null; label: string }) {
  return (
    <nav className={styles.nav} aria-label={label}>
      {consoleGroups.map(({ title, links }) => {
        const open = links.filter(({ permission }) => permission === null || frame.permissions.includes(permission));
        return (
          open.length > 0 && (
            <div key={title} role="group" aria-label={title}>
              <p className={styles.group}>{title}</p>
              <ul>
                {open.map((link) => (
                  <li key={link.part}>
                    <a href={link.href} aria-current={link.part === part ? "page" : undefined}>
                      {link.label}
                      <Count waiting={waitingIn(frame, link)} />
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </nav>
  );
}

/** How much waits behind a link. The home counts everything. */
function waitingIn({ waiting }: Frame, link: { part: string; kinds?: readonly WorkKind[] }): number {
  const counts = link.part === "home" ? Object.values(waiting) : (link.kinds ?? []).map((kind) => waiting[kind] ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

function Count({ waiting }: { waiting: number }) {
  if (waiting === 0) return null;
  return (
    <span className={styles.count}>
      {waiting > worklistLimits.counted ? `${worklistLimits.counted}+` : waiting}
      <span className="sr-only"> menunggu</span>
    </span>
  );
}
