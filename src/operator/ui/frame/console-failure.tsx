import { useLocation } from "react-router";
import { operatorPermissions, operatorRoleLabels, type OperatorRole } from "#accounts/operators/rules.ts";
import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ConsoleFrame } from "./console-frame.tsx";
import { partAt } from "./console-links.ts";
import styles from "./console-failure.module.css";
import type { Frame } from "./load-frame.ts";

const words = {
  unknown: {
    title: "Halaman ini tidak ada di konsol",
    text: "Alamatnya mungkin keliru. Pilih bagian di menu, atau cari di konsol.",
  },
  missing: {
    title: "Data tidak ditemukan",
    text: "Alamatnya mungkin keliru, atau datanya sudah dihapus. Cari lagi di konsol.",
  },
  forbidden: {
    title: "Peran Anda tidak membuka bagian ini",
    text: "Menu konsol menunjukkan yang bisa Anda buka. Pemilik pasar mengubah peran di Tim operator.",
  },
};

/** What the console says instead of the page at `address`, by the status of the answer. */
export function consoleFailureWords(status: number, address: string): { title: string; text: string } {
  if (status !== 404) return words.forbidden;
  return partAt(address) ? words.missing : words.unknown;
}

/** A page of the console that its reader may not open, or that is missing, in the frame of the console. */
export function ConsoleFailure({ frame, status }: { frame: Frame; status: number }) {
  const { pathname, search } = useLocation();
  const { title, text } = consoleFailureWords(status, pathname + search);
  const link = partAt(pathname + search);
  const allowed = (link?.permission ? operatorPermissions[link.permission] : []) as readonly OperatorRole[];
  const roles = [...allowed, "owner" as const].map((role) => operatorRoleLabels[role].label);
  return (
    <ConsoleFrame part={link?.part ?? null} frame={frame}>
      <div className={styles.failure}>
        <h1>{title}</h1>
        {status === 403 && link && (
          <p>
            {link.label} dibuka oleh peran {new Intl.ListFormat("id", { type: "disjunction" }).format(roles)}. Peran
            Anda: {operatorRoleLabels[frame.role].label}.
          </p>
        )}
        <p>{text}</p>
        <p className={styles.actions}>
          <ButtonLink href={hrefs.operator()}>Ke konsol</ButtonLink>
          <ButtonLink href={operatorHrefs.search()} variant="outline">
            Cari di konsol
          </ButtonLink>
        </p>
      </div>
    </ConsoleFrame>
  );
}
