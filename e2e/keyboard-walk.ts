import type { Locator, Page } from "playwright-core";

/** The stops of the Tab key through a page, in order, and the faults found. */
export type Walk = { path: string[]; faults: string[] };

type Recorder = {
  ended(): boolean;
  result(): Walk;
};

/** Presses Tab until the focus is on `target`; fails when Tab does not reach it. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  // All key presses of a batch are sent before the first is handled; those after the target change nothing.
  await target.evaluate((element) => {
    const waiting = new AbortController();
    document.addEventListener(
      "keydown",
      (event) => event.key === "Tab" && document.activeElement === element && event.preventDefault(),
      { capture: true, signal: waiting.signal },
    );
    document.addEventListener("walked", () => waiting.abort(), { once: true });
  });
  for (let pressed = 0; pressed < 200; pressed += 10) {
    await Promise.all(Array.from({ length: 10 }, () => page.keyboard.press(key)));
    if (!(await target.evaluate((element) => element === document.activeElement))) continue;
    await page.evaluate(() => document.dispatchEvent(new Event("walked")));
    return;
  }
  throw new Error(`${key} does not lead to ${target}`);
}

/** Role or tag, and name, of the focused element; "nothing" when the page has lost the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "nothing";
    const label = "labels" in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined;
    const name = element.getAttribute("aria-label") ?? label ?? element.textContent ?? "";
    const kind = element.getAttribute("role") ?? element.tagName.toLowerCase();
    return kind === "main" ? kind : `${kind} ${name.replace(/\s+/g, " ").trim().slice(0, 60)}`;
  });
}

/**
 * Presses Tab from the top of the page to its end and checks each stop. Faults are: a control that Tab does not reach;
 * a stop that is outside the viewport, under a fixed element, or without a visible focus indicator (a ring of at least
 * 2 px with a contrast of 3:1, not clipped); a focus trap; and a target that is too small. WCAG 2.2: 2.1.1, 2.1.2,
 * 2.1.4, 2.4.3, 2.4.7, 2.4.11, 2.5.8, 1.4.11.
 */
export async function walk(page: Page): Promise<Walk> {
  await page.evaluate(installRecorder);
  const ended = () => page.evaluate(() => (window as unknown as { walk: Recorder }).walk.ended());
  for (let pressed = 0; pressed < 600 && !(await ended()); pressed += 20)
    // All presses are sent at once; the page gets them one after another.
    await Promise.all(Array.from({ length: 20 }, () => page.keyboard.press("Tab")));
  return page.evaluate(() => (window as unknown as { walk: Recorder }).walk.result());
}

/** Runs in the page. */
function installRecorder(): void {
  const usable =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable], iframe, video, audio";
  const composite = "[role=tablist],[role=radiogroup],[role=grid],[role=listbox],[role=menu],[role=toolbar]";
  const faults: string[] = [];
  const path: string[] = [];
  const visited = new Set<Element>();
  let ended = false;
  let before: { element: Element; marks: Mark[] } | undefined;
  let stays = 0;

  type Mark = {
    of: Element;
    pseudo: string;
    outline: string;
    width: number;
    offset: number;
    colour: string;
    rest: string;
  };

  const still = new CSSStyleSheet();
  still.replaceSync(
    "*,::before,::after{transition:none!important;animation:none!important;scroll-behavior:auto!important}",
  );
  document.adoptedStyleSheets.push(still);

  function named(element: Element): string {
    const name =
      element.getAttribute("aria-label") ??
      (element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
        ? (element.labels?.[0]?.textContent ?? element.name)
        : (element.textContent ?? ""));
    const text = name.replace(/\s+/g, " ").trim().slice(0, 50);
    const kind = element.getAttribute("role") ?? element.getAttribute("type") ?? "";
    return `${element.tagName.toLowerCase()}${kind && `[${kind}]`} "${text}"${element.id && ` #${element.id}`}`;
  }

  /** The visible element: for a hidden checkbox, its label. */
  function parts(element: Element): Element[] {
    const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    return [element, ...labels];
  }
  function boxes(element: Element): DOMRect[] {
    return parts(element)
      .flatMap((part) => [...part.getClientRects()])
      .filter((box) => box.width > 1 && box.height > 1);
  }
  function shown(element: Element): boolean {
    return (
      element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) &&
      element.closest("[inert]") === null &&
      boxes(element).length > 0
    );
  }

  function colourOf(text: string): [number, number, number, number] {
    const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return text.startsWith("color(srgb") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  }
  function light(text: string): number {
    const [r, g, b] = colourOf(text);
    const part = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  }
  function contrast(one: string, other: string): number {
    const [a, b] = [light(one), light(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  function ground(of: Element | null): string {
    for (let at = of; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (colourOf(backgroundColor)[3] > 0.5) return backgroundColor;
    }
    return getComputedStyle(document.body).backgroundColor;
  }

  /** All elements near it that may show the focus. */
  function marksOf(element: Element): Mark[] {
    const near = new Set<Element>(parts(element));
    for (let at: Element | null = element, up = 0; at && up < 4; at = at.parentElement, up++) near.add(at);
    for (const part of parts(element)) {
      if (part.nextElementSibling) near.add(part.nextElementSibling);
      for (const inner of [...part.children].slice(0, 4)) near.add(inner);
    }
    return [...near].flatMap((of) =>
      ["", "::before", "::after"].flatMap((pseudo) => {
        const style = getComputedStyle(of, pseudo || null);
        // Most elements have neither.
        if (pseudo !== "" && /^(none|normal)$/.test(style.content)) return [];
        const width = style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth);
        return {
          of,
          pseudo,
          outline: `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`,
          width,
          offset: Number.parseFloat(style.outlineOffset),
          colour: style.outlineColor,
          rest: `${style.boxShadow} ${style.borderColor} ${style.backgroundColor} ${style.color}`,
        };
      }),
    );
  }

  /** Whether a scrolling or clipping ancestor cuts off the ring, which is outside the element's box. */
  function cut({ of, width, offset }: Mark): boolean {
    const box = of.getBoundingClientRect();
    const out = Math.max(0, width + offset) - 0.5;
    if (getComputedStyle(of).position === "fixed") return false;
    for (
      let at = of.parentElement;
      at && at !== document.body && at !== document.documentElement;
      at = at.parentElement
    ) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      const edge = at.getBoundingClientRect();
      const sides = [
        overflowX !== "visible" && box.left - out < edge.left,
        overflowX !== "visible" && box.right + out > edge.right,
        overflowY !== "visible" && box.top - out < edge.top,
        overflowY !== "visible" && box.bottom + out > edge.bottom,
      ].filter(Boolean);
      if (sides.length > 1) return true;
      if (position === "fixed") return false;
    }
    return false;
  }

  function look(element: Element): void {
    const name = named(element);
    const points = boxes(element).flatMap((box) =>
      [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => ({ x: box.left + box.width * x, y: box.top + box.height * y })),
      ),
    );
    const inside = points.filter(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
    if (inside.length === 0) {
      faults.push(`is not in sight: ${name}`);
      return;
    }
    const covers = inside.map(({ x, y }) => {
      const top = document.elementFromPoint(x, y);
      if (!top || parts(element).some((part) => part.contains(top) || top.contains(part))) return undefined;
      for (let at: Element | null = top; at; at = at.parentElement) {
        if (at.contains(element)) return undefined;
        // The chat link hides by itself, a moment after the page stops moving.
        if (at.matches("[data-chat-link]")) return undefined;
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
      }
      return undefined;
    });
    const cover = covers.find(Boolean);
    if (cover)
      faults.push(
        `is ${covers.every(Boolean) ? "wholly" : "partly"} under ${cover.tagName.toLowerCase()}.${cover.className}: ${name}`,
      );
    if (element.closest("[aria-hidden=true]")) faults.push(`is hidden from screen readers: ${name}`);
  }

  function judgeMark(): void {
    if (!before) return;
    const { element, marks } = before;
    if (!element.isConnected || element.matches("iframe")) return;
    const plain = marksOf(element);
    const changed = marks.filter((mark) => {
      const then = plain.find((one) => one.of === mark.of && one.pseudo === mark.pseudo);
      // A pseudo-element may exist only while the focus is there.
      return then
        ? then.outline !== mark.outline || then.rest !== mark.rest
        : mark.pseudo !== "" && plain.some((one) => one.of === mark.of);
    });
    const rings = changed.filter((mark) => mark.width >= 2);
    const name = named(element);
    if (rings.length === 0) {
      faults.push(`shows no ring${changed.length > 0 ? " (but changes otherwise)" : ""}: ${name}`);
      return;
    }
    const good = rings.filter(
      ({ of, pseudo, offset, colour }) => contrast(colour, ground(offset < 0 || pseudo ? of : of.parentElement)) >= 3,
    );
    if (good.length === 0) {
      const ring = rings[0]!;
      faults.push(
        `has a faint ring (${ring.colour} on ${ground(ring.offset < 0 ? ring.of : ring.of.parentElement)}): ${name}`,
      );
    }
  }

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Tab") return;
      if (ended) {
        event.preventDefault();
        return;
      }
      const element = document.activeElement;
      if (before && before.element !== element) judgeMark();
      if (!element || element === document.body || element === document.documentElement) {
        ended = path.length > 0;
        before = undefined;
        return;
      }
      if (element === before?.element) {
        // A date input has several stops.
        if (++stays > 6) {
          faults.push(`does not let the focus go: ${named(element)}`);
          ended = true;
          event.preventDefault();
        }
        return;
      }
      stays = 0;
      if (visited.has(element)) {
        ended = true;
        return;
      }
      visited.add(element);
      path.push(named(element));
      look(element);
      const marks = marksOf(element);
      before = { element, marks };
      const ring = marks.filter((mark) => mark.width >= 2 && mark.pseudo === "");
      if (ring.length > 0 && ring.every(cut)) faults.push(`has a ring that is cut off: ${named(element)}`);
    },
    true,
  );

  function group(element: Element): string | undefined {
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return undefined;
    return `${element.form?.id ?? ""} ${element.name}`;
  }

  const there = new Set([...document.querySelectorAll(usable)].filter(shown));

  function unreached(): Element[] {
    const links = new Set([...visited].map((one) => one.getAttribute("href")).filter(Boolean));
    const groups = new Set([...visited].map(group).filter(Boolean));
    return [...there].filter((element) => {
      if (
        visited.has(element) ||
        !element.isConnected ||
        !shown(element) ||
        element.matches(":disabled, main, h1, h2, [role=dialog], dialog")
      )
        return false;
      if (
        element.matches("[tabindex]:not(a,button,input,select,textarea,summary)") &&
        (element as HTMLElement).tabIndex < 0
      )
        return false;
      if (links.has(element.getAttribute("href"))) return false;
      if (groups.has(group(element))) return false;
      const whole = element.closest(composite);
      return !(whole && [...visited].some((one) => whole.contains(one)));
    });
  }

  /** Smaller than 24 px with another target nearer than 24 px (WCAG 2.5.8). Links in a sentence are exempt. */
  function small(): string[] {
    const all = [...document.querySelectorAll(usable)].filter(
      (one) => shown(one) && (one as HTMLElement).tabIndex >= 0,
    );
    const spots = all.map((element) => {
      const boxed = boxes(element);
      const left = Math.min(...boxed.map((box) => box.left));
      const right = Math.max(...boxed.map((box) => box.right));
      const top = Math.min(...boxed.map((box) => box.top));
      const bottom = Math.max(...boxed.map((box) => box.bottom));
      return { element, left, right, top, bottom, tiny: right - left < 23.5 || bottom - top < 23.5 };
    });
    return spots
      .filter(({ element, tiny, ...spot }) => {
        // An element without width is only for the keyboard.
        if (!tiny || spot.right - spot.left < 4) return false;
        const parent = element.parentElement;
        const sentence = [...(parent?.childNodes ?? [])].some(
          (node) => node.nodeType === 3 && (node.textContent ?? "").trim().length > 2,
        );
        if (getComputedStyle(element).display === "inline" && sentence) return false;
        const [x, y] = [(spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2];
        return spots.some((other) => {
          if (other.element === element || other.element.contains(element) || element.contains(other.element))
            return false;
          const dx = Math.max(other.left - x, 0, x - other.right);
          const dy = Math.max(other.top - y, 0, y - other.bottom);
          return Math.hypot(dx, dy) < 12;
        });
      })
      .map(
        ({ element, left, right, top, bottom }) =>
          `is only ${Math.round(right - left)} × ${Math.round(bottom - top)} px beside another: ${named(element)}`,
      );
  }

  const recorder: Recorder = {
    ended: () => ended,
    result() {
      if (!ended) faults.push("the page does not end");
      for (const element of unreached()) faults.push(`is not reached: ${named(element)}`);
      for (const element of document.querySelectorAll("[accesskey]"))
        faults.push(`has a key of its own: ${named(element)}`);
      for (const element of document.querySelectorAll<HTMLElement>("[tabindex]"))
        if (element.tabIndex > 0) faults.push(`is out of order: ${named(element)}`);
      for (const element of document.querySelectorAll<HTMLElement>("div, span, li, img, p, svg, td"))
        if (
          getComputedStyle(element).cursor === "pointer" &&
          shown(element) &&
          !element.closest("a, button, label, summary, select, input, [tabindex], [role=option]")
        )
          faults.push(`is only for a pointer: ${named(element)}`);
      faults.push(...small());
      return { path, faults };
    },
  };
  (window as unknown as { walk: Recorder }).walk = recorder;
}
