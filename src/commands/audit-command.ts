import { proveChain } from "#audit-log/prove-chain.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { runAudit } from "#orders/audit/run-audit.ts";
import { sumHeldFunds } from "#orders/audit/sum-held-funds.ts";
import { exitCodes, withContext, type Command } from "./command.ts";

export const auditCommand: Command = {
  name: "audit",
  summary: "Check that stock, orders and money agree; a finding puts payouts on hold.",
  help: [
    "The result is stored and counts like that of the nightly audit: while the newest audit has findings, payouts are",
    "on hold. The chain of the audit log is computed again too. Exit code 1 means that something was found.",
  ],
  run: (call) =>
    withContext(call, async (context) => {
      const { checked, findings, balances } = await runAudit(context);
      const { entries, lastHash, broken } = await proveChain(context.db);
      const { held, cash } = sumHeldFunds(balances);
      return {
        exitCode: findings.length === 0 && !broken ? exitCodes.done : exitCodes.found,
        lines: [
          `Held for buyers and sellers: ${formatRupiah(held)}. At providers and banks: ${formatRupiah(cash)}.`,
          ...findings.map(({ invariant, what }) => `${invariant}: ${what}`),
          broken
            ? `The audit log is broken at entry ${broken.id} (${broken.reason}); the ${entries} before it are sound.`
            : `Audit log: ${entries} entries, all sound. Last hash: ${lastHash}`,
          `${checked} checks, ${findings.length} findings.`,
        ],
        json: { checked, findings, held, cash, audit_log: { entries, last_hash: lastHash, broken } },
      };
    }),
};

export const proveCommand: Command = {
  name: "audit-log prove",
  summary: "Compute the chain of the audit log again: no entry was changed, removed or put in between.",
  help: [
    "Entries that were removed from the end are not visible in the chain: keep the printed number and hash elsewhere, and",
    "compare them with the next proof. Exit code 1 means that the chain is broken.",
  ],
  run: (call) =>
    withContext(call, async ({ db }) => {
      const { entries, lastHash, broken } = await proveChain(db);
      return {
        exitCode: broken ? exitCodes.found : exitCodes.done,
        lines: [
          broken
            ? `The chain breaks at entry ${broken.id} (${broken.reason}).`
            : `${entries} entries, each linked to the one before. The last hash is ${lastHash}.`,
        ],
        json: { entries, last_hash: lastHash, broken },
      };
    }),
};
