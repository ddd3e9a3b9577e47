/**
 * Design note. The floating link for questions (S012) is visible only while it covers nothing that a user may want to
 * press or read. It may cover the corner of a card, but not a button or a short link. It is hidden while the page
 * scrolls. Without scripts, and on pages with the layout `work`, it does not float on a phone (footer.module.css).
 */

/** Elements the link must not cover; `h3` is the name of a product on its card. */
const targets = "a,button,input,select,textarea,summary,label,td,dd,time,h3";
/** The part of a target's area that the link may cover, from 0 to 1. */
const maxOverlap = 0.08;

/** Delay after the last movement, in ms. */
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

/** Shows and hides the link from now on, after changes of scroll position, size, focus and content. */
export function hideChatOverControls(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const links = () => document.querySelectorAll("[data-chat-link]");
  function update() {
    for (const link of links()) link.toggleAttribute("data-visible", isClear(link));
  }
  function updateSoon() {
    clearTimeout(timer);
    timer = setTimeout(update, settleDelay);
  }
  function hideWhileMoving() {
    for (const link of links()) link.removeAttribute("data-visible");
    updateSoon();
  }
  addEventListener("scroll", hideWhileMoving, { capture: true, passive: true });
  addEventListener("resize", hideWhileMoving);
  addEventListener("focusin", update);
  new MutationObserver(updateSoon).observe(document.body, { childList: true, subtree: true });
  update();
}
