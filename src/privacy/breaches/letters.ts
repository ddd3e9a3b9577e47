/**
 * The letters about a breach, with what UU 27/2022, Pasal 46 (2) asks: which data, when and how it was disclosed, and
 * what was done.
 */
import type { Readable } from "node:stream";
import { drawDocument } from "#complaints/case-file/draw-document.ts";
import type { CaseFileEntry } from "#complaints/case-file/rules.ts";
import { companyDetails } from "#lib/company.ts";
import type { Context } from "#lib/context.ts";
import { formatDateTime, spanInFullDays } from "#lib/time.ts";
import { mailOf } from "#messages/mail-template.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { breachMailTemplate } from "../mail-texts.ts";
import { privacyTemplates } from "../notification-texts.ts";
import { breachNoticeDuration } from "../rules.ts";
import type { BreachFacts, BreachRow, LetterTexts, SentLetterRow } from "./queries.ts";
import { breachDataKinds } from "./rules.ts";

/** A text of a breach as lines. */
const lines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");
const paragraphs = (text: string) => lines(text).join("\n\n");
const kindsOf = (breach: BreachFacts) => breach.data_kinds.map((kind) => breachDataKinds[kind]).join(", ");

function periodOf({ began_at: from, ended_at: to }: BreachFacts): string {
  return from.getTime() === to.getTime()
    ? formatDateTime(from)
    : `${formatDateTime(from)} sampai ${formatDateTime(to)}`;
}

/** The mail and the notification to a person whose data the breach concerns, by what is recorded now. */
export function letterToPeople(breach: BreachRow): LetterTexts {
  const { name, email, phone } = companyDetails();
  const facts = {
    diketahui: formatDateTime(breach.noticed_at),
    data: kindsOf(breach),
    waktu: periodOf(breach),
  };
  const mail = mailOf(
    breachMailTemplate,
    {
      ...facts,
      kejadian: paragraphs(breach.what),
      tindakan: paragraphs(breach.measures),
      saran: breach.advice === "" ? "" : `Yang bisa Anda lakukan:\n\n${paragraphs(breach.advice)}`,
      nomor: breach.number,
      kontak: `${email}, ${phone.shown}. ${name}.`,
    },
    { to: "" },
  );
  const notice = requireNotification(privacyTemplates.breach, "buyer", facts);
  return {
    subject: mail.subject,
    title: mail.title,
    paragraphs: mail.paragraphs,
    notice_title: notice.title,
    notice_text: notice.text,
  };
}

/** Draws the report to the authority as PDF. Refuses with `server.busy`. */
export function drawReport(
  { config }: Pick<Context, "config">,
  breach: BreachRow,
  counts: { people: number; notified: number },
  sent: readonly SentLetterRow[],
  readerId: string,
  now: Date,
): Promise<Readable> {
  const { name, address, email, phone } = companyDetails();
  const entry = (head: string, text: string): CaseFileEntry[] =>
    text === "" ? [] : [{ head, lines: lines(text), evidence: [] }];
  return drawDocument(
    config,
    {
      kind: "Laporan kegagalan pelindungan data",
      number: breach.number,
      title: breach.title,
      facts: [
        { label: "Kepada", value: "Lembaga pelindungan data pribadi (UU 27/2022, Pasal 46 dan 58)" },
        { label: "Pengendali data", value: [name, address, email, phone.shown].join(", ") },
        { label: "Waktu kejadian", value: periodOf(breach) },
        { label: "Diketahui", value: formatDateTime(breach.noticed_at) },
        {
          label: "Batas pemberitahuan",
          value: `${formatDateTime(breach.due_at)} (${spanInFullDays(breachNoticeDuration)} sejak diketahui)`,
        },
        { label: "Data yang terungkap", value: kindsOf(breach) },
        {
          label: "Subjek data",
          value: `${counts.people} akun${breach.other_people > 0 ? ` dan sekitar ${breach.other_people} orang tanpa akun` : ""}`,
        },
        {
          label: "Pemberitahuan",
          value:
            counts.notified === 0
              ? "belum dikirim kepada subjek data"
              : `dikirim kepada ${counts.notified} dari ${counts.people} akun lewat email dan notifikasi`,
        },
        { label: "Dibuat", value: formatDateTime(now) },
      ],
      sections: [
        { title: "Kejadian", entries: entry("Yang terjadi", breach.what) },
        { title: "Penyebab", entries: entry("Penyebab yang diketahui", breach.cause) },
        { title: "Penanganan dan pemulihan", entries: entry("Yang dilakukan", breach.measures) },
        { title: "Saran kepada subjek data", entries: entry("Yang bisa dilakukan", breach.advice) },
        {
          title: "Surat kepada subjek data",
          entries: lettersOf(breach, sent),
        },
      ],
    },
    readerId,
  );
}

/** The letters that were sent, or the one that would be. */
function lettersOf(breach: BreachRow, sent: readonly SentLetterRow[]): CaseFileEntry[] {
  if (sent.length === 0) {
    const { subject, paragraphs: texts } = letterToPeople(breach);
    return [{ head: subject, lines: [...texts], evidence: [] }];
  }
  return sent.map(({ subject, paragraphs: texts, sent_at: at, people }) => ({
    head: `${subject} · dikirim ${formatDateTime(at)} kepada ${people} akun`,
    lines: [...texts],
    evidence: [],
  }));
}
