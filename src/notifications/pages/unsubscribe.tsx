import { Form, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { accountHrefs } from "#account-hrefs.ts";
import { ApiError, callContext, typedApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import type { ChannelApi } from "../channels/contract.ts";
import { preferenceSubjects, type PreferenceKind } from "../rules.ts";
import styles from "./unsubscribe.module.css";

type UnsubscribeState = { kind: PreferenceKind; email: boolean } | { kind: undefined; message: string };

export const handle: PageHandle = { layout: "work", head: () => ({ title: "Berhenti menerima email", noindex: true }) };

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

async function refuseUnknown(work: () => Promise<UnsubscribeState>): Promise<UnsubscribeState> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return { kind: undefined, message: error.message };
    throw error;
  }
}

/** Opening the page changes nothing, because mail programs open links by themselves. */
export function loader({ request, context }: LoaderFunctionArgs): Promise<UnsubscribeState> {
  const api = typedApi<ChannelApi>(context.get(callContext));
  const query = { link: tokenIn(request) };
  return refuseUnknown(async () => (await api("GET /v1/notifications/unsubscribe", { query })).result);
}

/** Ends the mails, after a click on the button or a request of the user's mail program (RFC 8058). */
export function action({ request, context }: ActionFunctionArgs): Promise<UnsubscribeState> {
  const api = typedApi<ChannelApi>(context.get(callContext));
  const body = { link: tokenIn(request) };
  return refuseUnknown(async () => ({
    ...(await api("POST /v1/notifications/unsubscribe", { body })).data,
    email: false,
  }));
}

export function Component() {
  const loaded = useLoaderData() as UnsubscribeState;
  const found = (useActionData() as UnsubscribeState | undefined) ?? loaded;
  const name = found.kind && preferenceSubjects[found.kind].name.toLowerCase();
  return (
    <div className={`wrap ${styles.page}`}>
      <Panel>
        {found.kind === undefined ? (
          <>
            <h1>Tautan tidak dikenal</h1>
            <p>{found.message}</p>
          </>
        ) : found.email ? (
          <>
            <h1>Berhenti menerima email {name}?</h1>
            <p>{preferenceSubjects[found.kind].about}. Di aplikasi kabar ini tetap Anda terima.</p>
            <Form method="post">
              <Button>Berhenti menerima</Button>
            </Form>
          </>
        ) : (
          <>
            <h1>Email {name} dihentikan</h1>
            <p>Anda tidak menerima email {name} lagi. Di aplikasi kabar ini tetap Anda terima.</p>
          </>
        )}
        <ButtonLink variant="outline" href={accountHrefs.notificationSettings()}>
          Atur notifikasi
        </ButtonLink>
      </Panel>
    </div>
  );
}
