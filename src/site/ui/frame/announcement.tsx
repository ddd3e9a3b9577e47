import { announcedTexts, consentPurposes } from "#accounts/consents/rules.ts";
import { hrefs } from "#hrefs.ts";
import { formatLongDate } from "#lib/time.ts";
import { Icon } from "#ui/icon.tsx";
import { settingOf } from "#lib/settings/setting.ts";
import { announcedChangesSetting } from "#settings/rules.ts";
import { announcedChapter, announcedDeadlines } from "../../information/rules.ts";
import { currentAnnouncement, type Announcement as AnnouncementValue } from "../../settings.ts";
import styles from "./shell.module.css";

/** What is announced to everyone now, above the page: a notice of an operator, and new terms with their day. */
export function Announcement() {
  const announcement = currentAnnouncement();
  return (
    <>
      {announcement && <Notice {...announcement} />}
      {announcedTexts().map(({ purpose, from }) => (
        <Notice
          key={purpose}
          level="info"
          text={`${consentPurposes[purpose].title} berubah mulai ${formatLongDate(new Date(from))}.`}
          href={`${purpose === "terms" ? hrefs.termCondition() : hrefs.privacy()}#${announcedChapter}`}
        />
      ))}
      {settingOf(announcedChangesSetting).map(({ key, label, before, after, from }) => (
        <Notice
          key={key}
          level="info"
          text={`${label} berubah mulai ${formatLongDate(new Date(from))}: ${before} menjadi ${after}.`}
          href={`${hrefs.termCondition()}#${announcedDeadlines}`}
        />
      ))}
    </>
  );
}

function Notice({ text, level, href }: Pick<AnnouncementValue, "text" | "level" | "href">) {
  return (
    <aside
      className={styles.announcement}
      data-level={level}
      aria-label={level === "incident" ? "Gangguan" : "Pemberitahuan"}
    >
      <p className="wrap">
        <Icon name={level === "info" ? "info" : "warning"} small />
        <span>
          {text}
          {href !== "" && (
            <>
              {" "}
              <a href={href}>Selengkapnya</a>
            </>
          )}
        </span>
      </p>
    </aside>
  );
}
