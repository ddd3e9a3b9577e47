import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { payoutStatusNames, type PayoutStatus } from "../rules.ts";
import { WithdrawalView, type OneWithdrawal } from "./withdrawal-views.tsx";

function factsOf(status: PayoutStatus): string[] {
  const withdrawal: OneWithdrawal["withdrawal"] = {
    id: "019a0000-0000-7000-8000-000000000001",
    reference: "TARIK-1",
    amount: 60_000_000,
    fee: 2_500,
    received: 59_997_500,
    bank_name: "BCA",
    number: "•••• 7890",
    holder_name: "Sari",
    status,
    is_rejected: status === "cancelled",
    reason: null,
    is_automatic: false,
    requested_at: "2026-11-29T03:00:00.000Z",
    sent_at: null,
    paid_at: null,
    closed_at: null,
    events: [],
    zone: "WIB",
  };
  const router = createMemoryRouter([
    { path: "/", element: <WithdrawalView data={{ withdrawal, notice: null }} failure={undefined} /> },
  ]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  return [...html.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, name]) => name ?? "");
}

test("a withdrawal whose money came back names neither a fee nor a sum that reached the account", () => {
  const isReturned = (status: PayoutStatus) => factsOf(status).includes("Kembali ke saldo");
  const isPaid = (status: PayoutStatus) =>
    factsOf(status).includes("Biaya penarikan") && factsOf(status).includes("Masuk ke rekening");
  expect(payoutStatusNames.filter(isReturned)).toEqual(["failed", "returned", "cancelled"]);
  expect(payoutStatusNames.filter(isPaid)).toEqual(["requested", "approved", "sent", "paid"]);
});
