import { hrefs } from "#hrefs.ts";
import { browserCall } from "#lib/api-client.ts";

/** Where the login of a visitor who pressed "+ Keranjang" leads back to; the product's page (buy-box.tsx) knows it. */
const wishHash = "#keranjang";

type Refused = { status: number; body: unknown };
const sentence = ({ body }: Refused) => (body as { message: string }).message;

/** What a visitor wants waits while they log in, which leads back to this page. Answers why not when it is refused. */
export async function logInWithWish(wish: { variant_id: string; quantity: number }): Promise<string | undefined> {
  const kept = await browserCall("POST", "/v1/cart/wish", { body: wish });
  if (kept.status !== 200) return sentence(kept);
  location.assign(hrefs.login(location.pathname + location.search + wishHash));
  return undefined;
}

/** Puts into the cart what was wanted before the login: null when it is there, why not otherwise; once. */
export async function redeemWish(): Promise<string | null | undefined> {
  history.replaceState(history.state, "", location.pathname + location.search);
  const answer = await browserCall("POST", "/v1/cart/wish/redeem", { asks: false });
  if (answer.status === 401) return undefined;
  return answer.status === 200 ? null : sentence(answer);
}
