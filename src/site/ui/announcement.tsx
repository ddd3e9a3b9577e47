import { Icon } from "#ui/icon.tsx";
import { currentAnnouncement } from "../settings.ts";
import styles from "./shell.module.css";

/** What an operator announces to everyone now, above the page. */
export function Announcement() {
  const announcement = currentAnnouncement();
  if (!announcement) return null;
  const { text, level, href } = announcement;
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
