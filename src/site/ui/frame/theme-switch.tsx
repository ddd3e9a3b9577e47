import { Icon } from "#ui/icon.tsx";
import styles from "./footer.module.css";

const choices = [
  { value: "light", label: "Terang", icon: "sun" },
  { value: "dark", label: "Gelap", icon: "moon" },
  { value: "", label: "Ikuti perangkat", icon: "phone" },
] as const;

/** The choice of theme: light, dark or the device's. static-html-behaviour.ts applies it. */
export function ThemeSwitch() {
  return (
    <fieldset className={`${styles.theme} needs-js`}>
      <legend className="sr-only">Tampilan</legend>
      {choices.map(({ value, label, icon }) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} defaultChecked={value === ""} />
          <Icon name={icon} small />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
