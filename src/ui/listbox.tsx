// The options of the ARIA combobox pattern: the input keeps the focus and handles the keys, options are only pressed.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */
import type { ReactNode } from "react";

/** The id of the listbox below the input `input`, for `aria-controls`. */
export function listboxId(input: string): string {
  return `${input}-list`;
}

/** The id of one of its options, for `aria-activedescendant`. */
export function optionId(input: string, at: number): string {
  return `${input}-${at}`;
}

/** What an input offers to choose from. `active` is the option that the arrow keys have reached, -1 for none. */
export function Listbox<T>({
  input,
  label,
  items,
  active,
  keyOf,
  onChoose,
  className,
  children,
}: {
  /** The id of the input. */
  input: string;
  label: string;
  items: readonly T[];
  active: number;
  keyOf: (item: T) => string;
  onChoose: (item: T) => void;
  className?: string | undefined;
  children: (item: T) => ReactNode;
}) {
  return (
    <ul id={listboxId(input)} role="listbox" aria-label={label} className={className}>
      {items.map((item, at) => (
        <li
          key={keyOf(item)}
          id={optionId(input, at)}
          role="option"
          aria-selected={at === active}
          // The input keeps the focus; a press chooses when it is let go.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
