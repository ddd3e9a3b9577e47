// A process of its own that handles one payout, so that a test can kill it. It gets the address of the database and the
// payout's id as arguments, and its settings from the environment.
import { createAuthenticate } from "../src/accounts/session/session.ts";
import { createMergeAtLogin } from "../src/cart/merge-carts.ts";
import { readConfig } from "../src/lib/config.ts";
import { openContext } from "../src/lib/open-context.ts";
import { advancePayout } from "../src/payments/payouts/advance-payout.ts";

const [, , databaseUrl = "", payoutId = ""] = process.argv;
const config = readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", DEMO: "1", PORT: "0", ...process.env });
const context = await openContext(config, databaseUrl, createAuthenticate, createMergeAtLogin);
await advancePayout(context, payoutId, context.clock.now());
process.exit(0);
