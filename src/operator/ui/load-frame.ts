import type { LoaderFunctionArgs } from "react-router";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { WorklistApi } from "../worklist/contract.ts";

export type Frame = ApiResponse<WorklistApi["GET /v1/operator/frame"]>["result"];

/**
 * Makes the loader of a page of the console: what `load` returns, and what the console's frame shows. Both are read at
 * once.
 */
export function withFrame<Data extends object>(load: (args: LoaderFunctionArgs) => Promise<Data>) {
  return async (args: LoaderFunctionArgs): Promise<Data & { frame: Frame }> => {
    const [data, { result: frame }] = await Promise.all([
      load(args),
      pageApi<WorklistApi>(args)("GET /v1/operator/frame"),
    ]);
    return { ...data, frame };
  };
}
