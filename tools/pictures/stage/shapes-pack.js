// Packages: pouches, jars, bottles, boxes, tins, tubes.
import { label, motif, canvas } from "./motifs.js";
import {
  M,
  PI,
  THREE,
  at,
  cam,
  clamp,
  cyl,
  extrude,
  group,
  lathe,
  lerp,
  loft,
  mesh,
  pipe,
  rbox,
  rnd,
  shade,
  shapeOf,
  sheet,
  smooth,
  torus,
  wrap,
} from "./kit.js";

const inks = (p) => ({ bg: p.colours[0], fg: p.colours[1] ?? "#fff", accent: p.colours[2] ?? "#d9a441" });
/** Light label on a coloured container. */
const slip = (p) => ({ bg: "#fffaf0", fg: p.colours[1] ?? "#333", accent: p.colours[2] ?? "#999" });

export function pouch(p) {
  const W = 1.12;
  const H = 3.1;
  const c = label(p, { ...inks(p), w: 1024, h: 1420, safe: 0.74, top: 0.15 });
  const depth = (u, t) => {
    const k = clamp(1 - u * u) ** 0.8;
    return k * (0.46 * (1 - t) ** 0.7) * smooth(1, 0.84, t) + 0.012;
  };
  const halfW = (t) => W * (1 - 0.05 * smooth(0.16, 0, t)) - 0.05 * smooth(0.965, 1, t) ** 2;
  const f = (sign) => (a, t) => {
    const u = a * 2 - 1;
    const b = depth(u, t);
    const wr = 0.018 * Math.sin(t * 15 + u * 4 + 1) * b + 0.03 * Math.sin(u * 11 - t * 6) * b * (1 - t);
    const base = 0.05 * u * u * smooth(0.2, 0, t);
    return [u * halfW(t), t * H + base, sign * (b + wr)];
  };
  const film = { roughness: 0.38, clearcoat: 0.5, clearcoatRoughness: 0.35 };
  const front = sheet(f(1), M.print(c, film), { nt: 90, na: 70 });
  const back = sheet(f(-1), M.plastic(p.colours[0], { roughness: 0.4 }), { nt: 60, na: 50 });
  const seal = group();
  for (let i = 0; i < 5; i++)
    seal.add(
      rbox(
        W * 1.93,
        0.022,
        0.045,
        0.01,
        M.plastic(shade(p.colours[0], 0.06), { roughness: 0.35 }),
        0,
        H - 0.07 - i * 0.045,
        0,
      ),
    );
  seal.add(rbox(W * 1.9, 0.03, 0.05, 0.01, M.plastic(shade(p.colours[0], -0.03)), 0, H - 0.5, 0));
  const floor = sheet(
    (a, t) => [(a * 2 - 1) * halfW(0), 0.004 + 0.05 * (a * 2 - 1) ** 2, lerp(-1, 1, t) * depth(a * 2 - 1, 0)],
    M.plastic(shade(p.colours[0], -0.05)),
    { nt: 6, na: 30 },
  );
  return cam(group(front, back, seal, floor), -22, 9, { fill: 0.76, views: [{ az: 24, el: 14 }] });
}

export function sack(p) {
  const W = 1.25;
  const H = 3;
  const c = label(p, { ...inks(p), w: 1024, h: 1300, safe: 0.66, top: 0.16, foot: 0.05 });
  const f = (sign) => (a, t) => {
    const u = a * 2 - 1;
    const b = clamp(1 - u ** 4) ** 0.6 * 0.62 * (smooth(0, 0.1, t) * 0.35 + 0.65) * smooth(1, 0.7, t) ** 0.8 + 0.015;
    return [
      u * (W - 0.16 * smooth(0.75, 1, t) + 0.06 * Math.sin(t * PI)),
      t * H + 0.03 * Math.sin(u * 5) * smooth(0.85, 1, t),
      sign * (b + 0.03 * Math.sin(u * 9 + t * 5) * smooth(0.6, 0.95, t) * smooth(1.02, 0.9, t)),
    ];
  };
  const g = group(
    sheet(f(1), M.paper(c, { roughness: 0.8 }), { nt: 80, na: 60 }),
    sheet(f(-1), M.satin(p.colours[0]), { nt: 50, na: 40 }),
  );
  const thread = M.cloth(p.colours[2]);
  for (let i = 0; i < 26; i++)
    g.add(
      rbox(
        0.05,
        0.016,
        0.05,
        0.006,
        thread,
        lerp(-1, 1, i / 25),
        H - 0.12 + 0.03 * Math.sin(lerp(-1, 1, i / 25) * 5),
        0,
      ),
    );
  return cam(g, -20, 10, { fill: 0.76 });
}

export function snack(p) {
  const W = 1.12;
  const H = p.options?.big ? 2.2 : 2.9;
  const c = label(p, { ...inks(p), w: 1024, h: p.options?.big ? 1000 : 1330, safe: 0.68, top: 0.14, foot: 0.09 });
  const dep = p.options?.big ? 0.75 : 0.5;
  const f = (sign) => (a, t) => {
    const u = a * 2 - 1;
    const v = t * 2 - 1;
    const b = clamp(1 - u ** 4) ** 0.75 * clamp(1 - (Math.abs(v) / 0.93) ** 3.2) ** 0.62 * dep;
    const pinch = 1 - 0.05 * clamp(1 - v * v);
    const wr =
      (0.05 * Math.sin(u * 13 + sign) * smooth(0.55, 0.9, Math.abs(v)) * smooth(1, 0.9, Math.abs(v)) +
        0.03 * Math.sin(v * 7 + u * 3)) *
      clamp(b * 3);
    const crimp = Math.abs(v) > 0.93 ? 0.014 * Math.sin(v * 420) : 0;
    return [
      u * W * pinch,
      t * H + 0.01 * Math.sin(u * 40) * smooth(0.99, 1, Math.abs(v)),
      sign * (b + wr * 0.6) + crimp,
    ];
  };
  const film = { roughness: 0.32, clearcoat: 0.6, clearcoatRoughness: 0.25 };
  const g = group(
    sheet(f(1), M.print(c, film), { nt: 120, na: 80 }),
    sheet(f(-1), M.plastic(p.colours[0], { roughness: 0.35 }), { nt: 80, na: 50 }),
  );
  at(g, 0, 0, 0, -0.1, 0, 0);
  return cam(group(g), -18, 9, { fill: 0.76, views: [{ az: 22, el: 13 }] });
}

export function sachet(p) {
  const W = 1;
  const H = 2.7;
  const c = label(p, { ...inks(p), w: 1024, h: 1380, safe: 0.74, top: 0.14 });
  const f = (sign) => (a, t) => {
    const u = a * 2 - 1;
    const v = t * 2 - 1;
    const b = clamp(1 - (u / 0.92) ** 4) ** 0.7 * clamp(1 - (v / 0.93) ** 4) ** 0.7 * 0.12 + 0.01;
    return [u * W, t * H, sign * b + 0.04 * Math.sin(t * 2.4)];
  };
  const make = () =>
    group(
      sheet(f(1), M.print(c, { roughness: 0.45 }), { nt: 60, na: 50 }),
      sheet(f(-1), M.satin(shade(p.colours[0], -0.08)), { nt: 40, na: 30 }),
    );
  const front = at(make(), 0, 0.02, 0.25, -0.14, 0, 0);
  const back = at(make(), 0.62, 0.02, -0.4, -0.16, -0.16, -0.06);
  return cam(group(front, back), -14, 10, { fill: 0.75 });
}

const jarProfile = (R, H, neck) => [
  [0, 0],
  [R, 0, 0.14],
  [R, H, 0.22],
  [neck, H + 0.24, 0.08],
  [neck, H + 0.4, 0.02],
  [0, H + 0.4],
];

export function jar(p) {
  const R = 0.98;
  const H = 1.72;
  const c = label(p, { ...slip(p), w: 1100, h: 560, safe: 0.74, band: false });
  const food = shade(p.colours[0], 0);
  const g = group();
  g.add(
    lathe(
      jarProfile(R * 0.95, H - 0.02, R * 0.76).map((a) => [a[0], a[1] + 0.04, a[2]]),
      M.grain(food, { roughness: 0.55, rep: 3, bumpScale: 2.5 }),
    ),
  );
  g.add(lathe(jarProfile(R, H, R * 0.82), M.coat()));
  g.add(wrap(c, R + 0.008, 0.42, 1.52, 2.35));
  const lid = p.options?.lid ?? "#c9a043";
  const metal = !p.options?.lid;
  const lm = metal ? M.metal(lid, { roughness: 0.32 }) : M.plastic(lid);
  g.add(
    lathe(
      [
        [0, H + 0.22],
        [R * 0.9, H + 0.22, 0.03],
        [R * 0.92, H + 0.6, 0.06],
        [R * 0.8, H + 0.64, 0.05],
        [0, H + 0.62],
      ],
      lm,
    ),
  );
  g.add(at(torus(R * 0.915, 0.025, lm), 0, H + 0.29, 0, PI / 2));
  return cam(g, -6, 13, {
    fill: 0.7,
    views: [
      { az: 14, el: 25 },
      { az: -4, el: 9, zoom: 1.35, tx: 0, ty: 0.05 },
    ],
  });
}

/** Three small jars in a row. */
export function jars(p) {
  const g = group();
  const empty = !!p.label && p.key.startsWith("stoples");
  p.colours.forEach((col, i) => {
    const one = group();
    const R = 0.62;
    const H = empty ? [1.9, 1.5, 1.1][i] : 1.25;
    one.add(
      lathe(
        [
          [0, 0.04],
          [R * 0.93, 0.04, 0.08],
          [R * 0.93, H * 0.86, 0.02],
          [0, H * 0.88],
        ],
        M.grain(empty ? ["#e9dcc0", "#8a5a32", "#b9793f"][i] : col, { rep: 3, bumpScale: 3 }),
      ),
    );
    one.add(
      lathe(
        [
          [0, 0],
          [R, 0, 0.08],
          [R, H, 0.05],
          [R * 0.92, H + 0.05, 0.02],
        ],
        M.coat(),
      ),
    );
    one.add(
      lathe(
        [
          [0, H],
          [R * 0.97, H, 0.03],
          [R * 0.97, H + 0.22, 0.05],
          [0, H + 0.22],
        ],
        M.wood("#b98a56", 1, 0.3),
      ),
    );
    if (!empty) {
      const names = ["Kunyit", "Ketumbar", "Cabai"];
      const l = { label: { brand: p.label.brand, name: names[i], sub: "", net: "60 g" } };
      one.add(
        wrap(
          label(l, {
            w: 900,
            h: 560,
            bg: "#fffaf0",
            fg: "#3a2a1a",
            accent: shade(col, -0.05),
            safe: 0.74,
            band: false,
          }),
          R + 0.006,
          0.28,
          0.98,
          2,
        ),
      );
    }
    g.add(
      at(
        one,
        [-0.8, 0.02, 0.84][empty ? [1, 0, 2][i] : i],
        0,
        [0.3, -0.75, 0.36][empty ? [1, 0, 2][i] : i],
        0,
        (1 - i) * 0.12,
        0,
      ),
    );
  });
  return cam(g, -10, 14, { fill: 0.78, views: [{ az: 28, el: 26 }] });
}

export function bottle(p) {
  const form = p.options?.form ?? "biasa";
  const F = {
    biasa: {
      pts: [
        [0, 0],
        [0.66, 0, 0.1],
        [0.66, 1.75, 0.4],
        [0.28, 2.35, 0.25],
        [0.26, 2.7, 0.03],
        [0, 2.7],
      ],
      R: 0.66,
      y: [0.38, 1.58],
      cap: [0.33, 2.45, 2.92],
    },
    bahu: {
      pts: [
        [0, 0],
        [0.78, 0, 0.12],
        [0.78, 1.62, 0.35],
        [0.36, 1.98, 0.16],
        [0.34, 2.2, 0.03],
        [0, 2.2],
      ],
      R: 0.78,
      y: [0.32, 1.4],
      cap: [0.42, 2.02, 2.45],
    },
    panjang: {
      pts: [
        [0, 0],
        [0.56, 0, 0.1],
        [0.56, 1.95, 0.45],
        [0.22, 2.75, 0.35],
        [0.2, 3.35, 0.03],
        [0, 3.35],
      ],
      R: 0.56,
      y: [0.42, 1.72],
      cap: [0.25, 3.05, 3.5],
    },
    lebar: {
      pts: [
        [0, 0],
        [0.7, 0, 0.12],
        [0.7, 2, 0.3],
        [0.46, 2.25, 0.1],
        [0.46, 2.4, 0.03],
        [0, 2.4],
      ],
      R: 0.7,
      y: [0.4, 1.7],
      cap: [0.5, 2.25, 2.7],
    },
  }[form];
  const w = 1000;
  const [y0, y1] = F.y;
  const arc = 2.3;
  const h = Math.round((w * (y1 - y0)) / (F.R * arc));
  const c = label(p, { ...slip(p), w, h, safe: 0.7, band: false, top: 0.1 });
  const g = group();
  const liquid = p.colours[0];
  g.add(
    lathe(F.pts, M.gloss(liquid, { roughness: 0.1, clearcoat: 1, clearcoatRoughness: 0.03, envMapIntensity: 1.1 })),
  );
  g.add(wrap(c, F.R + 0.006, y0, y1, arc));
  const [cr, c0, c1] = F.cap;
  const cm = M.plastic(p.options?.cap ?? "#d9c9a8", { roughness: 0.4 });
  g.add(
    lathe(
      [
        [0, c0],
        [cr, c0, 0.02],
        [cr, c1, 0.06],
        [0, c1],
      ],
      cm,
    ),
  );
  for (let i = 0; i < 40; i++) {
    const a = (i / 40) * PI * 2;
    g.add(rbox(0.018, (c1 - c0) * 0.8, 0.018, 0.008, cm, Math.sin(a) * cr, (c0 + c1) / 2 - 0.02, Math.cos(a) * cr, 1));
  }
  g.add(at(torus(cr + 0.005, 0.022, cm), 0, c0 - 0.04, 0, PI / 2));
  return cam(g, -6, 10, { fill: 0.78, views: [{ az: 14, el: 21 }] });
}

const carton = (p, W, H, D, o = {}) => {
  const c = label(p, { ...inks(p), w: 1024, h: Math.round((1024 * H) / W), safe: 0.8, top: 0.12 });
  const side = canvas(512, Math.round((512 * H) / D));
  const g = side.getContext("2d");
  g.fillStyle = shade(p.colours[0], -0.025);
  g.fillRect(0, 0, side.width, side.height);
  if (p.motif) {
    const pat = g.createPattern(motif(p.motif, p.palette), "repeat");
    const k = (0.93 * W) / D / 2;
    pat.setTransform(new DOMMatrix([k, 0, 0, k, 0, side.height * 0.7]));
    g.fillStyle = pat;
    g.fillRect(0, side.height * 0.7, side.width, side.height * 0.19);
    g.fillStyle = p.colours[2];
    g.fillRect(0, side.height * 0.692, side.width, side.height * 0.008);
    g.fillRect(0, side.height * 0.89, side.width, side.height * 0.008);
  }
  g.fillStyle = p.colours[1];
  g.globalAlpha = 0.7;
  for (let i = 0; i < 7; i++) g.fillRect(70, side.height * 0.16 + i * 40, i % 3 === 2 ? 220 : 370, 9);
  const sm = M.print(side);
  const plain = M.satin(shade(p.colours[0], 0.02), { roughness: 0.5 });
  const front = M.print(c);
  const b = mesh(new THREE.BoxGeometry(W, H, D), [sm, sm, plain, plain, front, plain], 0, H / 2, 0);
  b.material = [sm, sm, plain, plain, front, plain];
  const out = group(b);
  if (!o.noflap)
    out.add(rbox(W * 0.999, 0.012, 0.012, 0.004, M.satin(shade(p.colours[0], -0.1)), 0, H + 0.002, D / 2 - 0.05));
  return out;
};

export function box(p) {
  if (p.options?.wide) return cam(carton(p, 2.5, 1.75, 1.1), -26, 20, { fill: 0.76, views: [{ az: 28, el: 26 }] });
  return cam(carton(p, 1.9, 2.6, 0.95), -27, 13, { fill: 0.74, views: [{ az: 30, el: 22 }] });
}

export { cartonShape as carton };
function cartonShape(p) {
  const W = 1.25;
  const H = 2.5;
  const g = group(carton(p, W, H, 1.15, { noflap: true }));
  const m = M.print(
    label(
      { label: { brand: "", name: " ", sub: "", net: "" } },
      { w: 64, h: 64, bg: p.colours[0], fg: p.colours[0], accent: p.colours[0] },
    ),
  );
  const roof = extrude(
    shapeOf([
      [-0.575, 0],
      [0.575, 0],
      [0.04, 0.5],
      [-0.04, 0.5],
    ]),
    W,
    m,
    0.004,
    1,
  );
  at(roof, 0, H, 0, 0, PI / 2, 0);
  g.add(roof, rbox(W, 0.32, 0.07, 0.02, M.satin(shade(p.colours[0], -0.02)), 0, H + 0.62, 0));
  const cap = lathe(
    [
      [0, 0],
      [0.24, 0, 0.02],
      [0.24, 0.2, 0.04],
      [0, 0.2],
    ],
    M.plastic(p.colours[1]),
  );
  at(cap, 0, H + 0.23, 0.33, 0.82, 0, 0);
  g.add(cap);
  return cam(g, -28, 13, { fill: 0.76 });
}

export function can(p) {
  const R = 0.92;
  const c = label(p, { ...inks(p), w: 1250, h: 1000, safe: 0.62, top: 0.1 });
  const g = group();
  const tinm = M.metal("#d9d4c8", { roughness: 0.3 });
  g.add(
    lathe(
      [
        [0, 0],
        [R, 0, 0.03],
        [R, 0.09, 0.02],
        [R - 0.03, 0.13, 0.02],
        [R - 0.03, 2.02, 0.02],
        [R, 2.06, 0.02],
        [R, 2.15, 0.03],
        [R - 0.06, 2.15, 0.02],
        [R - 0.07, 2.08, 0.02],
        [0, 2.08],
      ],
      tinm,
    ),
  );
  g.add(
    mesh(
      new THREE.CylinderGeometry(R - 0.022, R - 0.022, 1.86, 96, 1, true, -PI, PI * 2),
      M.satin(p.colours[0], { roughness: 0.4 }),
      0,
      1.075,
      0,
    ),
  );
  g.add(wrap(c, R - 0.018, 0.145, 2.005, 2.6, { roughness: 0.4 }));
  const ring = at(torus(0.2, 0.03, tinm), 0, 2.12, 0.38, PI / 2 - 0.06);
  g.add(ring, rbox(0.16, 0.03, 0.34, 0.012, tinm, 0, 2.115, 0.12));
  return cam(g, -6, 20, { fill: 0.7, views: [{ az: 14, el: 34 }] });
}

export function tin(p) {
  const R = 0.95;
  const c = label(p, { ...inks(p), w: 1150, h: 1150, safe: 0.66, top: 0.1 });
  const g = group();
  g.add(
    lathe(
      [
        [0, 0],
        [R, 0, 0.05],
        [R, 2.2, 0.03],
        [0, 2.2],
      ],
      M.gloss(p.colours[0], { roughness: 0.35 }),
    ),
  );
  g.add(wrap(c, R + 0.004, 0.08, 2.1, 2.5, { roughness: 0.4 }));
  const lid = M.metal("#c9a043", { roughness: 0.3 });
  g.add(
    lathe(
      [
        [0, 2.12],
        [R + 0.035, 2.12, 0.02],
        [R + 0.035, 2.5, 0.06],
        [R * 0.7, 2.5, 0.03],
        [R * 0.66, 2.56, 0.03],
        [0, 2.56],
      ],
      lid,
    ),
  );
  return cam(g, -6, 15, { fill: 0.72 });
}

export function tintub(p) {
  const R = 1.15;
  const c = label(p, { ...inks(p), w: 1000, h: 1000, safe: 0.62, band: false, top: 0.16 });
  // Round lid label: keep the text within the circle.
  const g = group();
  const metal = M.metal("#cfc6b4", { roughness: 0.3 });
  g.add(
    lathe(
      [
        [0, 0],
        [R * 0.97, 0, 0.06],
        [R * 0.97, 0.5, 0.02],
        [0, 0.5],
      ],
      metal,
    ),
  );
  g.add(
    lathe(
      [
        [0, 0.36],
        [R, 0.36, 0.02],
        [R, 0.72, 0.08],
        [R * 0.9, 0.75, 0.03],
        [0, 0.75],
      ],
      M.gloss(p.colours[0], { roughness: 0.3 }),
    ),
  );
  const disc = mesh(new THREE.CircleGeometry(R * 0.88, 96), M.print(c), 0, 0.757, 0);
  disc.rotation.x = -PI / 2;
  g.add(disc);
  const tilt = at(g, 0, 1.02, 0, 1.12, 0, 0.0);
  const stand = group(tilt);
  const second = lathe(
    [
      [0, 0],
      [R * 0.97, 0, 0.06],
      [R * 0.97, 0.46, 0.02],
      [R * 0.9, 0.48, 0.02],
      [R * 0.9, 0.4, 0.02],
      [0, 0.38],
    ],
    metal,
  );
  stand.add(at(second, 1.0, 0, 0.1));
  stand.children[1].visible = false;
  stand.remove(second);
  return cam(stand, -18, 16, { fill: 0.7 });
}

export function tub(p) {
  const R = 1.1;
  const c = label(p, { ...slip(p), bg: p.colours[0], w: 1400, h: 560, safe: 0.56, band: false, top: 0.1 });
  const g = group();
  g.add(
    lathe(
      [
        [0, 0],
        [R, 0, 0.12],
        [R, 1.12, 0.03],
        [0, 1.12],
      ],
      M.gloss(p.colours[0], { roughness: 0.35 }),
    ),
  );
  g.add(wrap(c, R + 0.004, 0.16, 1.06, 2.4));
  g.add(
    lathe(
      [
        [0, 1.14],
        [R + 0.03, 1.14, 0.02],
        [R + 0.03, 1.62, 0.07],
        [0, 1.62],
      ],
      M.wood("#b98a56", 2, 0.3),
    ),
  );
  return cam(g, -6, 20, { fill: 0.7 });
}

export function tube(p) {
  const H = 2.7;
  const c = label(p, { ...inks(p), w: 1100, h: 1500, safe: 0.46, band: false, top: 0.12 });
  const body = loft(
    (t, a) => {
      const th = (a - 0.5) * PI * 2;
      const k = smooth(0, 1, t);
      const w = lerp(0.66, 0.86, k);
      const d = lerp(0.66, 0.03, t ** 0.9);
      return [Math.sin(th) * w, 0.5 + t * H, Math.cos(th) * d];
    },
    M.print(c, { roughness: 0.35 }),
    { nt: 60, na: 90, uv: (t, a) => [(a - 0.5) * 1.5 + 0.5, t] },
  );
  for (const k of ["map"]) body.material[k].wrapS = body.material[k].wrapT = THREE.ClampToEdgeWrapping;
  const crimp = rbox(1.73, 0.2, 0.07, 0.02, M.plastic(shade(p.colours[0], -0.03)), 0, 0.5 + H + 0.06, 0);
  const cap = lathe(
    [
      [0, 0],
      [0.6, 0, 0.04],
      [0.64, 0.5, 0.03],
      [0, 0.5],
    ],
    M.plastic(p.colours[1], { roughness: 0.35 }),
  );
  return cam(group(body, crimp, cap), -4, 9, { fill: 0.76, views: [{ az: 14, el: 16 }] });
}

export function dropper(p) {
  const R = 0.62;
  const g = group();
  const b = group();
  const c = label(p, { ...slip(p), w: 1000, h: 850, safe: 0.7, band: false, top: 0.1 });
  b.add(
    lathe(
      [
        [0, 0],
        [R, 0, 0.12],
        [R, 1.5, 0.28],
        [0.27, 1.74, 0.1],
        [0.26, 1.95, 0.02],
        [0, 1.95],
      ],
      M.gloss(p.colours[0], { roughness: 0.12, clearcoat: 1, clearcoatRoughness: 0.03 }),
    ),
  );
  b.add(wrap(c, R + 0.006, 0.26, 1.3, 2));
  b.add(
    lathe(
      [
        [0, 1.8],
        [0.32, 1.8, 0.02],
        [0.32, 2.22, 0.04],
        [0.2, 2.24, 0.02],
        [0, 2.24],
      ],
      M.metal("#d9b45a", { roughness: 0.25 }),
    ),
  );
  b.add(
    lathe(
      [
        [0, 2.2],
        [0.19, 2.2, 0.02],
        [0.21, 2.5, 0.1],
        [0.16, 2.86, 0.12],
        [0, 2.92],
      ],
      M.rubber("#f3ede2"),
    ),
  );
  g.add(at(b, -0.62, 0, 0.35));
  const k = carton({ ...p, colours: ["#fffaf2", p.colours[1], p.colours[2]], motif: undefined }, 1.3, 2.6, 1.0);
  g.add(at(k, 0.72, 0, -0.35, 0, 0.22, 0));
  return cam(g, -14, 11, { fill: 0.76, views: [{ az: -40, el: 18 }] });
}

export function pump(p) {
  const R = 0.74;
  const g = group();
  const c = label(p, {
    ...slip(p),
    bg: shade(p.colours[0], 0),
    fg: p.colours[1],
    w: 1000,
    h: 1000,
    safe: 0.68,
    band: false,
    top: 0.1,
  });
  g.add(
    lathe(
      [
        [0, 0],
        [R, 0, 0.14],
        [R, 2.05, 0.32],
        [0.3, 2.36, 0.1],
        [0.3, 2.5, 0.02],
        [0, 2.5],
      ],
      M.gloss(p.colours[0], { roughness: 0.3 }),
    ),
  );
  g.add(wrap(c, R + 0.004, 0.3, 1.85, 2.1, { roughness: 0.35 }));
  const m = M.plastic("#f4efe4", { roughness: 0.35 });
  g.add(
    lathe(
      [
        [0, 2.4],
        [0.34, 2.4, 0.02],
        [0.34, 2.68, 0.04],
        [0.14, 2.72, 0.03],
        [0.12, 3.0, 0.02],
        [0, 3.0],
      ],
      m,
    ),
  );
  g.add(
    lathe(
      [
        [0, 2.94],
        [0.26, 2.94, 0.04],
        [0.26, 3.14, 0.06],
        [0, 3.16],
      ],
      m,
    ),
  );
  g.add(
    pipe(
      [
        [0, 3.06, 0],
        [-0.3, 3.08, 0.1],
        [-0.6, 3.04, 0.2],
        [-0.72, 2.9, 0.24],
      ],
      0.075,
      m,
    ),
  );
  return cam(g, -8, 9, { fill: 0.76 });
}

export function perfume(p) {
  const g = group();
  const W = 1.5;
  const H = 1.75;
  const D = 0.8;
  g.add(
    rbox(
      W,
      H,
      D,
      0.14,
      M.gloss(p.colours[0], { roughness: 0.06, clearcoat: 1, clearcoatRoughness: 0.02 }),
      0,
      H / 2,
      0,
      8,
    ),
  );
  const c = label(
    { ...p, motif: undefined },
    { bg: "#fffaf2", fg: p.colours[1], accent: p.colours[2], w: 900, h: 800, safe: 0.78, band: false },
  );
  g.add(mesh(new THREE.PlaneGeometry(1.08, 0.96), M.paper(c), 0, H * 0.45, D / 2 + 0.008));
  const gold = M.metal(p.colours[2], { roughness: 0.25 });
  g.add(cyl(0.24, 0.24, 0.16, gold, 0, H + 0.08, 0));
  g.add(
    lathe(
      [
        [0, H + 0.16],
        [0.34, H + 0.16, 0.04],
        [0.34, H + 0.75, 0.06],
        [0, H + 0.75],
      ],
      M.wood("#9a6438", 1, 0.5),
    ),
  );
  return cam(g, -24, 12, { fill: 0.7, views: [{ az: 26, el: 20 }] });
}

export function pillbottle(p) {
  const g = group();
  const R = 0.8;
  const c = label(p, { ...slip(p), w: 1050, h: 830, safe: 0.68, band: false });
  g.add(
    lathe(
      [
        [0, 0],
        [R, 0, 0.12],
        [R, 1.6, 0.2],
        [0.62, 1.78, 0.08],
        [0.62, 1.95, 0.02],
        [0, 1.95],
      ],
      M.gloss(p.colours[0], { roughness: 0.25 }),
    ),
  );
  g.add(wrap(c, R + 0.005, 0.22, 1.42, 2.3));
  const cm = M.plastic("#fbf8f1");
  g.add(
    lathe(
      [
        [0, 1.8],
        [0.7, 1.8, 0.02],
        [0.7, 2.25, 0.05],
        [0, 2.25],
      ],
      cm,
    ),
  );
  for (let i = 0; i < 60; i++) {
    const a = (i / 60) * PI * 2;
    g.add(rbox(0.02, 0.36, 0.02, 0.008, cm, Math.sin(a) * 0.7, 2.01, Math.cos(a) * 0.7, 1));
  }
  const pm = M.gloss(shade(p.colours[0], 0.12));
  for (const [x, z, r] of [
    [0.95, 0.75, 0.3],
    [1.25, 0.4, 1.5],
    [0.55, 1.05, 2.4],
  ]) {
    const t = mesh(new THREE.CapsuleGeometry(0.11, 0.2, 8, 24), pm, x, 0.11, z);
    t.rotation.set(PI / 2, 0, r);
    g.add(t);
  }
  return cam(g, -5, 15, { fill: 0.72 });
}

export function bar(p) {
  // Chocolate in its sleeve, standing slightly tilted, with a bare broken bar beside it.
  const g = group();
  const c = label(p, { ...inks(p), w: 1024, h: 1900, safe: 0.74, top: 0.12 });
  const W = 1.35;
  const H = 2.5;
  const b = mesh(
    new THREE.BoxGeometry(W, H, 0.22),
    [0, 1, 2, 3, 4, 5].map((i) => (i === 4 ? M.print(c) : M.satin(shade(p.colours[0], 0.02)))),
    0,
    H / 2,
    0,
  );
  g.add(at(group(b), -0.35, 0.02, 0, -0.1, 0.06, 0));
  const choc = M.gloss("#3a1e12", { roughness: 0.35, clearcoat: 0.5 });
  const piece = group();
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 3; x++) {
      const k = rbox(0.4, 0.4, 0.2, 0.05, choc, x * 0.41, y * 0.41 + 0.2, 0, 3);
      piece.add(k);
      piece.add(rbox(0.26, 0.26, 0.06, 0.03, choc, x * 0.41, y * 0.41 + 0.2, 0.1, 3));
    }
  g.add(at(piece, 0.42, 0.02, -0.12, -0.12, -0.3, 0));
  g.add(at(rbox(0.4, 0.2, 0.4, 0.05, choc, 0, 0.1, 0, 3), 0.7, 0.1, 0.75, 0, 0.5, 0));
  return cam(g, -12, 12, { fill: 0.74, views: [{ az: 20, el: 24 }] });
}

export function jerrycan(p) {
  const c = label(p, {
    bg: p.colours[0] === "#26272b" ? "#f6f1e6" : "#ffffff",
    fg: p.colours[0] === "#26272b" ? "#26272b" : p.colours[1],
    accent: p.colours[2],
    w: 900,
    h: 1000,
    safe: 0.84,
    band: false,
  });
  const m = M.plastic(p.colours[0], { roughness: 0.38 });
  const s = new THREE.Shape();
  s.moveTo(-0.8, 0);
  s.lineTo(0.8, 0);
  s.lineTo(0.8, 1.9);
  s.quadraticCurveTo(0.8, 2.35, 0.45, 2.5);
  s.lineTo(-0.2, 2.55);
  s.quadraticCurveTo(-0.8, 2.5, -0.8, 2.0);
  s.lineTo(-0.8, 0);
  const hole = new THREE.Path();
  hole.moveTo(0.52, 1.5);
  hole.quadraticCurveTo(0.6, 1.45, 0.62, 1.6);
  hole.lineTo(0.6, 1.98);
  hole.quadraticCurveTo(0.56, 2.2, 0.36, 2.24);
  hole.quadraticCurveTo(0.24, 2.24, 0.28, 2.1);
  hole.quadraticCurveTo(0.46, 1.9, 0.44, 1.6);
  hole.quadraticCurveTo(0.44, 1.52, 0.52, 1.5);
  s.holes.push(hole);
  const g = group(extrude(s, 0.85, m, 0.12, 6));
  g.add(mesh(new THREE.PlaneGeometry(1.12, 1.24), M.paper(c, { roughness: 0.4 }), -0.08, 0.82, 0.43));
  g.add(
    lathe(
      [
        [0, 2.45],
        [0.26, 2.45, 0.02],
        [0.26, 2.56, 0.02],
        [0.24, 2.58, 0],
        [0.24, 2.92, 0.05],
        [0, 2.92],
      ],
      M.plastic(p.colours[2], { roughness: 0.4 }),
    ).translateX(-0.3),
  );
  return cam(g, -26, 12, { fill: 0.76, views: [{ az: 30, el: 20 }] });
}

export function soap(p) {
  const g = group();
  const col = p.colours[0];
  const m = M.satin(col, { roughness: 0.45 });
  g.add(at(rbox(1.9, 0.62, 1.2, 0.16, m, 0, 0.31, 0, 8), -0.1, 0.31, -0.55, 0, 0.35, 0));
  const top = rbox(1.9, 0.62, 1.2, 0.16, m, 0, 0, 0, 8);
  const wrapCol = "#f4ead6";
  const c = label(p, {
    bg: wrapCol,
    fg: "#4a3a22",
    accent: shade(col, -0.2),
    w: 900,
    h: 720,
    safe: 0.8,
    band: false,
    top: 0.1,
  });
  const band = rbox(1.02, 0.64, 1.22, 0.165, M.paper(canvasPlain(wrapCol), { roughness: 0.85 }), 0, 0, 0, 8);
  const lab = mesh(new THREE.PlaneGeometry(0.98, 0.82), M.paper(c, { roughness: 0.85 }), 0, 0.323, 0);
  lab.rotation.x = -PI / 2;
  const bar1 = group(top, band, lab);
  at(bar1, 0.15, 0.93, 0.05, 0.0, -0.28, 0);
  g.children[0].position.set(0, 0.31, 0);
  g.add(bar1);
  for (let i = 0; i < 9; i++)
    g.add(
      rbox(
        0.05,
        0.01,
        rnd(0.3, 0.9),
        0.004,
        M.cloth("#cfae74"),
        -1.2 + rnd(-0.1, 0.3),
        0.006,
        0.7 + rnd(-0.3, 0.3),
      ).rotateY(rnd(-1, 1)),
    );
  return cam(g, -14, 34, { fill: 0.7, views: [{ az: 24, el: 22 }] });
}
function canvasPlain(col) {
  const c = canvas(8, 8);
  const g = c.getContext("2d");
  g.fillStyle = col;
  g.fillRect(0, 0, 8, 8);
  return c;
}

export function candle(p) {
  const R = 0.95;
  const H = 1.75;
  const c = label(p, { ...slip(p), w: 900, h: 720, safe: 0.76, band: false, top: 0.1 });
  const g = group();
  g.add(
    lathe(
      [
        [0, 0.08],
        [R * 0.93, 0.08, 0.08],
        [R * 0.93, H * 0.82, 0.01],
        [R * 0.5, H * 0.8, 0.02],
        [0, H * 0.79],
      ],
      M.satin(p.colours[0], { roughness: 0.5 }),
    ),
  );
  g.add(
    lathe(
      [
        [0, 0],
        [R, 0, 0.1],
        [R, H, 0.015],
        [R - 0.04, H, 0.015],
        [R - 0.05, H * 0.8, 0],
      ],
      M.glass("#ffffff", 0.2, { side: 2 }),
    ),
  );
  g.add(wrap(c, R + 0.006, 0.36, 1.22, 1.25));
  g.add(
    pipe(
      [
        [0, H * 0.78, 0],
        [0.01, H * 0.86, 0],
        [0.03, H * 0.93, 0],
      ],
      0.02,
      M.satin("#2b2118"),
    ),
  );
  const flame = lathe(
    [
      [0, 0],
      [0.07, 0.09, 0.05],
      [0.05, 0.22, 0.05],
      [0, 0.36],
    ],
    new THREE.MeshBasicMaterial({ color: "#ffd98a" }),
  );
  flame.castShadow = false;
  g.add(at(flame, 0.03, H * 0.91, 0));
  const lid = at(
    lathe(
      [
        [0, 0],
        [R, 0, 0.03],
        [R, 0.14, 0.04],
        [0, 0.14],
      ],
      M.wood("#b98a56", 2, 0.3),
    ),
    0,
    0,
    0,
  );
  g.add(at(group(lid), 1.25, 0.93, -0.3, 0, 0, -1.28));
  return cam(g, -10, 15, { fill: 0.74, views: [{ az: 22, el: 32 }] });
}

export function compact(p) {
  const g = group();
  const m = M.gloss(p.colours[1], { roughness: 0.3 });
  const R = 1.2;
  g.add(
    lathe(
      [
        [0, 0],
        [R, 0, 0.08],
        [R, 0.2, 0.05],
        [R * 0.86, 0.2, 0.02],
        [R * 0.85, 0.14, 0.02],
        [0, 0.14],
      ],
      m,
    ),
  );
  g.add(
    lathe(
      [
        [0, 0.1],
        [R * 0.82, 0.1, 0.02],
        [R * 0.82, 0.17, 0.03],
        [0, 0.18],
      ],
      M.grain(p.colours[0], { rep: 1.5 }),
    ),
  );
  const lid = group(
    lathe(
      [
        [0, 0],
        [R, 0, 0.06],
        [R, 0.14, 0.04],
        [R * 0.9, 0.14, 0.02],
        [R * 0.9, 0.11, 0],
        [0, 0.11],
      ],
      m,
    ),
  );
  const mirror = mesh(new THREE.CircleGeometry(R * 0.88, 80), M.metal("#e3e9ee", { roughness: 0.06 }), 0, 0.122, 0);
  mirror.rotation.x = -PI / 2;
  lid.add(mirror);
  at(lid, 0, 0.2 + R * Math.sin(1.15), -R - R * Math.cos(1.15) + 0.05, PI - 1.15 - PI / 2 - 0.75 + 0.75, 0, 0);
  lid.rotation.x = 1.15;
  g.add(lid);
  const puff = at(rbox(0.95, 0.16, 0.95, 0.08, M.cloth("#f7e6da"), 0, 0, 0, 6), 0.95, 0.3, 0.75, 0.12, 0.4, 0.2);
  g.add(puff);
  return cam(g, -16, 22, { fill: 0.72 });
}

export function lipstick(p) {
  const g = group();
  const [red, black, gold] = p.colours;
  const b = group();
  b.add(cyl(0.4, 0.4, 1.15, M.gloss(black, { roughness: 0.25 }), 0, 0.575, 0, 0.04));
  b.add(cyl(0.35, 0.35, 0.6, M.metal(gold, { roughness: 0.22 }), 0, 1.42, 0, 0.03));
  const tip = loft(
    (t, a) => {
      const th = a * PI * 2;
      const r = 0.28 * (t > 0.98 ? 0 : 1) * (1 - 0.1 * smooth(0.7, 1, t));
      const y = 1.7 + t * 0.62;
      const slope = smooth(0.45, 1, t) * 0.42 * (Math.cos(th) * 0.5 - 0.5);
      return [Math.sin(th) * r, y + slope, Math.cos(th) * r];
    },
    M.satin(red, { roughness: 0.4 }),
    { nt: 40, na: 48 },
  );
  b.add(tip);
  g.add(at(b, -0.45, 0, 0, 0, -0.5, 0));
  const cap = group(
    cyl(0.42, 0.42, 1.5, M.gloss(black, { roughness: 0.25 }), 0, 0.75, 0, 0.05),
    cyl(0.425, 0.425, 0.08, M.metal(gold), 0, 0.12, 0, 0.02),
  );
  g.add(at(cap, 0.55, 0.42, 0.55, PI / 2, 0, 0.7));
  return cam(g, -12, 13, { fill: 0.74, views: [{ az: 30, el: 24 }] });
}
