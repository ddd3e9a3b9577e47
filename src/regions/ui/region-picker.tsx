import { useEffect, useRef, useState } from "react";
import { browserCall, typedApi } from "#lib/api-client.ts";
import { SelectField } from "#ui/field.tsx";
import { Finder } from "#ui/finder.tsx";
import type { Point } from "#ui/map/point.ts";
import type { LocatedRegion, RegionApi } from "../contract.ts";

/** The four steps from province to village, with the field names of the address form. */
export const regionSteps = [
  { name: "province_code", label: "Provinsi", empty: "Pilih provinsi" },
  { name: "regency_code", label: "Kabupaten atau kota", empty: "Pilih kabupaten atau kota" },
  { name: "district_code", label: "Kecamatan", empty: "Pilih kecamatan" },
  { name: "village_code", label: "Kelurahan atau desa", empty: "Pilih kelurahan atau desa" },
] as const;

/** Selected codes by step (empty text: none), and the options of each step. */
export type RegionChoice = { chosen: readonly string[]; choices: readonly (readonly LocatedRegion[])[] };

const api = typedApi<RegionApi>(browserCall);

/** The position of the innermost selected region; a province is too large for the map. */
export function centerOf({ chosen, choices }: RegionChoice): Point | null {
  for (let step = 3; step >= 1; step -= 1) {
    const region = choices[step]?.find(({ code }) => code === chosen[step]);
    if (region && region.lat !== null && region.lng !== null) return { lat: region.lat, lng: region.lng };
  }
  return null;
}

async function listOf(parent: string): Promise<LocatedRegion[]> {
  return (await api("GET /v1/regions", { query: { parent } })).result;
}

/** "32.73.02.1004" gives "32", "32.73", "32.73.02" and itself. */
const stepsOf = (code: string) => code.split(".").map((_, at, parts) => parts.slice(0, at + 1).join("."));

/**
 * Four selects: choosing an option loads the options of the next. The search above them fills as many selects as its
 * result allows. Without scripts the options of the current address are shown, and `RegionSteps` asks for others.
 */
export function RegionPicker({
  start,
  errors,
  searchClass,
  onCentre,
  onFill,
}: {
  start: RegionChoice;
  errors: Record<string, string[]> | undefined;
  /** Class of the row that contains the search. */
  searchClass?: string | undefined;
  /** Called with the position of the selected region whenever it changes. */
  onCentre?: (centre: Point | null) => void;
  /** Called when the search has filled in the selects, which is no input of the user for the form. */
  onFill?: () => void;
}) {
  const [state, setState] = useState(start);
  const [failed, setFailed] = useState<number>();
  const { chosen, choices } = state;
  const listeners = useRef({ onCentre, onFill });
  useEffect(() => {
    listeners.current = { onCentre, onFill };
  });
  useEffect(() => listeners.current.onCentre?.(centerOf(state)), [state]);
  const [fills, setFills] = useState(0);
  useEffect(() => {
    if (fills > 0) listeners.current.onFill?.();
  }, [fills]);

  async function choose(step: number, code: string) {
    setFailed(undefined);
    setState((now) => ({
      chosen: now.chosen.map((old, at) => (at < step ? old : at === step ? code : "")),
      choices: now.choices.map((old, at) => (at <= step ? old : [])),
    }));
    if (code === "" || step === 3) return;
    try {
      const result = await listOf(code);
      // The user may have chosen another option meanwhile.
      setState((now) =>
        now.chosen[step] === code
          ? { ...now, choices: now.choices.map((old, at) => (at === step + 1 ? result : old)) }
          : now,
      );
    } catch {
      setFailed(step + 1);
    }
  }

  const selects = useRef<(HTMLSelectElement | null)[]>([]);
  useEffect(() => {
    // A restored draft has the chosen codes, but the options to choose from must be loaded.
    if (chosen.some((code, step) => code !== "" && !choices[step]?.length))
      return void take(chosen.findLast((code) => code !== "") ?? "");
    // What was chosen before the script ran. The first change clears the steps below it.
    const changed = selects.current.findIndex((select, step) => select && select.value !== (chosen[step] ?? ""));
    const select = selects.current[changed];
    if (select) void choose(changed, select.value);
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps

  async function take(code: string) {
    setFailed(undefined);
    const codes = stepsOf(code);
    try {
      const lists = await Promise.all(codes.slice(0, 3).map(listOf));
      setState((now) => ({
        chosen: now.chosen.map((_, at) => codes[at] ?? ""),
        choices: now.choices.map((old, at) => (at === 0 ? old : (lists[at - 1] ?? []))),
      }));
      setFills((count) => count + 1);
    } catch {
      setFailed(0);
    }
  }

  return (
    <>
      <div className={searchClass}>
        <Finder
          label="Cari wilayah"
          placeholder="Misalnya Coblong, Bandung"
          hint="Kecamatan, kelurahan, atau kota. Atau pilih satu per satu di bawah ini."
          search={async (text, signal) =>
            (await api("GET /v1/regions/search", { query: { name: text }, signal })).result.map((found) => ({
              ...found,
              key: found.code,
            }))
          }
          onChoose={({ code }) => void take(code)}
        />
      </div>
      {regionSteps.map(({ name, label, empty }, step) => (
        <SelectField
          key={name}
          ref={(select) => void (selects.current[step] = select)}
          label={label}
          name={name}
          empty={empty}
          options={(choices[step] ?? []).map(({ code, name: text }) => ({ value: code, label: text }))}
          value={chosen[step] ?? ""}
          onChange={(event) => void choose(step, event.currentTarget.value)}
          errors={failed === step ? ["Daftar belum termuat. Pilih lagi di atas."] : errors?.[name]}
        />
      ))}
    </>
  );
}
