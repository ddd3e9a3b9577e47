import { hrefs } from "#hrefs.ts";
import { browserCall } from "#lib/api-client.ts";

/** Hash of the address to which the login returns after "+ Keranjang". buy-box.tsx reads it. */
const pendingLineHash = "#keranjang";

type RefusedResponse = { status: number; body: unknown };
const messageOf = ({ body }: RefusedResponse) => (body as { message: string }).message;

/**
 * Stores what the visitor wants to buy and opens the login, which returns to this page. Returns the message of a
 * refusal.
 */
export async function logInWithPendingLine(line: {
  variant_id: string;
  quantity: number;
}): Promise<string | undefined> {
  const response = await browserCall("POST", "/v1/cart/wish", { body: line });
  if (response.status !== 200) return messageOf(response);
  location.assign(hrefs.login(location.pathname + location.search + pendingLineHash));
  return undefined;
}

/**
 * Adds what the visitor wanted to buy before the login to the cart, once. Returns null on success, the message of a
 * refusal, or undefined without a login.
 */
export async function redeemPendingLine(): Promise<string | null | undefined> {
  history.replaceState(history.state, "", location.pathname + location.search);
  const answer = await browserCall("POST", "/v1/cart/wish/redeem", { asks: false });
  if (answer.status === 401) return undefined;
  return answer.status === 200 ? null : messageOf(answer);
}
