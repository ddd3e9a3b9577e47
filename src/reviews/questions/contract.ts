import { z } from "zod";
import { momentCursor } from "#lib/cursor.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import {
  boundedText,
  changeResponse,
  id,
  listResponse,
  multiLine,
  queryInt,
  resultResponse,
  timestamp,
} from "#lib/schema.ts";
import { confirmed, reviewRefusals } from "../contract.ts";
import {
  answerLength,
  answerLimit,
  answerRoles,
  askLimit,
  maxAnswers,
  maxOpenQuestions,
  questionLength,
  questionPage,
} from "./rules.ts";

export const questionRefusals = defineRefusals({
  closed: {
    code: "questions.closed",
    status: 409,
    message: "Pertanyaan baru sedang tidak diterima. Pertanyaan yang sudah ada tetap bisa dijawab.",
  },
  ownProduct: { code: "questions.own", status: 409, message: "Ini barang toko Anda sendiri." },
  tooManyOpen: {
    code: "questions.too_many",
    status: 409,
    message: `Anda sudah punya ${maxOpenQuestions} pertanyaan tentang barang ini yang belum dijawab penjual.`,
  },
  notBuyer: {
    code: "questions.not_buyer",
    status: 409,
    message: "Yang bisa menjawab adalah penjual dan orang yang sudah membeli barang ini.",
  },
  full: { code: "questions.full", status: 409, message: `Pertanyaan ini sudah punya ${maxAnswers} jawaban.` },
});

const answer = z.object({
  id,
  role: z.enum(answerRoles),
  by: z.string(),
  text: z.string(),
  created_at: timestamp,
});
const question = z.object({
  id,
  by: z.string(),
  text: z.string(),
  created_at: timestamp,
  answers: z.array(answer),
});
export type Question = z.output<typeof question>;

const listedQuestion = question.extend({
  product: z.object({ name: z.string(), slug: z.string(), picture_key: z.string().nullable() }),
  hidden_reason: z.string().nullable(),
});
export type ListedQuestion = z.output<typeof listedQuestion>;

const productQuestions = z.object({ questions: z.array(question), total: z.int() });
export type ProductQuestions = z.output<typeof productQuestions>;

/** How old a cached response may get, in seconds. */
const maxCacheSeconds = 5;
const questionId = z.strictObject({ questionId: id });

export const questionEndpoints = endpoints({
  "GET /v1/products/:slug/questions": {
    summary: "Questions about a product with their answers, newest first",
    policy: "public",
    cache: { seconds: maxCacheSeconds, tags: () => ["catalog", "questions"] },
    params: z.strictObject({ slug: boundedText(200) }),
    query: z.strictObject({ page: queryInt(1, questionPage.maxPages).optional() }),
    response: resultResponse(productQuestions),
  },
  "GET /v1/questions": {
    summary: "Your questions with their answers",
    policy: "user",
    query: z.strictObject({ cursor: momentCursor }),
    response: listResponse(listedQuestion),
  },
  "POST /v1/questions": {
    summary: "Ask about a product",
    policy: "user",
    body: z.strictObject({
      product: boundedText(200),
      text: multiLine(questionLength.min, questionLength.max),
      confirmed,
    }),
    response: changeResponse(z.object({ id })),
    limit: askLimit,
    refusals: [
      requestRefusals.notFound,
      questionRefusals.closed,
      questionRefusals.ownProduct,
      questionRefusals.tooManyOpen,
      reviewRefusals.contacts,
    ],
  },
  "POST /v1/questions/:questionId/answers": {
    summary: "Answer a question, as the product's seller or as somebody who bought it",
    policy: "user",
    params: questionId,
    body: z.strictObject({ text: multiLine(answerLength.min, answerLength.max), confirmed }),
    response: changeResponse(z.object({ product: z.string() })),
    limit: answerLimit,
    refusals: [requestRefusals.notFound, questionRefusals.notBuyer, questionRefusals.full, reviewRefusals.contacts],
  },
  "GET /v1/seller/questions": {
    summary: "Questions about your shop's products; `waiting` lists those that you have not answered",
    policy: "seller",
    query: z.strictObject({ view: z.enum(["waiting", "all"]).optional(), cursor: momentCursor }),
    response: listResponse(listedQuestion),
  },
});
export type QuestionApi = typeof questionEndpoints;
