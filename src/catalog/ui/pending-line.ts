import { hrefs } from "#hrefs.ts";
import { browserCall } from "#lib/api-client.ts";

/** Added to the product's address to which the login leads back after "+ Keranjang"; buy-box.tsx recognises it. */
const pendingLineHash = "#keranjang";

type RefusedResponse = { status: number; body: unknown };
const messageOf = ({ body }: RefusedResponse) => (body as { message: string }).message;

/** Stores the visitor's wish and opens the login, which leads back to this page. Returns the message of a refusal. */
export async function logInWithPendingLine(wish: {
  variant_id: string;
  quantity: number;
}): Promise<string | undefined> {
  const kept = await browserCall("POST", "/v1/cart/wish", { body: wish });
  if (kept.status !== 200) return messageOf(kept);
  location.assign(hrefs.login(location.pathname + location.search + pendingLineHash));
  return undefined;
}

/** Adds the wish from before the login to the cart, once. Returns null on success, the message of a refusal, or undefined without a login. */
export async function redeemPendingLine(): Promise<string | null | undefined> {
  history.replaceState(history.state, "", location.pathname + location.search);
  const answer = await browserCall("POST", "/v1/cart/wish/redeem", { asks: false });
  if (answer.status === 401) return undefined;
  return answer.status === 200 ? null : messageOf(answer);
}
