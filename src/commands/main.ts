/** The process of `npm run kawung`. It ends when its output is written, also while connections are still closing. */
import { runCommand } from "./run-command.ts";

const code = await runCommand(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
