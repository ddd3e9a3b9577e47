import type { ConsentApi, Consent } from "#accounts/consents/contract.ts";
import { sectionSuccess } from "#accounts/ui/section-success.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import type { Archive, Deletion, PrivacyApi } from "../contract.ts";
import type { DataRequestApi, OwnRequest } from "../requests/contract.ts";
import { RequestPanel } from "../requests/ui/request-panel.tsx";
import type { RequestKind } from "../requests/rules.ts";
import { ArchivePanel } from "./archive-panel.tsx";
import { ConsentPanel } from "./consent-panel.tsx";
import { DeletionPanel } from "./deletion-panel.tsx";

type Data = { consents: Consent[]; archive: Archive | null; deletion: Deletion; requests: OwnRequest[] };
type Calls = PrivacyApi & ConsentApi & DataRequestApi;

/** Consents, the copy of the user's data, requests about it, and deletion; in /profile. */
export const privacySection: Section<Data> = {
  title: "Privasi & data",
  load: async (args) => {
    const api = pageApi<Calls>(args);
    const [consents, archive, deletion, requests] = await Promise.all([
      api("GET /v1/users/consents"),
      api("GET /v1/users/archive"),
      api("GET /v1/users/deletion"),
      api("GET /v1/users/data-requests"),
    ]);
    return {
      consents: consents.result.purposes,
      archive: archive.result,
      deletion: deletion.result,
      requests: requests.result,
    };
  },
  act: async (args, form) => {
    const api = pageApi<Calls>(args);
    const typed = (name: string) => String(form.get(name) ?? "");
    const again = form.has("password_again") ? { current_password: typed("password_again") } : {};
    const [intent, requestId = ""] = typed("intent").split(" ");
    try {
      switch (intent) {
        case "consent": {
          const params = { purpose: typed("purpose") as Consent["purpose"] };
          const { message } = await api("PUT /v1/users/consents/:purpose", {
            params,
            body: { given: typed("given") === "1" },
          });
          return sectionSuccess(message);
        }
        case "delete": {
          const body = { understood: form.getAll("understood").includes("1"), ...again };
          return sectionSuccess((await api("POST /v1/users/deletion", { body })).message);
        }
        case "request": {
          const body = { kind: typed("kind") as RequestKind, text: typed("text"), ...again };
          return sectionSuccess((await api("POST /v1/users/data-requests", { body })).message);
        }
        case "withdraw": {
          const params = { requestId };
          return sectionSuccess((await api("POST /v1/users/data-requests/:requestId/withdraw", { params })).message);
        }
        case "keep":
          return sectionSuccess((await api("DELETE /v1/users/deletion")).message);
        default:
          return sectionSuccess((await api("POST /v1/users/archive", { body: again })).message);
      }
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: PrivacyView,
};

function PrivacyView({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  const of = (intent: string) => (failure?.values.intent === intent ? failure : undefined);
  const isGoing = data.deletion.due_at !== null;
  const deletion = <DeletionPanel deletion={data.deletion} failure={of("delete") ?? of("keep")} />;
  return (
    <>
      {isGoing && deletion}
      <ConsentPanel consents={data.consents} failure={of("consent")} />
      <ArchivePanel archive={data.archive} failure={of("archive")} />
      <RequestPanel requests={data.requests} failure={failure} />
      {!isGoing && deletion}
    </>
  );
}
