import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { maxFormFileBytes } from "#lib/field-limits.ts";
import { FieldFrame, useField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { acceptedEvidence, evidenceSizes, maxEvidencePerMessage } from "../evidence/rules.ts";
import styles from "./evidence.module.css";
import { evidenceField } from "./send-evidence.ts";

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/**
 * Pictures and videos for a message. With scripts each choice is added to those before, with a preview and a button
 * that removes it, and a file that the server would refuse is named at once. Without scripts it is a plain file input.
 */
export function EvidenceField({ errors, hint }: { errors: readonly string[] | undefined; hint?: string }) {
  const [files, setFiles] = useState<File[]>([]);
  const [refused, setRefused] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  // Another choice answers the refusal of the one before it.
  const [answered, setAnswered] = useState<readonly string[]>();
  const shownErrors = [...(errors === answered ? [] : (errors ?? [])), ...refused];
  const limits = `Paling banyak ${maxEvidencePerMessage} berkas: foto sampai ${inMegabytes(evidenceSizes.picture)}, video sampai ${inMegabytes(evidenceSizes.video)}.`;
  const isSending = useNavigation().formData !== undefined;
  // A file that was refused here is not sent, so after sending only the newest refusal counts and gets the focus.
  useEffect(() => {
    if (isSending) setRefused([]);
  }, [isSending]);
  const field = useField(undefined, { hint: limits, errors: shownErrors });

  // Keep files that were chosen before the script ran.
  useEffect(() => {
    const early = [...(input.current?.files ?? [])];
    if (early.length > 0) choose(early);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, []);

  function choose(chosen: readonly File[]): void {
    const sentences = chosen.flatMap((file) => problemOf(file) ?? []);
    const all = [...files, ...chosen.filter((file) => problemOf(file) === null)];
    if (all.length > maxEvidencePerMessage)
      sentences.push(`Hanya ${maxEvidencePerMessage} berkas pertama yang dipakai.`);
    replaceFiles(all.slice(0, maxEvidencePerMessage), sentences);
  }

  function replaceFiles(kept: File[], sentences: string[]): void {
    setFiles(kept);
    setRefused(sentences);
    setAnswered(errors);
    // The form sends what the input holds.
    const transfer = new DataTransfer();
    for (const file of kept) transfer.items.add(file);
    if (input.current) input.current.files = transfer.files;
  }

  return (
    <FieldFrame
      field={field}
      label="Foto dan video"
      hint={
        <>
          {hint} {limits}
          <span className="without-js">
            {" "}
            Dalam satu kiriman, semua berkas bersama-sama paling banyak {maxFormFileBytes / 1024 / 1024} MB.
          </span>
        </>
      }
      errors={shownErrors}
      optional
    >
      <div className={styles.place}>
        <label htmlFor={field.id} className={`needs-js ${styles.choose}`}>
          <Icon name="camera" /> {files.length > 0 ? "Tambah foto atau video" : "Pilih foto atau video"}
        </label>
        <input
          {...field}
          ref={input}
          className={styles.input}
          type="file"
          name={evidenceField}
          accept={acceptedEvidence}
          multiple
          onChange={(event) => {
            const { files: list } = event.currentTarget;
            choose([...(list ?? [])].filter((file) => !files.includes(file)));
          }}
        />
      </div>
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Berkas yang dipilih">
          {files.map((file, at) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <Preview file={file} />
              <span className={styles.fileName}>{file.name}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Hapus ${file.name}`}
                onClick={() =>
                  replaceFiles(
                    files.filter((_, index) => index !== at),
                    [],
                  )
                }
              >
                <Icon name="close" small />
              </button>
            </li>
          ))}
        </ul>
      )}
    </FieldFrame>
  );
}

/** Why the server would refuse this file; null when it would not. */
function problemOf(file: File): string | null {
  const isVideo = file.type.startsWith("video/");
  const limit = isVideo ? evidenceSizes.video : evidenceSizes.picture;
  if (!acceptedEvidence.split(",").includes(file.type)) return `${file.name} bukan foto atau video yang bisa dikirim.`;
  return file.size > limit ? `${file.name} terlalu besar: paling besar ${inMegabytes(limit)}.` : null;
}

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith("image/")) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <span className={styles.preview}>
      {url ? <img src={url} alt="" width={56} height={56} /> : <Icon name="camera" />}
    </span>
  );
}
