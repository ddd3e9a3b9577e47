import { Form, redirectDocument, type ActionFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { callContext, typedApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { Button } from "#ui/button.tsx";
import type { AccountApi } from "../contract.ts";
import { AuthFrame } from "../ui/auth-frame.tsx";

export const handle: PageHandle = { layout: "auth", head: () => ({ title: "Keluar", noindex: true }) };

/**
 * Ends the session and loads /login as a whole new document (docs/requirements.md S119), so that nothing of the user
 * stays in memory.
 */
export async function action({ context }: ActionFunctionArgs) {
  await typedApi<AccountApi>(context.get(callContext))("POST /v1/auth/logout");
  return redirectDocument(hrefs.login(undefined, "logged-out"));
}

/** Only a button ends the session; a link to this page asks first. */
export function Component() {
  return (
    <AuthFrame
      title="Keluar"
      lead="Keluar dari akun di perangkat ini?"
      foot="Keranjang dan pesanan Anda tetap tersimpan."
    >
      <Form method="post">
        <Button wide icon="logout">
          Keluar
        </Button>
      </Form>
    </AuthFrame>
  );
}
