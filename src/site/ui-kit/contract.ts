import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { boundedText, singleLine, whenValid, resultResponse, rupiah, multiLine, changeResponse } from "#lib/schema.ts";
import { mediaRefusals } from "#media/contract.ts";
import { formatOf, pictureLimits } from "#media/rules.ts";
import { parseDay } from "#ui/date.ts";
import { mapBounds } from "#ui/map/point.ts";
import { ratingSteps } from "#ui/rating.ts";

const lowest = ratingSteps[0];
const highest = ratingSteps[ratingSteps.length - 1] ?? lowest;

/** The parts of an uploaded picture that show that it is one. */
const picture = z
  .strictObject({
    name: singleLine(0, 255),
    size: z.int().min(1, "Berkas ini kosong."),
    head: boundedText(64).pipe(z.base64()),
  })
  .superRefine(
    ({ size, head }, check) => {
      const problem =
        size > pictureLimits.bytes
          ? "Foto ini terlalu besar."
          : formatOf(Buffer.from(head, "base64")) === null
            ? "Berkas ini bukan foto JPEG, PNG, WebP, atau AVIF."
            : undefined;
      if (problem) check.addIssue({ code: "custom", path: [], message: problem, input: "" });
    },
    { when: whenValid("size", "head") },
  )
  .transform(({ name, size }) => ({ name, size }));

/** One of each input, as strict as a real form. */
const everyInput = z.strictObject({
  name: singleLine(2, 60),
  courier: z.enum(["reguler", "kilat", "kargo"], "Pilih salah satu."),
  agreed: z.union([z.literal(0), z.literal(1)]),
  price: rupiah.min(1000, "Paling sedikit Rp1.000."),
  story: multiLine(10, 400),
  pictures: z.array(picture).max(5, "Paling banyak 5 foto."),
  place: z
    .strictObject({
      lat: z.number().min(mapBounds.south).max(mapBounds.north),
      lng: z.number().min(mapBounds.west).max(mapBounds.east),
      address: singleLine(0, 200),
    })
    .nullable(),
  password: boundedText(200)
    .min(8, "Minimal 8 karakter.")
    .transform((typed) => "•".repeat([...typed].length)),
  payment: z.enum(["va", "qris", "tunai"], "Pilih salah satu."),
  quantity: z.int().min(1, "Paling sedikit 1.").max(12, "Paling banyak 12."),
  rating: z.int("Pilih bintang utuh.").min(lowest).max(highest),
  size: z.enum(["s", "m", "l", "xl"], "Pilih salah satu."),
  colours: z.array(z.enum(["nila", "soga", "mengkudu"])).min(1, "Pilih paling sedikit satu."),
  born: boundedText(40).transform((typed, { issues }) => {
    const day = parseDay(typed);
    if (day) return day;
    issues.push({ code: "custom", message: "Tulis tanggal seperti 21/11/2026.", input: typed });
    return z.NEVER;
  }),
});

/** Calls of the page /ui, which exists in development only. */
export const uiKitEndpoints = endpoints({
  "GET /v1/ui-kit": {
    summary: "Whether the page of the design system is served here, and the day it is",
    policy: "public",
    response: resultResponse(z.object({ today: z.iso.date() })),
  },
  "POST /v1/ui-kit/echo": {
    summary: "One of each input, answered as it was understood; stores nothing",
    policy: "public",
    body: everyInput,
    response: changeResponse(z.record(z.string(), z.unknown())),
    limit: { max: 120, window: 60_000 },
  },
  "POST /v1/ui-kit/pictures": {
    summary: "Receives one picture (multipart, field `picture`) and forgets it",
    policy: "public",
    multipart: true,
    response: changeResponse(z.object({ value: z.string() })),
    limit: { max: 60, window: 60_000 },
    refusals: [mediaRefusals.notAPicture],
  },
});
export type UiKitApi = typeof uiKitEndpoints;
