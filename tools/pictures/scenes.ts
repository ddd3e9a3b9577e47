/** Larger compositions: the home page's still life and a story picture. */
export type Scene = {
  key: string;
  shape: string;
  subject: string;
  bg: string;
  colours: string[];
  width: number;
  height: number;
  quality: number;
};

export const SCENES: Scene[] = [
  {
    key: "hero-a",
    shape: "stilllife",
    subject: "Kain batik, secangkir kopi, tanaman dalam pot terakota, dan tas rotan",
    bg: "#243b7a",
    colours: ["#d99a1b"],
    width: 1200,
    height: 900,
    quality: 78,
  },
  {
    key: "story-laweyan",
    shape: "batikline",
    subject: "Kain batik dijemur di kampung batik Laweyan",
    bg: "#f3e6d2",
    colours: ["#8a5a32"],
    width: 1000,
    height: 800,
    quality: 70,
  },
];
