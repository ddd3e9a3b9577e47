import { data } from "react-router";
import type { PageHandle } from "#lib/page.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

async function load(): Promise<never> {
  // oxlint-disable-next-line typescript/only-throw-error -- what the router takes for a missing page
  throw data({ message: "Halaman ini tidak ada." }, { status: 404 });
}

/** An address that the console does not have: operators see its frame, others the missing page of the site. */
export const loader = withFrame(load);

/** A form that was sent to such an address. */
export const action = load;

export const handle: PageHandle = { layout: "console" };

/** Never shown, because the loader always fails. */
export function Component() {
  return null;
}
