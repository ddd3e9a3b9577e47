import type { z } from "zod";
import { requestJson, ServiceError, type JsonService } from "#lib/http/request-json.ts";
import type { BiteshipConfig } from "#lib/config/shipping.ts";
import { platformLimits } from "../rules.ts";
import { biteshipError } from "./contract.ts";

export type BiteshipCall = ReturnType<typeof biteshipCall>;

/** Makes the function that calls Biteship. A refusal is an error, with Biteship's code. */
export function biteshipCall(config: BiteshipConfig) {
  const service: JsonService = {
    name: "biteship",
    url: config.url,
    headers: { authorization: config.key },
    ...platformLimits,
  };
  return async function call<S extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    schema: S,
    body?: object,
    timeout: number = platformLimits.timeout,
  ): Promise<z.output<S>> {
    const request = { method, path, ...(body ? { body } : {}) };
    const { status, body: answer } = await requestJson({ ...service, timeout }, request);
    if (status >= 400) {
      const code = String(biteshipError.safeParse(answer).data?.code ?? "");
      throw new ServiceError("biteship", "refused", `it answered ${status}`, {
        status,
        code: /^\d{1,12}$/.test(code) ? code : null,
      });
    }
    const read = schema.safeParse(answer);
    if (!read.success) throw new ServiceError("biteship", "unreadable", "its answer has another form");
    return read.data;
  };
}
