const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The remaining time with a stable width: `2 hari 5 jam`, `05.12.09`; `00.00.00` when it is over. */
export function formatRemaining(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= day) return `${Math.floor(left / day)} hari ${Math.floor((left % day) / hour)} jam`;
  return `${twoDigits(Math.floor(left / hour))}.${twoDigits(Math.floor((left % hour) / minute))}.${twoDigits(Math.floor((left % minute) / second))}`;
}

/** The remaining time as an ISO 8601 duration, for the `datetime` of a time element. */
export function isoRemaining(ms: number): string {
  return `PT${Math.max(0, Math.floor(ms / second))}S`;
}
