import { createHash, randomBytes } from "node:crypto";
import { type JsonServiceDouble, type ServiceCall, startJsonService } from "./json-service.ts";

type Body = Record<string, unknown>;

/** A payout as Midtrans holds it. */
export type IrisPayout = Body & { reference_no: string; amount: string; status: string; notes: string };

export type MidtransPayoutsDouble = JsonServiceDouble & {
  /** Settings that make the product use this double for payouts. */
  settings: Record<string, string>;
  /** The payouts whose notes contain this text. */
  find(notes: string): readonly IrisPayout[];
  /** Any change of these payouts. */
  change(notes: string, to: Body): void;
  /** The status that a payout gets when it is approved. Default: approved. */
  approvedStatus: string;
  /** It refuses to reject payouts. Default: false. */
  keepsQueued: boolean;
  /** Rows that its statement has besides its payouts. */
  statement: Body[];
  /** Messages with which the next orders are refused. */
  nextOrders: Body[];
  /** A signed notification: its bytes and headers. */
  notification(notes: string, wrong?: Body): { text: string; headers: Record<string, string> };
};

type Answer = { status: number; body: unknown };
const refuse = (status: number, error_message: string, errors: unknown = error_message): Answer => ({
  status,
  body: { error_message, errors },
});

/** Midtrans Payouts (Iris) on this machine, after its documentation: two keys, idempotency keys, numbers of its own. */
export async function startMidtransPayoutsDouble(): Promise<MidtransPayoutsDouble> {
  const creatorKey = "IRIS-creator-rahasia-uji";
  const approverKey = "IRIS-approver-rahasia-uji";
  const merchantKey = "iris-merchant-rahasia";
  const payouts: IrisPayout[] = [];
  const keys = new Map<string, { body: string; answer: Answer }>();
  const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;

  function create({ body, headers }: ServiceCall): Answer {
    const key = String(headers["x-idempotency-key"] ?? "");
    const text = JSON.stringify(body);
    const known = keys.get(key);
    if (known) return known.body === text ? known.answer : refuse(400, "idempotency-key is not unique");
    const [wanted] = ((body as Body).payouts ?? []) as Body[];
    const next = double.nextOrders.shift();
    if (next) return { status: 400, body: next };
    if (!/^\d+\.00$/.test(String(wanted?.amount))) return refuse(400, "Amount is invalid", { amount: ["is invalid"] });
    if (!/^\d{6,20}$/.test(String(wanted?.beneficiary_account)))
      return refuse(400, "Account is invalid", { "0": ["beneficiary_account is invalid"] });
    if (
      !/^[A-Za-z0-9 .,']{1,100}$/.test(String(wanted?.beneficiary_name)) ||
      !/^[A-Za-z0-9 ]{1,100}$/.test(String(wanted?.notes))
    )
      return refuse(400, "Text is invalid", ["notes"]);
    const payout: IrisPayout = {
      reference_no: randomBytes(9).toString("hex"),
      amount: String(wanted?.amount),
      beneficiary_name: wanted?.beneficiary_name,
      beneficiary_account: wanted?.beneficiary_account,
      bank: wanted?.beneficiary_bank,
      notes: String(wanted?.notes),
      status: "queued",
    };
    payouts.push(payout);
    const answer = { status: 201, body: { payouts: [{ status: "queued", reference_no: payout.reference_no }] } };
    if (key !== "") keys.set(key, { body: text, answer });
    return answer;
  }

  function answer(call: ServiceCall): Answer {
    const { method, path, query, headers, body } = call;
    const isDecision = path === "/payouts/approve" || path === "/payouts/reject";
    if (headers.authorization !== basic(isDecision ? approverKey : creatorKey)) return refuse(401, "Access denied");
    if (method === "GET" && path === "/beneficiary_banks")
      return {
        status: 200,
        body: { beneficiary_banks: ["bca", "mandiri", "bri", "bni", "cimb"].map((code) => ({ code, name: code })) },
      };
    if (method === "GET" && path === "/account_validation") {
      const number = query.get("account") ?? "";
      return number.endsWith("0000")
        ? refuse(400, "An error occurred when doing account validation", { account: ["Account not found"] })
        : { status: 200, body: { account_name: "PEMILIK DI BANK", account_no: number, bank_name: query.get("bank") } };
    }
    if (method === "GET" && path === "/statements") {
      const { from_date: from, to_date: to } = (body ?? {}) as { from_date?: string; to_date?: string };
      if (!from || !to) return refuse(400, "from_date and to_date are required");
      const rows = payouts
        .filter(({ status }) => status === "completed")
        .flatMap(({ reference_no, amount, completed_at: at }) => [
          {
            reference_no,
            type: "Payout",
            amount: `${Number(amount)}.0`,
            status: "debit",
            created_at: at ?? new Date().toISOString(),
          },
          { reference_no, type: "Payout fee", amount: "4000.0", status: "debit", created_at: new Date().toISOString() },
        ]);
      const isAsked = ({ created_at: at }: Body) => String(at).slice(0, 10) >= from && String(at).slice(0, 10) <= to;
      return { status: 200, body: [...rows, ...double.statement].filter(isAsked) };
    }
    if (method === "POST" && path === "/payouts") return create(call);
    if (method === "POST" && isDecision) {
      const isRejection = path === "/payouts/reject";
      if (isRejection && !(body as Body).reject_reason) return refuse(400, "reject_reason is required");
      if (isRejection && double.keepsQueued) return refuse(400, "Payout cannot be rejected");
      for (const number of (body as { reference_nos: string[] }).reference_nos) {
        const found = payouts.find((one) => one.reference_no === number);
        if (found?.status !== "queued") return refuse(400, "Payout is not queued");
        found.status = isRejection ? "rejected" : double.approvedStatus;
      }
      return { status: 202, body: { status: "ok" } };
    }
    const found = payouts.find((one) => path === `/payouts/${one.reference_no}`);
    return found ? { status: 200, body: found } : refuse(404, "Payout is not found");
  }

  const service = await startJsonService(answer);
  const double: MidtransPayoutsDouble = Object.assign(service, {
    settings: {
      PAYOUT_PROVIDER: "midtrans",
      MIDTRANS_PAYOUT_CREATOR_KEY: creatorKey,
      MIDTRANS_PAYOUT_APPROVER_KEY: approverKey,
      MIDTRANS_PAYOUT_MERCHANT_KEY: merchantKey,
      MIDTRANS_PAYOUT_URL: service.origin,
    },
    find: (notes: string) => payouts.filter((one) => one.notes.includes(notes)),
    change(notes: string, to: Body) {
      for (const one of payouts) if (one.notes.includes(notes)) Object.assign(one, to);
    },
    approvedStatus: "approved",
    keepsQueued: false,
    statement: [],
    nextOrders: [],
    notification(notes: string, wrong: Body = {}) {
      const found = payouts.find((one) => one.notes.includes(notes));
      const text = JSON.stringify({
        reference_no: found?.reference_no,
        amount: found?.amount,
        status: found?.status,
        updated_at: "2026-11-22T10:00:00Z",
        ...wrong,
      });
      const signature = createHash("sha512").update(text).update(merchantKey).digest("hex");
      return { text, headers: { "iris-signature": signature, "content-type": "application/json" } };
    },
  });
  return double;
}
