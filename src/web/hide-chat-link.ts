/**
 * The floating link for questions is shown only while it lies over nothing that somebody may want to press. A card may
 * lose a corner to it, a button or a short link may not. While the page moves it is gone. Without scripts, and on pages where
 * people work, it does not float on a phone (footer.module.css).
 */

/** What may be pressed and what is read to the digit, and how much of it the link may lie over. */
const targets = "a,button,input,select,textarea,summary,label,td,dd,time";
const maxOverlap = 0.08;

/** After the last movement, in milliseconds. */
const settleDelay = 150;

function overlap(one: DOMRect, other: DOMRect): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

function isClear(link: Element): boolean {
  const box = link.getBoundingClientRect();
  const below = new Set<Element>();
  for (const x of [box.left + 1, (box.left + box.right) / 2, box.right - 1]) {
    for (const y of [box.top + 1, (box.top + box.bottom) / 2, box.bottom - 1]) {
      for (const element of document.elementsFromPoint(x, y)) {
        const target = element.closest(targets);
        if (target && target !== link) below.add(target);
      }
    }
  }
  return [...below].every((target) => {
    const area = target.getBoundingClientRect();
    return overlap(box, area) <= maxOverlap * area.width * area.height;
  });
}

/** Watches scrolling, size, focus and content from now on. */
export function hideChatOverControls(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const links = () => document.querySelectorAll("[data-chat-link]");
  function look() {
    for (const link of links()) link.toggleAttribute("data-visible", isClear(link));
  }
  function soon() {
    clearTimeout(timer);
    timer = setTimeout(look, settleDelay);
  }
  function moved() {
    for (const link of links()) link.removeAttribute("data-visible");
    soon();
  }
  addEventListener("scroll", moved, { capture: true, passive: true });
  addEventListener("resize", moved);
  addEventListener("focusin", look);
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
  look();
}
