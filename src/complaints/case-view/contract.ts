import { z } from "zod";
import { id, rupiah, timestamp, timeZone } from "#lib/schema.ts";
import { evidenceFile } from "../evidence/contract.ts";
import { claimants, claimStateNames } from "../insurance/rules.ts";
import {
  type ComplaintAction,
  complaintActionNames,
  type ComplaintState,
  complaintStateNames,
  type SolutionKind,
  solutionKinds,
} from "../rules.ts";
import { type Problem, problemNames } from "../opening/rules.ts";

export const complaintStateName = z.enum(complaintStateNames as [ComplaintState, ...ComplaintState[]]);
export const problemName = z.enum(problemNames as [Problem, ...Problem[]]);
export const solutionKindName = z.enum(solutionKinds as [SolutionKind, ...SolutionKind[]]);
const action = z.enum(complaintActionNames as [ComplaintAction, ...ComplaintAction[]]);
const party = z.enum(["buyer", "seller", "mediator"]);
const author = z.enum(["buyer", "seller", "mediator", "system"]);

const solution = z.object({
  kind: solutionKindName,
  /** For people: `Uang kembali Rp70.000, tanpa kirim balik barang`. */
  text: z.string(),
  lines: z.array(
    z.object({
      line_id: id,
      amount: rupiah,
      /** Of a line that the marketplace's vouchers paid wholly: how much of its price the seller does not get. */
      given_up: rupiah.optional(),
    }),
  ),
  shipping: rupiah,
  /** The sum of all amounts. */
  amount: rupiah,
});
export type SolutionView = z.output<typeof solution>;

/** Who gets the order's money under a solution. The four sum to what is held. */
const division = z.object({
  buyer: rupiah,
  /** How much of that is the service fee, which returns with a whole refund. It is not part of a solution's amount. */
  fees_back: rupiah,
  seller: rupiah,
  /** Commission, service fee and withheld tax. */
  fees: rupiah,
  /** Promotions of the marketplace that return to it. */
  promotion: rupiah,
});

export const complaintCard = z.object({
  id,
  number: z.string(),
  order_id: id,
  invoice: z.string(),
  state: complaintStateName,
  state_label: z.string(),
  /**
   * Null for a closed case, for a decision (both sides may act), while a parcel is under way, and for a mediator when
   * another one has to decide.
   */
  turn: party.nullable(),
  /** What the reader has to do; null when it is not the reader's turn. */
  task: z.string().nullable(),
  due_at: timestamp.nullable(),
  /** The side of the reader. */
  side: party,
  /** `Barang rusak: Mangkuk Keramik Dago`. */
  title: z.string(),
  picture_key: z.string().nullable(),
  problems: z.array(problemName),
  line_count: z.int(),
  shop: z.object({ name: z.string(), slug: z.string() }),
  buyer_name: z.string(),
  opened_at: timestamp,
  closed_at: timestamp.nullable(),
  /** How the case ended, in a few words. */
  outcome: z.string().nullable(),
});
export type ComplaintCard = z.output<typeof complaintCard>;

const message = z.object({
  id,
  author,
  /** The shop's or person's name, as this reader may see it. */
  author_name: z.string(),
  mine: z.boolean(),
  kind: z.enum(["opening", "message", "offer", "accept", "call_mediator", "decision", "appeal", "system"]),
  text: z.string(),
  solution: solution.nullable(),
  /** Each file is at `GET /v1/complaint-evidence/:evidenceId`. */
  evidence: z.array(evidenceFile),
  at: timestamp,
});
export type ComplaintMessage = z.output<typeof message>;

const decision = z.object({
  id,
  /** The message to accept. */
  message_id: id,
  /** Null for a decision that the clock made. */
  mediator_name: z.string().nullable(),
  rule_title: z.string(),
  rule_text: z.string(),
  reason: z.string(),
  solution,
  /** No appeal is possible any more. */
  is_final: z.boolean(),
  is_precedent: z.boolean(),
  buyer_accepted: z.boolean(),
  seller_accepted: z.boolean(),
  at: timestamp,
});

const parcel = z.object({
  id,
  direction: z.enum(["out", "return", "replacement"]),
  courier_name: z.string(),
  resi: z.string().nullable(),
  state: z.string(),
  shipped_at: timestamp.nullable(),
  arrived_at: timestamp.nullable(),
  /** How often the reader, who sent it, can still replace its number; 0 when the reader cannot. */
  number_replacements_left: z.int(),
  /** The newest report about the parcel; null before the first. `by_seller`: the seller says so, no courier does. */
  last_scan: z.object({ label: z.string(), place: z.string(), by_seller: z.boolean(), at: timestamp }).nullable(),
});

export const complaintDetails = complaintCard.extend({
  now: timestamp,
  zone: timeZone,
  /** What happens at `due_at` if nobody acts; null for a closed case. */
  if_nobody: z.string().nullable(),
  /** What the reader may do now. */
  actions: z.array(action),
  lines: z.array(
    z.object({
      line_id: id,
      product_slug: z.string(),
      name: z.string(),
      variant_name: z.string(),
      picture_key: z.string().nullable(),
      /** The quantity that was bought, and that which the complaint is about. */
      quantity: z.int(),
      complained: z.int(),
      problem: problemName,
      problem_label: z.string(),
      /** What was paid for the line and has not been given back: the highest amount of an offer. */
      refundable: rupiah,
      /**
       * Of a line that the marketplace's vouchers paid wholly: the price of the complained pieces. The seller gives it
       * up when a solution names the line. Otherwise 0.
       */
      by_voucher: rupiah,
    }),
  ),
  /** What was paid for shipping and has not been given back. */
  refundable_shipping: rupiah,
  /** What may be offered or decided, with labels. */
  solutions: z.array(z.object({ kind: solutionKindName, label: z.string() })),
  /** What the buyer wants now. */
  demand: solution,
  /** What the buyer's withdrawal does. */
  if_withdrawn: z.string(),
  /** The offer that can be accepted now, and who made it. Also a decision that is not carried out yet. */
  offer: z.object({ message_id: id, by: z.enum(["buyer", "seller", "mediator"]), solution }).nullable(),
  /** What was agreed or decided, while it is carried out and afterwards. */
  agreed: solution.nullable(),
  /** The newest decision last. */
  decisions: z.array(decision),
  appealed_by: z.enum(["buyer", "seller"]).nullable(),
  messages: z.array(message),
  parcels: z.array(parcel),
  /**
   * Where goods are sent back to; once they were sent, where they went, whatever the shop's address is now. Null when
   * there is nothing to send back, when the shop has no address here, and once the case is closed.
   */
  return_to: z.object({ name: z.string(), street: z.string(), city: z.string(), postcode: z.string() }).nullable(),
  /** The shop has an address for goods that come back. Without one, its seller gives it once a return is agreed. */
  has_return_address: z.boolean(),
  /** The reader sends the parcel that the case waits for, and can print its label. */
  has_label: z.boolean(),
  /** With which goods can be sent back or again; `tracked` ones need a tracking number. */
  couriers: z.array(z.object({ id: z.string(), name: z.string(), tracked: z.boolean() })),
  money: z.object({
    /** What is held for the order; 0 once the case is closed. */
    held: rupiah,
    /** Who gets it under the offer or decision, otherwise under what the buyer wants; after the end, who got it. */
    division,
    /** Whose proposal `division` is. */
    of: z.enum(["demand", "offer", "decision", "agreed", "outcome"]),
  }),
  /** The insurance of the parcel and the claim at its courier; null for a parcel that is not insured. */
  insurance: z
    .object({
      insured: rupiah,
      courier_name: z.string(),
      claimant: z.enum(claimants),
      /** The problem is one that the insurance covers. */
      is_covered: z.boolean(),
      /** Null while the courier has not been asked. */
      state: z.enum(claimStateNames).nullable(),
      state_label: z.string(),
      /** Who asks the courier and who gets its money, as a sentence. */
      who_bears: z.string(),
      /** Who must act until when, and what happens otherwise; null once the courier answered, or where nobody asks. */
      waits: z.object({ due_at: timestamp, text: z.string() }).nullable(),
      /** What the courier paid, and how much of it went to the shop's balance here; not for the buyer. */
      paid: rupiah.nullable(),
      to_shop: rupiah.nullable(),
      note: z.string(),
      at: timestamp.nullable(),
    })
    .nullable(),
  /** The written outcome of a closed case. */
  outcome_text: z.string().nullable(),
  /** The order of a case as steps, for the side column. */
  steps: z.array(z.object({ text: z.string(), status: z.enum(["done", "now", "next"]) })),
});
export type ComplaintView = z.output<typeof complaintDetails>;

/** What a buyer may complain about in an order. */
export const openingOptions = z.object({
  /** The open case, or the last one. */
  complaint_id: id.nullable(),
  can_open: z.boolean(),
  /** Why no complaint can be opened; null when it can. */
  why_not: z.string().nullable(),
  promise: z.string(),
  lines: z.array(
    z.object({
      line_id: id,
      name: z.string(),
      variant_name: z.string(),
      picture_key: z.string().nullable(),
      quantity: z.int(),
      refundable: rupiah,
      /** What is left of the price of a line that the marketplace's vouchers paid wholly; otherwise 0. */
      by_voucher: rupiah,
      problems: z.array(
        z.object({
          problem: problemName,
          label: z.string(),
          /** For a change of mind: until when. */
          until: timestamp.nullable(),
          solutions: z.array(z.object({ kind: solutionKindName, label: z.string() })),
        }),
      ),
    }),
  ),
  refundable_shipping: rupiah,
});
export type ComplaintOptions = z.output<typeof openingOptions>;
