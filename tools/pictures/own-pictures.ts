/**
 * A picture for each product that shares its subject with another: the same shape from another side, on another
 * ground, in another tone, and with its own words on the label. The list holds one picture a subject; drawing 700
 * subjects by hand would take the size of a second list, and products of one subject differ in just these things.
 */
import { ownPictureKeys } from "../../db/demo/product-pictures.ts";
import { readContent } from "../../db/demo/read-content.ts";
import { PICTURES } from "./list.ts";
import type { Picture } from "./list.ts";

const grounds = ["#ece7df", "#e1eee1", "#f3dccf", "#e3ebf1", "#fdeecb", "#f8e4e8", "#dfece9", "#f6f0e2", "#e9e4f1"];

/** Shapes that hang or lie flat: seen from the side they look wrong. */
const flat = new Set(["shirt", "tshirt", "dress", "clock", "kite", "sajadah", "earring"]);
/** Shapes with a label around them: turned far, the label's words leave the front. */
const round = new Set("jar bottle can tin tub dropper pump pillbottle tintub candle perfume tumbler".split(" "));
/** Packs whose colour is print: another sort has another colour. What shows its content keeps the colour of the content. */
const printed = new Set([
  "pouch",
  "box",
  "snack",
  "tin",
  "can",
  "bar",
  "sachet",
  "tintub",
  "carton",
  "jerrycan",
  "tub",
]);
/** A title stays as it is, whatever else differs. */
const titled = new Set(["book", "notebook"]);

const woods: readonly (readonly [RegExp, string])[] = [
  [/\bmahoni\b/i, "#8c4a32"],
  [/\bpinus\b/i, "#d9b383"],
  [/\bsonokeling\b/i, "#4d332a"],
  [/\bbambu\b/i, "#cfb26c"],
  [/\bakasia\b/i, "#96643c"],
  [/\btua\b|\bbekas\b/i, "#7d5635"],
];
const wooden = new Set(["stool", "chair", "board", "utensils", "clock", "keychain", "glasses", "watch"]);

/** Palettes of one colour: the second product of a cloth is dyed a little differently. */
const twins: Record<string, string> = {
  hijau: "tehhijau",
  tehhijau: "hijau",
  biru: "biru2",
  biru2: "biru",
  sogan: "soganterang",
  soganterang: "sogan",
};

const turns = [26, -22, 14, 34, -32];
const shades = [-0.07, 0.08, -0.13, 0.04, 0.12];

async function collect(): Promise<Map<string, Picture>> {
  const { drafts } = await readContent();
  const subjects = new Map(PICTURES.map((picture) => [picture.key, picture]));
  const keys = ownPictureKeys(drafts);
  const timesVaried = new Map<string, number>();
  const own = new Map<string, Picture>();
  for (const { name, pictures } of drafts) {
    const subject = subjects.get(pictures[0] ?? "");
    const key = keys.get(name);
    if (!subject || !key) continue;
    const at = timesVaried.get(subject.key) ?? 0;
    timesVaried.set(subject.key, at + 1);
    own.set(name, { ...vary(subject, name, at), key });
  }
  return own;
}

function vary(subject: Picture, name: string, at: number): Picture {
  const turn = turns[at % turns.length] ?? 0;
  const ground = grounds[(grounds.indexOf(subject.bg) + 2 + at * 2) % grounds.length] ?? subject.bg;
  return {
    ...subject,
    subject: name,
    views: 1,
    bg: ground,
    turn: flat.has(subject.shape) || round.has(subject.shape) ? Math.sign(turn) * 7 : turn,
    colours: coloursOf(subject, name, at),
    ...(subject.palette && at % 2 === 0 ? { palette: twins[subject.palette] ?? subject.palette } : {}),
    ...(subject.label && !titled.has(subject.shape) ? { label: labelOf(subject.label, name) } : {}),
    ...(subject.shape === "folded" ? { options: { ...subject.options, n: folds(name, subject) } } : {}),
  };
}

function coloursOf(subject: Picture, name: string, at: number): string[] {
  const [first = "#888888", ...others] = subject.colours;
  const wood = wooden.has(subject.shape) ? woods.find(([word]) => word.test(name))?.[1] : undefined;
  if (wood) return [wood, ...others];
  if (titled.has(subject.shape)) return subject.colours;
  const hue = subject.label && printed.has(subject.shape) ? 34 * (at % 2 === 0 ? 1 : -1) * (1 + (at >> 1)) : 0;
  return [shade(first, shades[at % shades.length] ?? 0, hue), ...others];
}

/** A colour made lighter or darker, its hue turned by degrees. Colours near black and white stay near them. */
function shade(colour: string, lighter: number, turn: number): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255);
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const span = max - min;
  const light = (max + min) / 2;
  const saturation = span === 0 ? 0 : span / (1 - Math.abs(2 * light - 1));
  const sixth =
    span === 0 ? 0 : max === r ? ((g - b) / span + 6) % 6 : max === g ? (b - r) / span + 2 : (r - g) / span + 4;
  const hue = (sixth * 60 + turn + 360) % 360;
  const moved = Math.min(0.96, Math.max(0.06, light + lighter * Math.min(light, 1 - light) * 2));
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    return moved - saturation * Math.min(moved, 1 - moved) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return `#${[0, 8, 4]
    .map((n) =>
      Math.round(part(n) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

const amount =
  /\b(?:\d+ x )?\d+(?:[.,]\d+)? ?(?:gsm|g|kg|ml|liter|l|meter|cm|kantong|saset|tablet|lembar|butir|mAh|W)\b/iu;
const pieces = /\bisi \d+\b/iu;
/** Words that say nothing on a label. */
const idle = new Set("untuk dan dari dengan atau asli kotak kaleng toples botol kemasan bubuk isi paket".split(" "));

/** The subject's label with what is particular about this product: two or three words of its name, and its amount. */
function labelOf(label: NonNullable<Picture["label"]>, name: string): NonNullable<Picture["label"]> {
  const net = amount.exec(name)?.[0] ?? pieces.exec(name)?.[0] ?? label.net;
  const known = new Set(`${label.brand} ${label.name}`.toLowerCase().split(/[\s-]+/));
  const words = name
    .replace(amount, "")
    .replace(pieces, "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /^\p{L}[\p{L}-]+$/u.test(word) && !known.has(word) && !idle.has(word));
  let sub = "";
  for (const word of words) if (`${sub} ${word}`.length <= 20) sub = `${sub} ${word}`.trim();
  return { ...label, sub: sub || label.sub, net };
}

/** How many cloths lie on each other. */
function folds(name: string, subject: Picture): number {
  if (/\b(dua|couple|2 sarung)\b/i.test(name)) return 2;
  if (/\b(paket|set|isi|tiga|seragam)\b/i.test(name)) return 3;
  return Number(subject.options?.n ?? 1);
}

/** Own pictures by the name of the product; products that begin with the subject's first picture have none. */
export const ownPictures: ReadonlyMap<string, Picture> = await collect();
