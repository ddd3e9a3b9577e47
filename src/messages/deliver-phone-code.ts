import type { Context } from "#lib/context.ts";
import { addDuration, minute } from "#lib/time.ts";
import { MessageRefused, type CodeSender } from "./code-sender.ts";
import type { PhoneCode } from "./contract.ts";
import { deliverOnce } from "./deliver-once.ts";
import { fonnteSender } from "./fonnte-sender.ts";
import { storeCode } from "./outbox.ts";
import { whatsappSender } from "./whatsapp-sender.ts";

/** The sender that the settings choose. */
function senderOf({ config, clock }: Pick<Context, "config" | "clock">): CodeSender {
  const { codes, timeout } = config.messages;
  switch (codes.by) {
    case "whatsapp":
      return whatsappSender(codes, timeout);
    case "fonnte":
      return fonnteSender(codes, timeout);
    case "outbox":
      return (message) => storeCode(config.dataDir, { ...message, at: clock.now() });
  }
}

/**
 * Sends one code now, at most once for its `dedupeKey`, and never after it has expired. Only jobs call it. Throws when
 * the provider failed, so that the job is retried.
 */
export async function deliverPhoneCode(
  context: Pick<Context, "db" | "clock" | "config" | "log">,
  { phone, code, minutes, dedupeKey, queuedAt }: PhoneCode & { queuedAt: string },
): Promise<void> {
  await deliverOnce(context, "phone", dedupeKey, async () => {
    // Compares real times, as the queue does: moving a demo's clock forward makes no code expire.
    if (addDuration(new Date(queuedAt), minutes * minute) <= new Date()) throw new MessageRefused("too late");
    await senderOf(context)({ phone, code, minutes, key: dedupeKey });
  });
}
