import { useState } from "react";
import { browserCall, typedApi } from "#lib/api-client.ts";
import { SelectField } from "#ui/field.tsx";
import type { Region, RegionApi } from "../contract.ts";

/** The four steps from province to village, in the names of the address form. */
export const regionSteps = [
  { name: "province_code", label: "Provinsi", empty: "Pilih provinsi" },
  { name: "regency_code", label: "Kabupaten atau kota", empty: "Pilih kabupaten atau kota" },
  { name: "district_code", label: "Kecamatan", empty: "Pilih kecamatan" },
  { name: "village_code", label: "Kelurahan atau desa", empty: "Pilih kelurahan atau desa" },
] as const;

/** Chosen codes by step (empty text: none) and the choices of each step. */
export type RegionChoice = { chosen: readonly string[]; choices: readonly (readonly Region[])[] };

/**
 * Four selects; choosing one fetches the choices of the next. Without scripts the choices of the address's own steps are
 * there, and `StepByStep` asks for others.
 */
export function RegionPicker({ start, errors }: { start: RegionChoice; errors: Record<string, string[]> | undefined }) {
  const [{ chosen, choices }, setState] = useState(start);
  const [failed, setFailed] = useState<number>();

  async function choose(step: number, code: string) {
    setFailed(undefined);
    setState((now) => ({
      chosen: now.chosen.map((old, at) => (at < step ? old : at === step ? code : "")),
      choices: now.choices.map((old, at) => (at <= step ? old : [])),
    }));
    if (code === "" || step === 3) return;
    try {
      const { result } = await typedApi<RegionApi>(browserCall)("GET /v1/regions", { query: { parent: code } });
      // Somebody quick may have chosen another one meanwhile.
      setState((now) =>
        now.chosen[step] === code
          ? { ...now, choices: now.choices.map((old, at) => (at === step + 1 ? result : old)) }
          : now,
      );
    } catch {
      setFailed(step + 1);
    }
  }

  return regionSteps.map(({ name, label, empty }, step) => (
    <SelectField
      key={name}
      label={label}
      name={name}
      empty={empty}
      options={(choices[step] ?? []).map(({ code, name: text }) => ({ value: code, label: text }))}
      value={chosen[step] ?? ""}
      onChange={(event) => void choose(step, event.currentTarget.value)}
      errors={failed === step ? ["Daftar belum termuat. Pilih lagi di atas."] : errors?.[name]}
    />
  ));
}
