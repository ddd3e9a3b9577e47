import { encode } from "uqr";
import { createOperator, promoteToOperator } from "#accounts/operators/create-operator.ts";
import { newOperator } from "#accounts/operators/contract.ts";
import { hrefs } from "#hrefs.ts";
import { operatorRoles } from "#accounts/operators/rules.ts";
import { beginFirstFactor, confirmFirstFactor, resetFactor } from "#accounts/operators/set-first-factor.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { email as emailField, invalidRefusal } from "#lib/schema.ts";
import { CommandError, exitCodes, optionText, withContext, type Call, type Command } from "./command.ts";

async function required(call: Call, option: string, question: string): Promise<string> {
  const answer = optionText(call, option) ?? (await call.terminal.ask(question));
  if (answer === undefined || answer.trim() === "")
    throw new CommandError(exitCodes.usage, `Say the ${option}: --${option}, or as a line of the standard input.`);
  return answer;
}

function parsedEmail(typed: string): string {
  const parsed = emailField.safeParse(typed);
  if (!parsed.success) throw invalidRefusal(parsed.error.issues.map((issue) => ({ ...issue, path: ["email"] })));
  return parsed.data;
}

function parsedRole(call: Call) {
  const typed = optionText(call, "role") ?? "owner";
  const role = operatorRoles.find((one) => one === typed);
  if (!role) throw new CommandError(exitCodes.usage, `--role is one of ${operatorRoles.join(", ")}.`);
  return role;
}

/** Two rows of the QR code are one line of half blocks. Light on dark terminals, as most are. */
function drawQr(text: string): string[] {
  const { data, size } = encode(text, { ecc: "L", border: 2 });
  const isDark = (x: number, y: number) => data[y]?.[x] ?? false;
  const sign = (upper: boolean, lower: boolean) => (upper ? (lower ? " " : "▄") : lower ? "▀" : "█");
  return Array.from({ length: Math.ceil(size / 2) }, (_, row) =>
    Array.from({ length: size }, (__, x) => sign(isDark(x, row * 2), isDark(x, row * 2 + 1))).join(""),
  );
}

/** Sets up the authenticator app while the person is there. Without a person it waits for the first login. */
async function setUpFactor(context: Context, { terminal }: Call, userId: string): Promise<string[] | undefined> {
  if (!terminal.isInteractive) return undefined;
  const { manual_key, uri } = await beginFirstFactor(context, userId, context.clock.now());
  for (const line of drawQr(uri)) terminal.note(line);
  terminal.note(`Scan this code with an authenticator app, or type the key: ${manual_key}`);
  for (;;) {
    const code = await terminal.ask("Code of the app (empty: set it up at the first login): ");
    if (!code?.trim()) return undefined;
    try {
      return await confirmFirstFactor(context, userId, code, context.clock.now());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      terminal.note("This code is wrong. Is the clock of the phone right?");
    }
  }
}

const create: Command = {
  name: "operator create",
  summary: "Create the account of an operator, and set up its second factor.",
  help: [
    "Asks for what is missing: e-mail, name, password. In a script, write them as lines to the standard input; the",
    "password is never an argument. With a terminal, the authenticator app is set up at once. Otherwise the operator",
    "has to set it up at the first login, before the console opens: do that on the same day.",
  ],
  options: {
    email: { value: "ADDRESS", meaning: "the operator's e-mail" },
    name: { value: "NAME", meaning: "the operator's name" },
    role: { value: "ROLE", meaning: `one of ${operatorRoles.join(", ")}; default: owner` },
    promote: { meaning: "make an existing account of a buyer that of an operator; it keeps its password" },
  },
  async run(call) {
    const role = parsedRole(call);
    return withContext(call, async (context) => {
      const email = parsedEmail(await required(call, "email", "E-mail: "));
      const input = call.options.promote ? undefined : await readNewOperator(call, email, role);
      const now = context.clock.now();
      const id = input ? await createOperator(context, input, now) : await promoteToOperator(context, email, role, now);
      const codes = await setUpFactor(context, call, id);
      const factor = codes ? "set up" : "at the first login";
      return {
        lines: [
          `Operator ${email} (${role}) ${input ? "created" : "promoted"}. Second factor: ${factor}.`,
          ...(codes ? ["Recovery codes, each works once; write them down, they are shown only now:", ...codes] : []),
          `Log in at ${new URL(hrefs.login(), call.config.publicUrl).href}.`,
        ],
        json: { id, email, role, second_factor: factor, recovery_codes: codes ?? [] },
      };
    });
  },
};

async function readNewOperator(call: Call, email: string, role: (typeof operatorRoles)[number]) {
  const name = await required(call, "name", "Name: ");
  const password = await call.terminal.askSecret("Password: ");
  if (call.terminal.isInteractive && (await call.terminal.askSecret("Password again: ")) !== password)
    throw new CommandError(exitCodes.refused, "The two passwords differ.");
  const parsed = newOperator.safeParse({ name, email, password, role });
  if (!parsed.success) throw invalidRefusal(parsed.error.issues);
  return parsed.data;
}

const reset: Command = {
  name: "operator reset-factor",
  summary: "Remove the second factor and passkeys of an operator who lost them.",
  help: [
    "Ends all sessions of the operator and sends a mail. A new second factor is set up at once, or at the next login.",
  ],
  options: { email: { value: "ADDRESS", meaning: "the operator's e-mail" } },
  async run(call) {
    return withContext(call, async (context) => {
      const email = parsedEmail(await required(call, "email", "E-mail: "));
      const id = await resetFactor(context, email, context.clock.now());
      const codes = await setUpFactor(context, call, id);
      const factor = codes ? "set up" : "at the first login";
      return {
        lines: [
          `The second factor of ${email} was removed and all sessions ended. New second factor: ${factor}.`,
          ...(codes ? ["Recovery codes, each works once; write them down, they are shown only now:", ...codes] : []),
        ],
        json: { id, email, second_factor: factor, recovery_codes: codes ?? [] },
      };
    });
  },
};

export const operatorCommands: readonly Command[] = [create, reset];
