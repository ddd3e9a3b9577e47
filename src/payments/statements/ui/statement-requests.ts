import { redirect, type ActionFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import { formatCount } from "#lib/rupiah.ts";
import type { StatementApi } from "../contract.ts";
import type { LineApi } from "../line-contract.ts";
import { dayFormatNames, lineViewNames, maxDescriptionColumns, statementPages, type LineView } from "../rules.ts";

type Api = StatementApi & LineApi;
type Result<Call extends keyof Api> = ApiResponse<Api[Call]> extends { result: infer R } ? R : never;
export type LinesData = Result<"GET /v1/operator/statement-lines"> & {
  part: "lines";
  view: LineView;
  q: string;
  page: number;
  notice: string | null;
};
export type LineData = Result<"GET /v1/operator/statement-lines/:lineId"> & {
  part: "line";
  q: string;
  notice: string | null;
};
export type FilesData = Result<"GET /v1/operator/bank-accounts"> & {
  part: "files";
  statements: Result<"GET /v1/operator/statements">;
  page: number;
  notice: string | null;
};
export type Statements = LinesData | LineData | FilesData;

/** What a preview of a file shows. It is the answer to a form and comes back with what was chosen. */
export type Preview = { preview: Result<"POST /v1/operator/statements/preview">; account: string };

const notices: Readonly<Record<string, string>> = {
  matched: "Transfer dicocokkan dan dibukukan.",
  proposed: "Usulan tersimpan. Operator lain memastikannya.",
  approved: "Transfer dipastikan dan dibukukan.",
  open: "Mutasi ini menunggu lagi.",
  foreign: "Ditandai bukan pembayaran pembeli.",
  bank_charge: "Dibukukan sebagai biaya atau bunga bank.",
  layout: "Susunan kolom tersimpan.",
};

/** The sentence after a form, by the word and the numbers in the page's address. */
function noticeOf(search: URLSearchParams): string | null {
  const done = search.get("done") ?? "";
  if (done !== "uploaded") return Object.hasOwn(notices, done) ? (notices[done] ?? null) : null;
  const [fresh = 0, known = 0, matched = 0, proposed = 0, waiting = 0, confirmed = 0] = (search.get("counts") ?? "")
    .split("-", 6)
    .map((one) => (/^\d{1,6}$/.test(one) ? Number(one) : 0));
  return [
    `${formatCount(fresh)} mutasi baru${known > 0 ? `, ${formatCount(known)} sudah ada` : ""}.`,
    matched > 0 && `${formatCount(matched)} transfer cocok dan dibukukan.`,
    confirmed > 0 && `${formatCount(confirmed)} usulan operator lain dipastikan oleh berkas ini.`,
    proposed > 0 && `${formatCount(proposed)} menunggu operator kedua.`,
    waiting > 0 && `${formatCount(waiting)} uang masuk menunggu Anda cocokkan.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Loads a part of the page; a page beyond the end shows the first one. */
export async function loadStatements(args: SectionArgs): Promise<Statements> {
  const search = new URL(args.request.url).searchParams;
  const api = pageApi<Api>(args);
  const asked = Number(search.get("n") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= statementPages.maxPage ? asked : 1;
  const q = (search.get("q") ?? "").trim().slice(0, 80);
  const notice = noticeOf(search);
  const lineId = search.get("line");
  if (lineId !== null) {
    const query = q ? { q } : {};
    const { result } = await api("GET /v1/operator/statement-lines/:lineId", { params: { lineId }, query });
    return { part: "line", ...result, q, notice };
  }
  const view = search.get("view") ?? "waiting";
  if (view === "files") {
    const [accounts, statements] = await Promise.all([
      api("GET /v1/operator/bank-accounts"),
      api("GET /v1/operator/statements", { query: { page: String(page) } }),
    ]);
    if (page > 1 && statements.result.rows.length === 0) throw redirect(operatorHrefs.transfers("files"));
    return { part: "files", ...accounts.result, statements: statements.result, page, notice };
  }
  const shown = lineViewNames.find((one) => one === view) ?? "waiting";
  const query = { view: shown, page: String(page), ...(q ? { q } : {}) };
  const { result } = await api("GET /v1/operator/statement-lines", { query });
  if (page > 1 && result.rows.length === 0) throw redirect(operatorHrefs.transfers(shown));
  return { part: "lines", ...result, view: shown, q, page, notice };
}

const withDone = (address: string, query: Record<string, string>) =>
  redirect(`${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`);

/** Handles a form of the page. A preview is returned, everything else redirects. */
export async function actOnStatements(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const api = pageApi<Api>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const params = { lineId: text("line") };
  const line = () => operatorHrefs.transfer(text("line"));
  try {
    switch (text("intent")) {
      case "upload": {
        const { data } = await api("POST /v1/operator/statements", { form: fileOf(form) });
        const counts = [
          data.new_lines,
          data.lines - data.new_lines,
          data.matched,
          data.proposed,
          data.waiting,
          data.confirmed,
        ];
        return withDone(operatorHrefs.transfers(), { done: "uploaded", counts: counts.join("-") });
      }
      case "preview": {
        const { result } = await api("POST /v1/operator/statements/preview", { form: fileOf(form) });
        return { preview: result, account: text("account") } satisfies Preview;
      }
      case "layout":
        await api("PUT /v1/operator/statement-layouts/:account", {
          params: { account: text("account") },
          body: layoutOf(text),
        });
        return withDone(operatorHrefs.transfers("files"), { done: "layout" });
      case "assign": {
        const body = { attempt_id: text("attempt_id"), reason: text("reason") };
        const { data } = await api("POST /v1/operator/statement-lines/:lineId/assign", { params, body });
        return withDone(line(), { done: data.status });
      }
      case "approve": {
        const body = { attempt_id: text("attempt_id") };
        await api("POST /v1/operator/statement-lines/:lineId/approve", { params, body });
        return withDone(line(), { done: "approved" });
      }
      case "reject":
        await api("POST /v1/operator/statement-lines/:lineId/reject", { params, body: { reason: text("reason") } });
        return withDone(line(), { done: "open" });
      case "bank_charge":
        await api("POST /v1/operator/statement-lines/:lineId/bank-charge", {
          params,
          body: { reason: text("reason") },
        });
        return withDone(line(), { done: "bank_charge" });
      case "reopen":
        await api("POST /v1/operator/statement-lines/:lineId/reopen", { params, body: { reason: text("reason") } });
        return withDone(line(), { done: "open" });
      default:
        await api("POST /v1/operator/statement-lines/:lineId/foreign", { params, body: { reason: text("reason") } });
        return withDone(line(), { done: "foreign" });
    }
  } catch (error) {
    return formFailure(error, form);
  }
}

function fileOf(form: FormData): FormData {
  const sent = new FormData();
  sent.set("account", String(form.get("account") ?? ""));
  const file = form.get("statement");
  if (file instanceof File) sent.set("statement", file);
  return sent;
}

function layoutOf(text: (name: string) => string) {
  const column = (name: string) => text(name) || null;
  const inOne = text("amounts") === "one";
  return {
    day_column: text("day_column"),
    day_format: dayFormatNames.find((one) => one === text("day_format")) ?? "dmy",
    description_columns: text("description_columns")
      .split(",")
      .map((title) => title.trim())
      .filter((title) => title !== "")
      .slice(0, maxDescriptionColumns + 1),
    amount_column: inOne ? column("amount_column") : null,
    sign_column: inOne ? column("sign_column") : null,
    credit_column: inOne ? null : column("credit_column"),
    debit_column: inOne ? null : column("debit_column"),
    balance_column: column("balance_column"),
    decimal_mark: text("decimal_mark") === "," ? ("," as const) : ("." as const),
  };
}
