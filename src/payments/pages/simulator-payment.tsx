import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { PaymentApi } from "../contract.ts";
import styles from "./simulator-payment.module.css";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = pageApi<PaymentApi>({ request, context });
  const { result } = await api("GET /v1/simulator/payments/:reference", {
    params: { reference: params.reference ?? "" },
  });
  return result;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = pageApi<PaymentApi>({ request, context });
  try {
    await api("POST /v1/simulator/payments/:reference", {
      params: { reference: params.reference ?? "" },
      body: { action: form.get("intent") === "pay" ? "pay" : "expire" },
    });
  } catch (error) {
    return formFailure(error, form);
  }
  const back = String(form.get("payment") ?? "");
  return redirect(back ? hrefs.payment(back) : operatorHrefs.simulatorPayment(params.reference ?? ""));
}

export const handle: PageHandle = { layout: "checkout", head: () => ({ title: "Bank simulasi", noindex: true }) };

const states: Record<string, string> = {
  pending: "Menunggu dibayar",
  paid: "Sudah dibayar",
  expired: "Dibiarkan lewat",
  cancelled: "Ditutup oleh pasar",
};

/** The page of the simulated bank: pays a charge or lets it expire, and sends the marketplace a signed notification. */
export function Component() {
  const charge = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Bank simulasi</h1>
      <FormNotice failure={failure && "failed" in failure ? failure : undefined} alone />
      <section className={styles.panel}>
        <dl className={styles.facts}>
          <div>
            <dt>Cara bayar</dt>
            <dd>{charge.method_name}</dd>
          </div>
          <div>
            <dt>Tagihan</dt>
            <dd className={styles.amount}>{formatRupiah(charge.amount)}</dd>
          </div>
          <div>
            <dt>Nomor acuan</dt>
            <dd>{charge.reference}</dd>
          </div>
          <div>
            <dt>Keadaan</dt>
            <dd>
              <b>{states[charge.status] ?? charge.status}</b>
            </dd>
          </div>
        </dl>
        {charge.status === "pending" ? (
          <Form method="post" className={styles.pair}>
            <input type="hidden" name="payment" value={charge.payment_id ?? ""} />
            <Button name="intent" value="pay">
              Bayar {formatRupiah(charge.amount)}
            </Button>
            <Button name="intent" value="expire" variant="outline">
              Biarkan lewat
            </Button>
          </Form>
        ) : (
          charge.payment_id && <ButtonLink href={hrefs.payment(charge.payment_id)}>Kembali ke pembayaran</ButtonLink>
        )}
        <p className={styles.quiet}>
          Tidak ada uang sungguhan. Bank ini mengirim pemberitahuan bertanda tangan seperti bank yang sebenarnya.
        </p>
      </section>
    </div>
  );
}
