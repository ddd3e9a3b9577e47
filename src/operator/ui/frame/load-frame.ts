import { data, isRouteErrorResponse, type LoaderFunctionArgs } from "react-router";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { WorklistApi } from "../../worklist/contract.ts";

export type Frame = ApiResponse<WorklistApi["GET /v1/operator/frame"]>["result"];

/**
 * Makes the loader of a page of the console: what `load` returns, and what the console's frame shows. Both are read at
 * once. A page that the role may not open, or whose subject is missing, fails with the frame
 * (see {@link frameOfFailure}).
 */
export function withFrame<Data extends object>(load: (args: LoaderFunctionArgs) => Promise<Data>) {
  return async (args: LoaderFunctionArgs): Promise<Data & { frame: Frame }> => {
    const [loaded, framed] = await Promise.allSettled([
      load(args),
      pageApi<WorklistApi>(args)("GET /v1/operator/frame"),
    ]);
    if (loaded.status === "rejected") throw withFrameOf(loaded.reason, framed);
    if (framed.status === "rejected") throw framed.reason;
    return { ...loaded.value, frame: framed.value.result };
  };
}

type Thrown = { type: "DataWithResponseInit"; data: object | null; init: { status?: number } | null };

// What `pageApi` throws for a call that the API refused.
function isThrownData(reason: unknown): reason is Thrown {
  return (reason as Partial<Thrown> | null)?.type === "DataWithResponseInit";
}

function withFrameOf(reason: unknown, framed: PromiseSettledResult<{ result: Frame }>): unknown {
  if (framed.status === "rejected" || !isThrownData(reason)) return reason;
  const status = reason.init?.status;
  return status === 403 || status === 404 ? data({ ...reason.data, frame: framed.value.result }, { status }) : reason;
}

/** The frame in which the failure of a page of the console is shown; undefined for any other failure. */
export function frameOfFailure(error: unknown): Frame | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  return (error.data as { frame?: Frame } | null)?.frame;
}
