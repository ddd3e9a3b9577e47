import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, multiLine, resultResponse, singleLine, timestamp } from "#lib/schema.ts";
import { day } from "#lib/time.ts";
import { componentNames, impactNames, incidentHistory, incidentLengths, statusSeconds } from "./rules.ts";

export const incidentRefusals = defineRefusals({
  changed: {
    code: "incidents.changed",
    status: 409,
    message: "Gangguan ini sudah diperbarui orang lain. Baca dulu yang terbaru.",
  },
  reported: {
    code: "incidents.reported",
    status: 409,
    message: "Gangguan dengan judul ini sudah tampil. Tulis kabar berikutnya di sana.",
  },
  tooMany: {
    code: "incidents.too_many",
    status: 409,
    message: "Terlalu banyak gangguan yang masih terbuka. Akhiri yang sudah selesai.",
  },
});

const component = z.enum(componentNames, "Pilih bagian.");
const impact = z.enum(impactNames, "Pilih dampak.");
const title = singleLine(incidentLengths.title.min, incidentLengths.title.max);
const text = multiLine(incidentLengths.text.min, incidentLengths.text.max);

const incident = z.object({
  id,
  component,
  impact,
  title: z.string(),
  began_at: timestamp,
  ended_at: timestamp.nullable(),
  version: z.int(),
  /** The newest first. */
  updates: z.array(z.object({ text: z.string(), impact, at: timestamp })),
});
export type ShownIncident = z.output<typeof incident>;

const status = z.object({
  components: z.array(z.object({ component, impact: impact.nullable() })),
  open: z.array(incident),
  ended: z.array(incident),
});
export type Status = z.output<typeof status>;

export const incidentEndpoints = endpoints({
  "GET /v1/status": {
    summary:
      "How each part of the marketplace is, what does not work now, and what did not in the last " +
      `${incidentHistory.duration / day} days`,
    policy: "public",
    cache: { seconds: statusSeconds, tags: () => ["status"] },
    response: resultResponse(status),
  },
  "GET /v1/operator/incidents": {
    summary: "The same as the status page, for operators who write it",
    policy: "operator:incidents.write",
    response: resultResponse(status),
  },
  "POST /v1/operator/incidents": {
    summary: "Publish that something does not work, or a maintenance",
    policy: "operator:incidents.write",
    body: z.strictObject({ component, impact, title, text }),
    limit: { max: 60, window: 60 * 60_000, by: "user" },
    response: changeResponse(z.object({ id })),
    refusals: [incidentRefusals.reported, incidentRefusals.tooMany],
  },
  "POST /v1/operator/incidents/:incidentId/updates": {
    summary: "Say how an incident goes on, or end it",
    policy: "operator:incidents.write",
    params: z.strictObject({ incidentId: id }),
    body: z.strictObject({ impact, text, ends: z.boolean(), version: z.int() }),
    limit: { max: 120, window: 60 * 60_000, by: "user" },
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, incidentRefusals.changed],
  },
});
export type IncidentApi = typeof incidentEndpoints;
