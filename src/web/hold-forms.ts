/**
 * Design note. On a slow connection users press a button again, and each press would send the form once more: four
 * pieces instead of one, three equal messages. So a form is held from its submission until the answer, and what is
 * submitted meanwhile is ignored. The button keeps its focus, which `disabled` would take away, and turns.
 *
 * The code is in the page itself, because a press before the client code has started counts too.
 *
 * - The browser sends the form: the next page replaces it. It is free again when this page comes back from the
 *   browser's history, when the user stops the loading, or after `maxHold`, for an answer that replaces no page.
 * - Client code sends it: the code that the event calls passes promises (lib/browser/hold-form.ts). When the page
 *   shows the answer, another button of the form may be pressed at once: often the answer brings it. The same button,
 *   and every button when the answer is another page, is free one frame after that page's data has been loaded, because
 *   earlier presses may still wait to be handled.
 * - Client code refuses it: the event is prevented without a promise, and the form is free at once.
 *
 * The event `navigateerror` says that the user stopped the loading. A history entry that is written while a page loads
 * causes it too, but then `navigate` follows at once, and the forms stay held.
 */

/** How long a form is held that the browser sent and whose page stays, in milliseconds. */
const maxHold = 60_000;

// `held` maps a form to its submission; `now` is the submission whose event runs. A submission has
// - f: its form; b: its button; c: its content;
// - p: whether client code sends it; s: whether only the same content is ignored; e: whether the answer is there.
export const holdFormsScript = `(function(w){var held=new Map,now,stopped;function end(f,h){held.get(f)===h&&held.delete(f);if(h.b){h.b.ariaBusy=null;delete h.b.dataset.held}}function all(){held.forEach(function(h,f){end(f,h)})}w.addEventListener("submit",function(v){var f=v.target,b=v.submitter,o=held.get(f),h,c;now=0;if(f.getAttribute("method")!=="post")return;c=new URLSearchParams(new FormData(f,b))+"";if(o&&!(o.s&&o.c!==c)&&!(o.e&&o.b!==b)){v.preventDefault();v.stopImmediatePropagation();return}now=h={f:f,b:b,c:c};held.set(f,h);if(b){b.ariaBusy=true;b.dataset.held=""}setTimeout(function(){now===h&&(now=0);v.defaultPrevented?h.p||end(f,h):setTimeout(end,${maxHold},f,h)})},true);w.holdForm=function(p,s,a){var h=now,t=function(){a||(h.e=1);requestAnimationFrame(function(){setTimeout(end,0,h.f,h)})};if(!h||h.p)return;h.p=1;h.s=s;a&&a.then(function(){h.e=1});p.then(t,t)};w.addEventListener("pageshow",function(v){v.persisted&&all()});if(w.navigation){navigation.addEventListener("navigateerror",function(){stopped=setTimeout(all)});navigation.addEventListener("navigate",function(){clearTimeout(stopped)})}})(window);`;
