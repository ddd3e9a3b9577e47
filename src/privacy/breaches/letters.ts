/**
 * The letters about a breach, with what UU 27/2022, Pasal 46 (2) asks: which data, when and how it was disclosed, and
 * what was done.
 */
import type { Readable } from "node:stream";
import { drawDocument } from "#complaints/case-file/draw-document.ts";
import type { CaseFileEntry } from "#complaints/case-file/rules.ts";
import { brandName } from "#lib/brand.ts";
import { companyDetails } from "#lib/company.ts";
import type { Context } from "#lib/context.ts";
import { formatDateTime, spanInFullDays } from "#lib/time.ts";
import { breachNoticeDuration } from "../rules.ts";
import type { BreachFacts, BreachRow } from "./queries.ts";
import { breachDataKinds } from "./rules.ts";

/** A text of a breach as lines. */
const lines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");
const kindsOf = (breach: BreachFacts) => breach.data_kinds.map((kind) => breachDataKinds[kind]).join(", ");

function periodOf({ began_at: from, ended_at: to }: BreachFacts): string {
  return from.getTime() === to.getTime()
    ? formatDateTime(from)
    : `${formatDateTime(from)} sampai ${formatDateTime(to)}`;
}

/** The mail to a person whose data the breach concerns. */
export function letterToPeople(breach: BreachRow): { subject: string; paragraphs: string[] } {
  const { name, email, phone } = companyDetails();
  return {
    subject: `Pemberitahuan tentang data pribadi Anda di ${brandName()}`,
    paragraphs: [
      `Data pribadi Anda di ${brandName()} termasuk dalam kegagalan pelindungan data pribadi yang kami ketahui pada ${formatDateTime(breach.noticed_at)}. Kami wajib memberi tahu Anda sesuai Pasal 46 UU 27/2022.`,
      `Data yang terungkap: ${kindsOf(breach)}.`,
      `Waktu kejadian: ${periodOf(breach)}.`,
      ...lines(breach.what),
      "Yang sudah kami lakukan:",
      ...lines(breach.measures),
      ...(breach.advice === "" ? [] : ["Yang bisa Anda lakukan:", ...lines(breach.advice)]),
      `Nomor kejadian ${breach.number}. Pertanyaan: ${email}, ${phone.shown}. ${name}.`,
    ],
  };
}

/** Draws the report to the authority as PDF. Refuses with server.busy. */
export function drawReport(
  { config }: Pick<Context, "config">,
  breach: BreachRow,
  counts: { people: number; notified: number },
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
          entries: [{ head: letterToPeople(breach).subject, lines: letterToPeople(breach).paragraphs, evidence: [] }],
        },
      ],
    },
    readerId,
  );
}
