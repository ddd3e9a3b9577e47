import { z } from "zod";
import { MessageRefused, type CodeSender } from "./code-sender.ts";
import { codeMessage } from "./rules.ts";

const answer = z.object({ status: z.boolean(), reason: z.string().optional() });

/** Sends codes with Fonnte. It answers 200 for refused messages too; only `status: true` means accepted. */
export function fonnteSender({ url, token }: { url: URL; token: string }, timeout: number): CodeSender {
  const target = `${url.href.replace(/\/$/, "")}/send`;
  return async ({ phone, code, minutes }) => {
    const response = await fetch(target, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(timeout),
      headers: { authorization: token },
      body: new URLSearchParams({
        target: phone.replace("+", ""),
        message: codeMessage(code, minutes),
        countryCode: "62",
      }),
    });
    const parsed = answer.safeParse(await response.json().catch(() => undefined));
    if (response.ok && parsed.success && parsed.data.status) return;
    const reason = parsed.success ? (parsed.data.reason ?? "") : "";
    if (/target (is )?invalid|invalid target|not registered/i.test(reason)) throw new MessageRefused("fonnte target");
    // The reason is not logged, because it may contain the number.
    throw new Error(`fonnte ${response.status}${parsed.success ? " refused" : " unreadable"}`);
  };
}
