import { z } from "zod";
import { MessageRefused, type CodeSender } from "./code-sender.ts";

const accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const refusal = z.object({ error: z.object({ code: z.number() }) });

/**
 * Errors that are permanent for this number or text: no WhatsApp there (131026), recipient not allowed (131030), or
 * blocked by policy (131049, 131050). All others (limits, outages, a wrong token or template) can be corrected and are
 * retried.
 */
const permanentErrors = new Set([131026, 131030, 131049, 131050]);

/**
 * Sends codes with the WhatsApp Cloud API: an `authentication` template with the code in its text and in its copy
 * button.
 */
export function whatsappSender(
  { url, token, phoneId, template }: { url: URL; token: string; phoneId: string; template: string },
  timeout: number,
): CodeSender {
  const target = `${url.href.replace(/\/$/, "")}/${encodeURIComponent(phoneId)}/messages`;
  return async ({ phone, code }) => {
    const text = [{ type: "text", text: code }];
    const response = await fetch(target, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(timeout),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: phone.replace("+", ""),
        type: "template",
        template: {
          name: template,
          language: { code: "id" },
          components: [
            { type: "body", parameters: text },
            { type: "button", sub_type: "url", index: "0", parameters: text },
          ],
        },
      }),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && accepted.safeParse(body).success) return;
    const known = refusal.safeParse(body);
    const reason = `whatsapp ${response.status}${known.success ? ` code ${known.data.error.code}` : ""}`;
    if (known.success && permanentErrors.has(known.data.error.code)) throw new MessageRefused(reason);
    throw new Error(reason);
  };
}
