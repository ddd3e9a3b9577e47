import { courierOf, normaliseTrackingNumber } from "./rules.ts";

/**
 * @rule A tracking number with the prefix of one company is not accepted for a courier of another one. Numbers of
 * digits alone are accepted, because several companies give the same ones: there the first scan decides.
 */
export const ownNumbers: Readonly<Record<string, { name: string; pattern: RegExp }>> = {
  jne: { name: "JNE", pattern: /^TLJ[A-Z]\d{10,12}$/ },
  jnt: { name: "J&T", pattern: /^J[A-Z]\d{10,12}$/ },
  pos: { name: "Pos Indonesia", pattern: /^(P\d{13}|[A-Z]{2}\d{9}ID)$/ },
  ninja: { name: "Ninja", pattern: /^NLID[A-Z]{0,6}\d{6,16}$/ },
  lion: { name: "Lion Parcel", pattern: /^\d{2}LP\d{8,14}$/ },
  gojek: { name: "GoSend", pattern: /^GK1[12]\d{6,12}$/ },
};

/** The name of the other company whose number this unmistakably is; null when it can be one of the courier's own. */
export function otherCompanyOf(courier: string, text: string): string | null {
  const number = normaliseTrackingNumber(text);
  const [company = ""] = courier.split("-");
  if (!courierOf(courier)?.tracked || ownNumbers[company]?.pattern.test(number)) return null;
  const [other, ...others] = Object.values(ownNumbers).filter(({ pattern }) => pattern.test(number));
  return other && others.length === 0 ? other.name : null;
}
