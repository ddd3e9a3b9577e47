import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { jakartaDay } from "#lib/time.ts";
import { holidayEndpoints } from "./contract.ts";
import { importHolidays, previewHolidays } from "./import-holidays.ts";
import { listHolidays, listProvinces } from "./queries.ts";
import { firstListedDay, isHolidayOpen, writeHolidays } from "./rules.ts";
import { addHoliday, changeHoliday, removeHoliday } from "./save-holiday.ts";

/** `/v1` endpoints of the holidays that operators keep. */
export function holidayRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const listed = (today: string) => listHolidays(db, firstListedDay(today));
  serve(app, context, holidayEndpoints, {
    "GET /v1/operator/holidays": async ({ actor, now }) => {
      const today = jakartaDay(now);
      const [rows, provinces] = await Promise.all([listed(today), listProvinces(db)]);
      return {
        success: true,
        result: {
          today,
          changes: isPermitted(actor.operatorRole, "holidays.change"),
          provinces,
          rows: rows.map((row) => ({ ...row, is_past: !isHolidayOpen(row.day, today) })),
        },
      };
    },
    "GET /v1/operator/holidays/file.csv": async ({ reply, now }) => {
      void reply.type("text/csv; charset=utf-8").headers({
        "cache-control": "private, no-store",
        "content-disposition": 'attachment; filename="hari-libur.csv"',
      });
      return writeHolidays(await listed(jakartaDay(now)));
    },
    "POST /v1/operator/holidays": async ({ actor, body, now }) => ({
      success: true,
      message: "Hari libur ditambahkan.",
      data: { id: await addHoliday(context, actor, body, now) },
    }),
    "PUT /v1/operator/holidays/:holidayId": async ({ actor, params: { holidayId }, body, now }) => {
      await changeHoliday(context, actor, holidayId, body, now);
      return { success: true, message: "Hari libur diubah.", data: { id: holidayId } };
    },
    "DELETE /v1/operator/holidays/:holidayId": async ({ actor, params: { holidayId }, now }) => {
      await removeHoliday(context, actor, holidayId, now);
      return { success: true, message: "Hari libur dihapus.", data: { id: holidayId } };
    },
    "POST /v1/operator/holidays/import/preview": async ({ body, now }) => ({
      success: true,
      result: await previewHolidays(context, body.csv, now),
    }),
    "POST /v1/operator/holidays/import": async ({ actor, body, now }) => {
      const done = await importHolidays(context, actor, body.csv, now);
      return { success: true, message: `${done.added} hari ditambah, ${done.changed} diubah.`, data: done };
    },
  });
}
