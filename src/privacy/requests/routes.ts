import type { FastifyInstance, FastifyReply } from "fastify";
import { maskEmail, maskName } from "#accounts/operators/mask.ts";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { serve } from "#lib/http/serve.ts";
import { findBlockers } from "../find-blockers.ts";
import { answerRequest, readRequest } from "./answer-request.ts";
import { dataRequestEndpoints, type ListedRequest } from "./contract.ts";
import { enterLetter, openRequest, withdrawRequest } from "./open-request.ts";
import { listOwnRequests, listRequests, type RequestRow } from "./queries.ts";
import { listedOwnRequests, needsOtherOperator, requestPageSize } from "./rules.ts";

type Confirm = (reply: FastifyReply, actor: Actor, password: string | undefined, now: Date) => Promise<void>;

/** `/v1` endpoints of requests about personal data. `confirm` requires a fresh login or the password. */
export function dataRequestRoutes(app: FastifyInstance, context: Context, confirm: Confirm): void {
  const { db } = context;
  serve(app, context, dataRequestEndpoints, {
    "GET /v1/users/data-requests": async ({ actor }) => ({
      success: true,
      result: (await listOwnRequests(db, actor.userId, listedOwnRequests)).map(
        ({ id, number, kind, text, state, answer, ...row }) => ({
          id,
          number,
          kind,
          text,
          state,
          answer,
          ...clockOf(row),
        }),
      ),
    }),
    "POST /v1/users/data-requests": async ({ actor, body, reply, now }) => {
      await confirm(reply, actor, body.current_password, now);
      const id = await openRequest(context, actor.userId, body, now);
      return { success: true, message: "Permintaan Anda tercatat. Jawabannya tampil di bawah.", data: { id } };
    },
    "POST /v1/users/data-requests/:requestId/withdraw": async ({ actor, params, now }) => {
      await withdrawRequest(context, actor.userId, params.requestId, now);
      return { success: true, message: "Permintaan ditarik kembali.", data: null };
    },
    "GET /v1/operator/data-requests": async ({ actor, query, now }) => {
      const rows = await listRequests(db, query.view ?? "open", query.after ?? null, requestPageSize + 1);
      const shown = rows.slice(0, requestPageSize);
      return {
        success: true,
        result: {
          rows: shown.map((row) => listedJson(row, now)),
          next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
          acts: isPermitted(actor.operatorRole, "legal.decide"),
        },
      };
    },
    "GET /v1/operator/data-requests/:requestId": async ({ actor, params, now }) => {
      const row = await readRequest(context, actor, params.requestId);
      const { text, answer, user_id, entered_by, answered_by, done } = row;
      const asksDeletion = row.kind === "deletion" && row.state === "open" && user_id !== null;
      return {
        success: true,
        result: {
          ...listedJson(row, now),
          text,
          answer,
          user_id,
          entered_by,
          answered_by,
          done,
          sender_email: row.sender_email && maskEmail(row.sender_email),
          blockers: asksDeletion ? (await findBlockers(db, user_id)).blockers.map((one) => one.text) : [],
          needs_other: needsOtherOperator(row, actor.userId),
          acts: isPermitted(actor.operatorRole, "legal.decide"),
        },
      };
    },
    "POST /v1/operator/data-requests": async ({ actor, body, now }) => {
      const { received_at: receivedAt, sender_name: senderName, sender_email: senderEmail = "", account = "" } = body;
      const letter = { kind: body.kind, text: body.text, receivedAt, senderName, senderEmail, account };
      const id = await enterLetter(context, actor, letter, now);
      return { success: true, message: "Surat tercatat, dan jamnya berjalan.", data: { id } };
    },
    "POST /v1/operator/data-requests/:requestId/answer": async ({ actor, params, body, now }) => {
      await answerRequest(context, actor, params.requestId, body, now);
      return { success: true, message: "Permintaan dijawab. Pengirimnya diberi tahu.", data: null };
    },
  });
}

function clockOf({ received_at, due_at, closed_at }: Pick<RequestRow, "received_at" | "due_at" | "closed_at">) {
  return {
    received_at: received_at.toISOString(),
    due_at: due_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  };
}

function listedJson(row: RequestRow, now: Date): ListedRequest {
  const { id, number, kind, state, channel, sender } = row;
  const isOverdue = (row.closed_at ?? now) > row.due_at && state !== "withdrawn";
  return { id, number, kind, state, channel, sender: maskName(sender), ...clockOf(row), is_overdue: isOverdue };
}
