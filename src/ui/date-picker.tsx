// The grid and the frame handle keys for the elements inside them (ARIA's date picker dialog).
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-static-element-interactions */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { longMonthNames } from "#lib/time.ts";
import { classes } from "./class-names.ts";
import {
  parseDay,
  shiftDay,
  shiftMonth,
  formatSpokenDay,
  formatTypedDay,
  weekdayOf,
  weekdays,
  weeksOf,
  type Day,
} from "./date.ts";
import styles from "./date-picker.module.css";
import fieldStyles from "./field.module.css";
import { FieldFrame, useField, type FieldProps } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";
import { Icon } from "./icon.tsx";
import { setProblem } from "./validation-messages.ts";

/**
 * A day, typed as people write it (21/11/2026, 21 Nov 2026) or chosen from a calendar with Indonesian names. The form
 * sends `YYYY-MM-DD`. On touch screens and without scripts it is the system's own date input.
 */
export function DatePickerField({
  label,
  name,
  hint,
  errors,
  hideLabel,
  id,
  required = true,
  disabled = false,
  defaultValue,
  min,
  max,
  today,
  onDay,
}: FieldProps & {
  id?: string;
  required?: boolean;
  disabled?: boolean;
  /** `YYYY-MM-DD`, or the text that was typed before. */
  defaultValue?: string | null | undefined;
  min?: Day;
  max?: Day;
  /** The day to start at and to mark. Default: the device's current day. */
  today?: Day;
  onDay?: (day: Day | null) => void;
}) {
  const field = useField(id, { hint, errors });
  const hydrated = useHydrated();
  const [native, setNative] = useState(true);
  const [text, setText] = useState(() => formatShown(defaultValue));
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const day = parseDay(text);
  const outside = day !== null && ((min !== undefined && day < min) || (max !== undefined && day > max));

  useLayoutEffect(() => {
    if (!hydrated || !matchMedia("(pointer: fine)").matches) return;
    // Keep the day that was chosen before the script ran.
    if (input.current?.value) setText(formatShown(input.current.value));
    setNative(false);
  }, [hydrated]);
  const problem =
    text.trim() === ""
      ? ""
      : day === null
        ? "Tulis tanggal seperti 21/11/2026."
        : outside
          ? `Pilih tanggal ${[min && `mulai ${formatTypedDay(min)}`, max && `sampai ${formatTypedDay(max)}`].filter(Boolean).join(" ")}.`
          : "";
  useEffect(() => {
    if (!native && input.current) setProblem(input.current, problem);
  }, [problem, native]);
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      if (!(event.target instanceof Node) || !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, [open]);

  function choose(next: Day): void {
    setText(formatTypedDay(next));
    setOpen(false);
    field.onInput?.();
    onDay?.(next);
    button.current?.focus();
  }

  if (native)
    return (
      <FieldFrame {...{ field, label, hint, errors, hideLabel }} optional={!required}>
        <input
          {...field}
          ref={input}
          type="date"
          name={name}
          min={min}
          max={max}
          required={required}
          disabled={disabled}
          defaultValue={day ?? ""}
          className={fieldStyles.input}
          onChange={(event) => {
            setText(formatShown(event.currentTarget.value));
            onDay?.(parseDay(event.currentTarget.value));
          }}
        />
      </FieldFrame>
    );
  const start = day ?? today ?? todayLocal();
  return (
    <FieldFrame {...{ field, label, hint, errors, hideLabel }} optional={!required}>
      <div ref={frame} className={styles.frame} onKeyDown={(event) => event.key === "Escape" && open && closeBy(event)}>
        <input
          {...field}
          ref={input}
          inputMode="numeric"
          autoComplete="off"
          placeholder="hh/bb/tttt"
          required={required}
          disabled={disabled}
          value={text}
          maxLength={24}
          className={classes(fieldStyles.input, styles.input)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onDay?.(parseDay(event.currentTarget.value));
          }}
          onBlur={() => day && setText(formatTypedDay(day))}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" || !event.altKey) return;
            event.preventDefault();
            setOpen(true);
          }}
        />
        <input type="hidden" name={name} value={day ?? text} disabled={disabled} />
        <button
          ref={button}
          type="button"
          className={styles.open}
          disabled={disabled}
          aria-expanded={open}
          aria-haspopup="dialog"
          aria-label={day ? `Pilih tanggal, sekarang ${formatSpokenDay(day)}` : "Pilih tanggal"}
          onClick={() => setOpen(!open)}
        >
          <Icon name="calendar" />
        </button>
        {open && <Calendar {...{ start, day, min, max, today: today ?? todayLocal() }} onChoose={choose} />}
      </div>
    </FieldFrame>
  );

  function closeBy(event: React.KeyboardEvent): void {
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  }
}

function formatShown(value: string | null | undefined): string {
  const day = value ? parseDay(value) : null;
  return day ? formatTypedDay(day) : (value ?? "");
}

function todayLocal(): Day {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}

/** A month. Arrows move by day and week, Page Up and Down by month (with Shift by year), Home and End in the week. */
function Calendar({
  start,
  day,
  min,
  max,
  today,
  onChoose,
}: {
  start: Day;
  day: Day | null;
  min: Day | undefined;
  max: Day | undefined;
  today: Day;
  onChoose: (day: Day) => void;
}) {
  const heading = useId();
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(true);
  const allowed = (one: Day) => (min === undefined || one >= min) && (max === undefined || one <= max);
  const nearest = (one: Day) => (min !== undefined && one < min ? min : max !== undefined && one > max ? max : one);
  const [at, setAt] = useState(() => nearest(start));
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    byKey.current = false;
  }, [at]);

  function move(to: Day, key: boolean): void {
    byKey.current = key;
    setAt(nearest(to));
  }
  const [year = 0, month = 1] = at.split("-").map(Number);
  const years = Array.from({ length: 121 }, (_, index) => year - 100 + index).filter(
    (one) =>
      (min === undefined || one >= Number(min.slice(0, 4))) && (max === undefined || one <= Number(max.slice(0, 4))),
  );
  const turn = (by: 1 | -1) => (
    <button
      type="button"
      aria-label={by === 1 ? "Bulan berikutnya" : "Bulan sebelumnya"}
      disabled={
        !weeksOf(shiftMonth(at, by))
          .flat()
          .some((one) => one && allowed(one))
      }
      onClick={() => move(shiftMonth(at, by), false)}
    >
      <Icon name={by === 1 ? "chevron-right" : "chevron-left"} small />
    </button>
  );
  return (
    <div className={styles.calendar} role="dialog" aria-labelledby={heading}>
      <div className={styles.head}>
        {turn(-1)}
        <span id={heading} className="sr-only" aria-live="polite">
          {longMonthNames[month - 1]} {year}
        </span>
        <span className={styles.choose}>
          <select
            aria-label="Bulan"
            value={month}
            onChange={(event) => move(shiftMonth(at, Number(event.currentTarget.value) - month), false)}
          >
            {longMonthNames.map((one, index) => (
              <option key={one} value={index + 1}>
                {one}
              </option>
            ))}
          </select>
          <select
            aria-label="Tahun"
            value={year}
            onChange={(event) => move(shiftMonth(at, (Number(event.currentTarget.value) - year) * 12), false)}
          >
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </span>
        {turn(1)}
      </div>
      <table
        ref={grid}
        role="grid"
        aria-labelledby={heading}
        onKeyDown={(event) => {
          const to = keyStep(event.key, event.shiftKey, at);
          if (!to) return;
          event.preventDefault();
          move(to, true);
        }}
      >
        <thead>
          <tr>
            {weekdays.map(({ short, name }) => (
              <th key={name} scope="col" abbr={name}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week, index) => (
            <tr key={week.find(Boolean) ?? index}>
              {week.map((one, place) =>
                one === null ? (
                  <td key={weekdays[place]?.name} aria-hidden />
                ) : (
                  <td key={one} aria-selected={one === day}>
                    <button
                      type="button"
                      tabIndex={one === at ? 0 : -1}
                      disabled={!allowed(one)}
                      aria-label={formatSpokenDay(one)}
                      aria-current={one === today ? "date" : undefined}
                      className={classes(styles.day, one === day && styles.chosen, place === 6 && styles.sunday)}
                      onClick={() => onChoose(one)}
                    >
                      {Number(one.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {allowed(today) && (
        <button type="button" className={styles.today} onClick={() => onChoose(today)}>
          Hari ini
        </button>
      )}
    </div>
  );
}

function keyStep(key: string, shift: boolean, at: Day): Day | undefined {
  const weekday = weekdayOf(at);
  const days: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
  };
  if (key === "PageUp" || key === "PageDown") return shiftMonth(at, (key === "PageUp" ? -1 : 1) * (shift ? 12 : 1));
  const by = days[key];
  return by === undefined ? undefined : shiftDay(at, by);
}
