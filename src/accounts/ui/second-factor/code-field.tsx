import { TextField } from "#ui/field.tsx";
import { maxTypedCodeLength } from "../../second-factor/rules.ts";

/** The code of the second step where the form takes either kind. */
export function AnyCodeField({ name }: { name: string }) {
  return (
    <TextField
      label="Kode verifikasi atau kode cadangan"
      name={name}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={maxTypedCodeLength}
    />
  );
}
