// House and garden: tableware, furniture, lamps, plants.
import { canvas, motif } from "./motifs.js";
import {
  M,
  PI,
  THREE,
  at,
  ball,
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
  sheet,
  smooth,
  speckCanvas,
  tex,
  torus,
  oval,
} from "./kit.js";

export function mugGroup(p) {
  const [col, ink] = p.colours;
  const o = p.options ?? {};
  const g = group();
  const glaze = o.enamel
    ? M.gloss("#ffffff", { map: tex(speckCanvas(col, "#e9f2ea", 220, 3), 3, 1) })
    : p.motif
      ? M.gloss(col)
      : M.gloss("#ffffff", { map: tex(speckCanvas(col, shade(col, -0.14), 320, 2.2), 3, 1) });
  const R = o.enamel ? 1.0 : 0.94;
  const H = o.enamel ? 1.7 : 1.95;
  const inner = M.gloss(o.enamel ? "#f7f3ea" : p.motif ? col : shade(col, 0.12));
  g.add(
    lathe(
      [
        [0, 0],
        [R - 0.1, 0, 0.06],
        [R, 0.12, 0.1],
        [R, H, 0.04],
        [R - 0.045, H, 0.03],
      ],
      glaze,
    ),
  );
  g.add(
    lathe(
      [
        [R - 0.05, H - 0.005, 0],
        [R - 0.075, H - 0.03, 0.02],
        [R - 0.08, 0.24, 0.1],
        [0, 0.2],
      ],
      inner,
    ),
  );
  if (o.enamel) g.add(at(torus(R - 0.01, 0.035, M.gloss("#20302a")), 0, H, 0, PI / 2));
  if (p.motif) {
    const t = tex(motif(p.motif, p.palette), 3.6, 0.62);
    g.add(
      mesh(
        new THREE.CylinderGeometry(R + 0.004, R + 0.004, 1.02, 110, 1, true),
        M.gloss("#ffffff", { map: t }),
        0,
        0.98,
        0,
      ),
    );
    for (const y of [0.44, 1.52]) g.add(at(torus(R, 0.018, M.gloss(ink)), 0, y, 0, PI / 2));
  }
  g.add(
    pipe(
      [
        [R - 0.05, H * 0.78, 0],
        [R + 0.3, H * 0.83, 0],
        [R + 0.55, H * 0.66, 0],
        [R + 0.54, H * 0.42, 0],
        [R + 0.3, H * 0.25, 0],
        [R - 0.05, H * 0.26, 0],
      ],
      0.105,
      o.enamel ? M.gloss(col) : p.motif ? M.gloss(col) : M.gloss(col),
      { seg: 70, rad: 18 },
    ),
  );
  const coffee = mesh(new THREE.CircleGeometry(R - 0.07, 64), M.gloss("#3a1f12", { roughness: 0.2 }), 0, H - 0.2, 0);
  coffee.rotation.x = -PI / 2;
  g.add(coffee);
  return g;
}
export function mug(p) {
  const g = at(mugGroup(p), 0, 0, 0, 0, -0.5, 0);
  return cam(group(g), -8, 17, {
    fill: 0.72,
    views: [
      { az: 40, el: 26 },
      { az: -24, el: 10, zoom: 1.8, tx: -0.05, ty: 0.05 },
    ],
  });
}

export function bowl(p) {
  const [col, ink] = p.colours;
  const o = p.options ?? {};
  const g = group();
  const m = o.wood
    ? M.wood(col, 2, 0.8)
    : o.spoon
      ? M.rubber(col, { roughness: 0.55 })
      : M.gloss("#ffffff", { map: tex(speckCanvas(col, shade(col, -0.18), 300, 2), 3, 1) });
  const inn = o.wood ? M.wood(shade(col, 0.04), 2, 1) : o.spoon ? m : M.gloss(ink);
  g.add(
    lathe(
      [
        [0, 0.02],
        [0.5, 0.02, 0.02],
        [0.54, 0, 0.02],
        [0.6, 0.1, 0.06],
        [1.1, 0.5, 0.5],
        [1.38, 1.1, 0.1],
        [1.4, 1.16, 0.02],
        [1.36, 1.17, 0.02],
      ],
      m,
    ),
  );
  g.add(
    lathe(
      [
        [1.365, 1.165],
        [1.32, 1.1, 0.06],
        [1.04, 0.55, 0.5],
        [0.5, 0.16, 0.3],
        [0, 0.13],
      ],
      inn,
    ),
  );
  if (o.spoon) {
    const sm = M.rubber(p.colours[1]);
    const s = group();
    const sc = mesh(new THREE.SphereGeometry(0.26, 30, 20), sm);
    sc.scale.set(1, 0.35, 1.35);
    s.add(
      sc,
      pipe(
        [
          [0, 0, 0.2],
          [0, 0.05, 0.9],
          [0, 0.1, 1.9],
        ],
        0.08,
        sm,
      ),
    );
    g.add(at(s, 1.75, 0.11, -0.55, 0.0, 0.3, 0));
  }
  return cam(g, -16, 24, { fill: 0.72, views: [{ az: 20, el: 48 }] });
}

export function plate(p) {
  const [col, ink] = p.colours;
  const g = group();
  const one = (R, y, band) => {
    const k = group();
    k.add(
      lathe(
        [
          [0, 0.02],
          [R * 0.58, 0.02, 0.02],
          [R * 0.62, 0, 0.02],
          [R * 0.7, 0.05, 0.05],
          [R, 0.2, 0.04],
          [R - 0.01, 0.235, 0.02],
          [R * 0.72, 0.11, 0.1],
          [R * 0.62, 0.07, 0.05],
          [0, 0.07],
        ],
        M.gloss(col),
      ),
    );
    if (band) {
      const ring = sheet(
        (a, t) => {
          const th = a * PI * 2;
          const r = lerp(0.76, 0.955, t) * R;
          return [Math.sin(th) * r, lerp(0.135, 0.222, t) + 0.004, Math.cos(th) * r];
        },
        M.gloss("#ffffff", { map: tex(motif(p.motif, p.palette), 7, 0.5) }),
        { nt: 8, na: 120 },
      );
      k.add(ring, at(torus(R * 0.75, 0.012, M.gloss(ink)), 0, 0.135, 0, PI / 2));
    }
    return at(k, 0, y, 0);
  };
  g.add(one(1.7, 0, true), one(1.2, 0.16, true));
  const b = lathe(
    [
      [0, 0.02],
      [0.4, 0, 0.03],
      [0.75, 0.3, 0.3],
      [0.9, 0.62, 0.05],
      [0.87, 0.63, 0.02],
      [0.7, 0.32, 0.3],
      [0, 0.1],
    ],
    M.gloss(ink),
  );
  g.add(at(b, 0, 0.28, 0));
  return cam(g, -10, 33, { fill: 0.8, views: [{ az: 30, el: 56 }] });
}

export function tray(p) {
  const g = group();
  const deep = p.options?.deep;
  const R = 1.6;
  const h = deep ? 0.45 : 0.16;
  g.add(
    lathe(
      [
        [0, 0],
        [R * 0.9, 0, 0.08],
        [R, h, 0.05],
      ],
      M.coil(p.colours[0], 8, 3),
    ),
  );
  g.add(
    lathe(
      [
        [R - 0.02, h, 0],
        [R * 0.88, 0.05, 0.06],
        [0, 0.05],
      ],
      M.coil(shade(p.colours[0], 0.03), 8, 3.2),
    ),
  );
  g.add(at(torus(R, 0.08, M.coil(p.colours[0], 30, 0.6), PI * 2, 140), 0, h + 0.02, 0, PI / 2));
  if (deep)
    for (const s of [-1, 1])
      g.add(
        pipe(
          [
            [s * R, h, -0.4],
            [s * (R + 0.05), h + 0.35, -0.3],
            [s * (R + 0.06), h + 0.42, 0],
            [s * (R + 0.05), h + 0.35, 0.3],
            [s * R, h, 0.4],
          ],
          0.07,
          M.coil(p.colours[0], 8, 0.6),
        ),
      );
  else {
    // Fruit on the plate: three mangosteens and a banana leaf.
    const leaf = sheet(
      (a, t) => [(a * 2 - 1) * 0.75 * Math.sin(t * PI) ** 0.7, 0.09 + 0.05 * Math.abs(a * 2 - 1), lerp(-1.15, 1.15, t)],
      M.satin("#3f7a3a"),
      { nt: 30, na: 12 },
    );
    g.add(at(group(leaf), 0, 0, 0, 0, 0.6, 0));
    for (const [x, z] of [
      [-0.42, 0.1],
      [0.4, 0.25],
      [0.05, -0.42],
    ]) {
      const f = group(ball(0.4, M.satin("#4a1f3a", { roughness: 0.45 }), 0, 0.48, 0));
      for (let i = 0; i < 4; i++) {
        const s = mesh(new THREE.SphereGeometry(0.17, 20, 12), M.satin("#8fae5a"));
        s.scale.set(1, 0.25, 0.8);
        s.position.x = 0.16;
        f.add(at(group(s), 0, 0.86, 0, 0, (i * PI) / 2, 0));
      }
      f.add(cyl(0.05, 0.06, 0.18, M.satin("#6b5a34"), 0, 0.95, 0));
      g.add(at(f, x, 0, z));
    }
  }
  return cam(g, -18, 34, { fill: 0.78 });
}

export function teapot(p) {
  const g = group();
  const m = M.gloss("#ffffff", { map: tex(speckCanvas(p.colours[0], shade(p.colours[0], -0.16), 260, 2), 3, 1.5) });
  g.add(
    lathe(
      [
        [0, 0],
        [0.62, 0, 0.05],
        [1.02, 0.35, 0.4],
        [1.12, 0.85, 0.5],
        [0.75, 1.38, 0.3],
        [0.5, 1.46, 0.03],
        [0, 1.46],
      ],
      m,
    ),
  );
  g.add(
    lathe(
      [
        [0.52, 1.45],
        [0.5, 1.52, 0.03],
        [0.3, 1.64, 0.2],
        [0.08, 1.68, 0.05],
        [0.08, 1.74, 0.03],
        [0.16, 1.84, 0.08],
        [0.1, 1.96, 0.08],
        [0, 1.97],
      ],
      m,
    ),
  );
  const spout = loft(
    (t, a) => {
      const r = lerp(0.26, 0.1, t ** 0.7);
      const th = a * PI * 2;
      const cx = lerp(0.85, 1.68, t);
      const cy = 0.62 + 0.85 * t ** 1.4;
      const dir = [0.55 - 0.3 * t, 0.6 + 0.4 * t];
      const l = Math.hypot(...dir);
      return [cx - (dir[1] / l) * Math.cos(th) * r, cy + (dir[0] / l) * Math.cos(th) * r, Math.sin(th) * r];
    },
    m,
    { nt: 30, na: 30 },
  );
  g.add(spout);
  const wood = M.wood("#9a6438", 1, 0.4);
  const arch = Array.from({ length: 13 }, (_, i) => {
    const a = (i / 12) * PI;
    return [-Math.cos(a) * 0.86, 1.22 + Math.sin(a) * 1.25, 0];
  });
  g.add(pipe(arch, 0.075, wood, { seg: 80 }));
  const cup = group(
    lathe(
      [
        [0, 0],
        [0.3, 0, 0.04],
        [0.46, 0.3, 0.2],
        [0.48, 0.6, 0.02],
        [0.45, 0.6, 0.02],
        [0.4, 0.3, 0.15],
        [0, 0.1],
      ],
      m,
    ),
  );
  cup.add(
    mesh(new THREE.CircleGeometry(0.43, 40), M.gloss("#a8722a", { roughness: 0.1 }), 0, 0.48, 0).rotateX(-PI / 2),
  );
  g.add(at(cup, 1.15, 0, 1.0));
  return cam(g, -12, 17, { fill: 0.78, views: [{ az: 30, el: 28 }] });
}

export function glass(p) {
  const g = group();
  const R = 0.82;
  const H = 2.1;
  const layers = canvas(16, 512);
  const k = layers.getContext("2d");
  const gr = k.createLinearGradient(0, 0, 0, 512);
  for (const [s, c] of [
    [0, "#7a4a26"],
    [0.28, "#9a6538"],
    [0.5, p.colours[0]],
    [0.72, "#ead8bd"],
    [0.9, "#f1e4cf"],
    [1, "#c9955a"],
  ])
    gr.addColorStop(s, c);
  k.fillStyle = gr;
  k.fillRect(0, 0, 16, 512);
  g.add(
    lathe(
      [
        [0, 0.12],
        [R * 0.78, 0.12, 0.08],
        [R * 0.92, H * 0.8, 0.01],
        [0, H * 0.8],
      ],
      M.satin("#ffffff", { map: tex(layers), roughness: 0.25 }),
    ),
  );
  g.add(
    lathe(
      [
        [0, 0],
        [R * 0.84, 0, 0.08],
        [R, H, 0.015],
        [R - 0.05, H, 0.01],
      ],
      M.glass("#ffffff", 0.16, { side: 2 }),
    ),
  );
  for (const [x, y, z, r] of [
    [-0.25, H * 0.8, 0.2, 0.4],
    [0.3, H * 0.82, 0.05, 1.1],
    [0, H * 0.79, -0.35, 2],
  ])
    g.add(at(rbox(0.42, 0.4, 0.42, 0.08, M.glass("#f7f4ee", 0.6)), x, y, z, 0.3, r, 0.2));
  g.add(at(cyl(0.06, 0.06, 2.6, M.satin("#b3411f"), 0, 0, 0), 0.3, H * 0.85, -0.1, 0, 0, -0.22));
  g.add(
    lathe(
      [
        [0, 0],
        [1.05, 0, 0.03],
        [1.05, 0.1, 0.03],
        [0, 0.1],
      ],
      M.wood("#a26a3c", 1, 1),
    ).translateY(-0.1),
  );
  return cam(g, -10, 14, { fill: 0.76 });
}

export function wok(p) {
  const [col, wood] = p.colours;
  const g = group();
  const m = M.metal(col, { roughness: 0.5, metalness: 0.6 });
  g.add(
    lathe(
      [
        [0, 0.03],
        [0.7, 0.03, 0.3],
        [1.25, 0.3, 0.5],
        [1.62, 0.82, 0.06],
        [1.64, 0.86, 0.02],
        [1.6, 0.86, 0.02],
      ],
      m,
    ),
  );
  g.add(
    lathe(
      [
        [1.6, 0.86],
        [1.2, 0.36, 0.5],
        [0.7, 0.1, 0.3],
        [0, 0.08],
      ],
      M.grain(shade(col, 0.02), { roughness: 0.55, metalness: 0.3, bumpScale: 0.6 }),
    ),
  );
  g.add(at(torus(1.62, 0.03, M.metal("#c9c5bc")), 0, 0.86, 0, PI / 2));
  g.add(
    pipe(
      [
        [1.55, 0.72, 0],
        [1.95, 0.95, 0],
        [2.15, 1.02, 0],
      ],
      0.09,
      m,
    ),
  );
  g.add(
    pipe(
      [
        [2.1, 1.0, 0],
        [2.6, 1.14, 0],
        [3.2, 1.24, 0],
      ],
      0.14,
      M.wood(wood, 1, 0.4),
    ),
  );
  g.add(
    pipe(
      [
        [-1.55, 0.74, -0.35],
        [-1.85, 0.94, -0.28],
        [-1.92, 0.98, 0],
        [-1.85, 0.94, 0.28],
        [-1.55, 0.74, 0.35],
      ],
      0.08,
      m,
    ),
  );
  return cam(g, 24, 30, { fill: 0.84, views: [{ az: 60, el: 40 }] });
}

export function board(p) {
  const m = M.wood(p.colours[0], 0.42, 0.5);
  const s = new THREE.Shape();
  const w = 1.1;
  const h = 2.3;
  const r = 0.28;
  s.moveTo(-w + r, 0);
  s.lineTo(w - r, 0);
  s.quadraticCurveTo(w, 0, w, r);
  s.lineTo(w, h - r);
  s.quadraticCurveTo(w, h, w - r, h);
  s.lineTo(0.34, h);
  s.quadraticCurveTo(0.24, h, 0.24, h + 0.15);
  s.lineTo(0.24, h + 0.62);
  s.quadraticCurveTo(0.22, h + 0.82, 0, h + 0.82);
  s.quadraticCurveTo(-0.22, h + 0.82, -0.24, h + 0.62);
  s.lineTo(-0.24, h + 0.15);
  s.quadraticCurveTo(-0.24, h, -0.34, h);
  s.lineTo(-w + r, h);
  s.quadraticCurveTo(-w, h, -w, h - r);
  s.lineTo(-w, r);
  s.quadraticCurveTo(-w, 0, -w + r, 0);
  const hole = new THREE.Path();
  hole.absarc(0, h + 0.56, 0.1, 0, PI * 2, true);
  s.holes.push(hole);
  const g = group(at(extrude(s, 0.22, m, 0.05), 0, 0.02, 0, -0.16, 0, 0));
  // chillies and lime in front
  for (const [x, z, r2] of [
    [-1.2, 0.7, 0.4],
    [-1.02, 0.95, 0.75],
  ])
    g.add(
      at(
        group(
          pipe(
            [
              [0, 0.1, 0],
              [0.3, 0.12, 0.05],
              [0.62, 0.09, -0.02],
            ],
            0.085,
            M.gloss("#c8281f"),
          ),
          pipe(
            [
              [-0.1, 0.12, 0],
              [-0.26, 0.2, 0],
            ],
            0.03,
            M.satin("#3f7a3a"),
          ),
        ),
        x,
        0,
        z,
        0,
        r2,
        0,
      ),
    );
  g.add(ball(0.3, M.gloss("#5f9a3a", { roughness: 0.4 }), 0.9, 0.3, 0.65));
  return cam(g, -22, 14, { fill: 0.78, views: [{ az: 26, el: 22 }] });
}

export function utensils(p) {
  const g = group();
  const wood = M.wood(p.colours[0], 1, 0.5);
  g.add(
    lathe(
      [
        [0, 0],
        [0.72, 0, 0.08],
        [0.76, 1.5, 0.03],
        [0.7, 1.5, 0.03],
        [0.68, 0.15, 0.05],
        [0, 0.1],
      ],
      M.gloss("#ffffff", { map: tex(speckCanvas(p.colours[1], "#8a7a64", 260, 2), 2, 1) }),
    ),
  );
  const stick = (rx, rz, x, z, head) => {
    const s = group(
      pipe(
        [
          [0, 0, 0],
          [0, 1.2, 0],
          [0, 2.4, 0],
        ],
        0.07,
        wood,
      ),
      head,
    );
    at(s, x, 0.25, z, rx, 0, rz);
    g.add(s);
  };
  const spoon = mesh(new THREE.SphereGeometry(0.3, 30, 24), wood, 0, 2.7, 0);
  spoon.scale.set(0.85, 1.25, 0.3);
  stick(0.02, 0.17, -0.2, 0.1, spoon);
  stick(0.06, -0.16, 0.22, 0.05, rbox(0.5, 0.85, 0.08, 0.04, wood, 0, 2.75, 0));
  const slot = group(
    rbox(0.14, 0.8, 0.08, 0.04, wood, -0.18, 2.75, 0),
    rbox(0.14, 0.8, 0.08, 0.04, wood, 0, 2.75, 0),
    rbox(0.14, 0.8, 0.08, 0.04, wood, 0.18, 2.75, 0),
    rbox(0.5, 0.16, 0.08, 0.04, wood, 0, 2.4, 0),
  );
  stick(-0.16, 0.0, 0.02, -0.25, slot);
  stick(
    -0.06,
    0.36,
    -0.3,
    -0.15,
    group(
      lathe(
        [
          [0, 2.3],
          [0.12, 2.35, 0.05],
          [0.26, 2.6, 0.15],
          [0.2, 2.85, 0.1],
          [0, 2.95],
        ],
        wood,
      ),
    ),
  );
  return cam(g, -16, 10, { fill: 0.8 });
}

export function pillow(p) {
  const S = 1.5;
  const tile = { mega: 2.2 }[p.motif] ?? 1.6;
  const m = p.motif
    ? M.clothMap(tex(motif(p.motif, p.palette), 1 / tile, 1 / tile), { thread: 6 })
    : M.cloth(p.colours[0], { thread: 7, bumpScale: 2 });
  const f = (sign) => (a, t) => {
    const u = a * 2 - 1;
    const v = t * 2 - 1;
    const ax = 1 - 0.075 * (1 - u * u) * Math.abs(v) ** 3;
    const pinchX = 1 - 0.1 * clamp(1 - v * v);
    const pinchY = 1 - 0.1 * clamp(1 - u * u);
    const k = (clamp(1 - u ** 4) * clamp(1 - v ** 4)) ** 0.5;
    const cr = 0.05 * k * Math.sin((Math.abs(u) + Math.abs(v)) * 9) * (Math.abs(u) * Math.abs(v));
    return [u * S * pinchX, v * ax * S * pinchY, sign * (0.62 * k + cr)];
  };
  const uv = (_t, _a, q) => [q[0] + 0.1, q[1]];
  const g = group(sheet(f(1), m, { nt: 80, na: 80, uv }), sheet(f(-1), m.clone(), { nt: 60, na: 60, uv }));
  const edge = [];
  for (let i = 0; i <= 160; i++) {
    const s = (i / 160) * 4;
    const k = Math.floor(s) % 4;
    const q = s - Math.floor(s);
    const [a, b] = [
      [q, 0],
      [1, q],
      [1 - q, 1],
      [0, 1 - q],
    ][k];
    edge.push(f(1)(a, b));
  }
  g.add(pipe(edge, 0.045, M.cloth(p.motif ? "#f0e4cc" : shade(p.colours[0], -0.08)), { seg: 320, rad: 8 }));
  at(g, 0, S * 0.98, 0, -0.22, -0.3, 0.03);
  return cam(group(g), -4, 10, { fill: 0.72, views: [{ az: 34, el: 18 }] });
}

export function lamp(p) {
  const [sh, wood] = p.colours;
  const g = group();
  g.add(
    lathe(
      [
        [0, 0],
        [0.72, 0, 0.04],
        [0.72, 0.14, 0.06],
        [0, 0.16],
      ],
      M.wood(wood, 1, 1),
    ),
  );
  if (p.options?.rattan)
    g.add(
      lathe(
        [
          [0, 0.1],
          [0.3, 0.15, 0.1],
          [0.42, 0.5, 0.3],
          [0.16, 1.05, 0.2],
          [0.09, 1.5, 0.1],
          [0.06, 1.9, 0],
        ],
        M.wood(wood, 1, 1),
      ),
    );
  else {
    g.add(
      lathe(
        [
          [0, 0.1],
          [0.34, 0.15, 0.2],
          [0.36, 0.7, 0.3],
          [0.14, 1.1, 0.2],
          [0.1, 1.5, 0.1],
          [0.07, 1.9, 0],
        ],
        M.wood(wood, 1, 1),
      ),
    );
  }
  const y0 = 1.65;
  const y1 = 3.1;
  const mat = p.options?.rattan
    ? M.weave(sh, 7, 2, { emissive: "#7a4310", emissiveIntensity: 0.28 })
    : M.cloth(sh, { thread: 5, emissive: "#ffb257", emissiveIntensity: 0.16 });
  const s = lathe(
    [
      [1.18, y0],
      [1.2, y0 + 0.03, 0],
      [0.78, y1, 0],
      [0.76, y1, 0],
    ],
    mat,
  );
  s.material.side = 2;
  g.add(s);
  const rim = p.options?.rattan ? M.coil(sh, 18, 0.6) : M.cloth(shade(sh, -0.12));
  g.add(at(torus(1.19, 0.03, rim), 0, y0, 0, PI / 2), at(torus(0.78, 0.03, rim), 0, y1, 0, PI / 2));
  const bulb = ball(0.28, new THREE.MeshBasicMaterial({ color: "#fff0cc" }), 0, 2.2, 0);
  bulb.castShadow = false;
  g.add(bulb);
  g.add(
    pipe(
      [
        [0.7, 0.08, 0],
        [1.1, 0.05, 0.15],
        [1.5, 0.04, -0.1],
        [1.7, 0.04, -0.9],
      ],
      0.03,
      M.rubber("#3a2a1e"),
    ),
  );
  return cam(g, -8, 8, { fill: 0.8, views: [{ az: 22, el: 20 }] });
}

export function chair(p) {
  const [wood, seat] = p.colours;
  const rat = p.options?.rattan;
  const g = group();
  const m = () => M.wood(wood, 1, 0.3);
  const sw = 0.95;
  for (const x of [-1, 1]) {
    g.add(
      pipe(
        [
          [x * 0.92, 0.02, 0.92],
          [x * 0.86, 1.6, 0.82],
        ],
        0.09,
        m(),
        { seg: 8 },
      ),
    );
    g.add(
      pipe(
        [
          [x * 0.88, 0.02, -1.02],
          [x * 0.84, 1.6, -0.82],
          [x * 0.82, 2.5, -0.95],
          [x * 0.78, 3.5, -1.2],
        ],
        0.09,
        m(),
        { seg: 40 },
      ),
    );
    g.add(
      pipe(
        [
          [x * 0.9, 0.7, 0.88],
          [x * 0.86, 0.7, -0.9],
        ],
        0.05,
        m(),
        { seg: 4 },
      ),
    );
  }
  g.add(
    pipe(
      [
        [-0.88, 0.85, 0],
        [0.88, 0.85, 0],
      ],
      0.05,
      m(),
      { seg: 4 },
    ),
  );
  g.add(rbox(1.95, 0.16, 1.85, 0.07, m(), 0, 1.6, 0));
  if (rat) g.add(rbox(1.6, 0.06, 1.5, 0.02, M.weave(seat, 2, 2), 0, 1.7, 0));
  else g.add(rbox(sw * 1.9, 0.26, 1.72, 0.12, M.cloth(seat, { thread: 6 }), 0, 1.76, 0.02, 8));
  if (rat) {
    g.add(rbox(1.6, 0.14, 0.12, 0.05, m(), 0, 3.4, -1.18), rbox(1.6, 0.12, 0.12, 0.05, m(), 0, 2.2, -0.92));
    g.add(at(rbox(1.5, 1.14, 0.05, 0.02, M.weave(seat, 2, 1.5)), 0, 2.8, -1.05, -0.22, 0, 0));
  } else {
    const back = sheet(
      (a, t) => {
        const u = a * 2 - 1;
        return [u * 0.86, 2.75 + t * 0.8, -1.02 - t * 0.2 - 0.16 * (1 - u * u)];
      },
      m(),
      { nt: 8, na: 30, uv: (t, a) => [a, t * 0.5] },
    );
    const back2 = sheet(
      (a, t) => {
        const u = a * 2 - 1;
        return [u * 0.86, 2.75 + t * 0.8, -1.1 - t * 0.2 - 0.16 * (1 - u * u)];
      },
      m(),
      { nt: 8, na: 30 },
    );
    g.add(back, back2);
    for (const t of [0, 1])
      g.add(
        pipe(
          Array.from({ length: 9 }, (_, i) => {
            const u = (i / 8) * 2 - 1;
            return [u * 0.86, 2.75 + t * 0.8, -1.06 - t * 0.2 - 0.16 * (1 - u * u)];
          }),
          0.05,
          m(),
          { seg: 30 },
        ),
      );
  }
  return cam(g, -32, 14, { fill: 0.84, views: [{ az: 28, el: 18 }] });
}

export function stool(p) {
  const g = group();
  const m = M.wood(p.colours[0], 0.6, 0.6);
  const top = lathe(
    [
      [0, 0],
      [1.05, 0, 0.08],
      [1.1, 0.2, 0.1],
      [1.0, 0.24, 0.04],
      [0, 0.2],
    ],
    M.wood(p.colours[0], 0.5, 3),
  );
  g.add(at(top, 0, 1.9, 0));
  const disc = mesh(new THREE.CircleGeometry(1.02, 60), M.wood(p.colours[0], 0.6, 0.8), 0, 2.145, 0);
  disc.rotation.x = -PI / 2;
  g.add(disc);
  for (let i = 0; i < 4; i++) {
    const a = PI / 4 + (i * PI) / 2;
    g.add(
      pipe(
        [
          [Math.sin(a) * 0.7, 1.95, Math.cos(a) * 0.7],
          [Math.sin(a) * 1.05, 0.02, Math.cos(a) * 1.05],
        ],
        0.1,
        m,
        { seg: 6 },
      ),
    );
  }
  for (let i = 0; i < 4; i++) {
    const a = PI / 4 + (i * PI) / 2;
    const b = a + PI / 2;
    g.add(
      pipe(
        [
          [Math.sin(a) * 0.92, 0.75, Math.cos(a) * 0.92],
          [Math.sin(b) * 0.92, 0.75, Math.cos(b) * 0.92],
        ],
        0.05,
        m,
        { seg: 4 },
      ),
    );
  }
  return cam(g, -18, 16, { fill: 0.76 });
}

export function vase(p) {
  const g = group();
  g.add(
    lathe(
      [
        [0, 0],
        [0.5, 0, 0.06],
        [0.86, 0.5, 0.4],
        [0.8, 1.05, 0.4],
        [0.3, 1.5, 0.2],
        [0.27, 1.75, 0.06],
        [0.36, 1.86, 0.02],
        [0.3, 1.86, 0.02],
        [0.2, 1.6, 0.1],
        [0, 1.5],
      ],
      M.gloss("#ffffff", {
        map: tex(speckCanvas(p.colours[0], "#a3937c", 240, 1.8), 3, 2),
        roughness: 0.5,
        clearcoat: 0.2,
      }),
    ),
  );
  const stem = M.satin("#a98a5a");
  const cols = [p.colours[1], "#e3c79a", "#b3603f"];
  for (let i = 0; i < 11; i++) {
    const a = rnd(0, 6.28);
    const r = rnd(0.35, 1.05);
    const h = rnd(2.7, 3.8);
    const tip = [Math.sin(a) * r, h, Math.cos(a) * r * 0.7];
    g.add(
      pipe(
        [[Math.sin(a) * 0.08, 1.3, Math.cos(a) * 0.08], [Math.sin(a) * 0.14, 2.0, Math.cos(a) * 0.12], tip],
        0.016,
        stem,
        { seg: 14, rad: 6 },
      ),
    );
    const m = M.satin(cols[i % 3], { roughness: 0.9 });
    if (i % 3 === 0)
      for (let k = 0; k < 14; k++) {
        const b = ball(
          rnd(0.04, 0.075),
          m,
          tip[0] + rnd(-0.13, 0.13),
          tip[1] + rnd(-0.3, 0.14),
          tip[2] + rnd(-0.13, 0.13),
          10,
        );
        g.add(b);
      }
    else {
      const e = mesh(new THREE.SphereGeometry(0.1, 14, 14), m, ...tip);
      e.scale.set(0.75, 3.2, 0.75);
      e.rotation.set(Math.cos(a) * 0.3, 0, -Math.sin(a) * 0.4);
      g.add(e);
    }
  }
  return cam(g, -12, 9, { fill: 0.82, views: [{ az: 24, el: 16 }] });
}

export function lunchbox(p) {
  const [col, cream] = p.colours;
  const g = group();
  const one = (y, c) => g.add(rbox(2.5, 0.78, 1.7, 0.24, M.plastic(c), 0, y + 0.39, 0, 8));
  one(0, cream);
  one(0.8, col);
  g.add(rbox(2.58, 0.24, 1.78, 0.12, M.wood("#b98a56", 0.5, 0.6), 0, 1.7, 0, 6));
  for (const y of [0.8]) g.add(rbox(2.46, 0.05, 1.66, 0.02, M.rubber(shade(col, -0.2)), 0, y, 0));
  for (const x of [-0.75, 0.75]) {
    g.add(
      rbox(0.16, 1.7, 0.04, 0.02, M.cloth("#8a5a32"), x, 0.86, 0.87),
      rbox(0.16, 0.04, 1.8, 0.02, M.cloth("#8a5a32"), x, 1.835, 0),
    );
  }
  return cam(g, -28, 17, { fill: 0.74, views: [{ az: 30, el: 26 }] });
}

export function clock(p) {
  const g = group();
  const [wood, face] = p.colours;
  const R = 1.6;
  const f = lathe(
    [
      [0, -0.1],
      [R, -0.1, 0.05],
      [R, 0.16, 0.07],
      [R - 0.2, 0.16, 0.05],
      [R - 0.22, 0.06, 0.02],
      [0, 0.06],
    ],
    M.wood(wood, 4, 0.3),
  );
  f.rotation.x = PI / 2;
  g.add(f);
  const c = canvas(800, 800);
  const k = c.getContext("2d");
  k.fillStyle = face;
  k.fillRect(0, 0, 800, 800);
  k.translate(400, 400);
  for (let i = 0; i < 60; i++) {
    k.save();
    k.rotate((i * PI) / 30);
    k.fillStyle = "#3a2a1e";
    if (i % 5) k.fillRect(-2, -372, 4, 16);
    k.restore();
  }
  k.fillStyle = "#3a2a1e";
  k.font = "600 76px Jakarta";
  k.textAlign = "center";
  k.textBaseline = "middle";
  for (let i = 1; i <= 12; i++) k.fillText(String(i), Math.sin((i * PI) / 6) * 300, -Math.cos((i * PI) / 6) * 300 + 6);
  g.add(mesh(new THREE.CircleGeometry(R - 0.21, 90), M.paper(c), 0, 0, 0.065));
  const hand = (l, w, r, col, z) =>
    g.add(at(group(rbox(w, l, 0.03, 0.012, M.satin(col), 0, l / 2 - 0.15, 0)), 0, 0, z, 0, 0, r));
  hand(0.85, 0.09, 0.95, "#2b2118", 0.1);
  hand(1.2, 0.065, -0.95, "#2b2118", 0.13);
  hand(1.3, 0.025, 2.5, "#b3411f", 0.15);
  g.add(at(cyl(0.09, 0.09, 0.06, M.metal("#c9a24a")), 0, 0, 0.17, PI / 2));
  return cam(g, -18, 5, { wall: -0.12, fill: 0.72 });
}

export function broom(p) {
  const g = group();
  const [fib, wood] = p.colours;
  g.add(
    pipe(
      [
        [0, 1.25, 0],
        [0, 2.6, 0],
        [0, 4.4, 0],
      ],
      0.075,
      M.wood(wood, 1, 0.5),
    ),
  );
  const m = M.cloth(fib, { thread: 3 });
  for (let i = 0; i < 260; i++) {
    const u = rnd(-1, 1);
    const z = rnd(-1, 1);
    g.add(
      pipe(
        [
          [u * 0.25, 1.5, z * 0.1],
          [u * 0.62, 0.85, z * 0.16],
          [u * 0.95 + rnd(-0.04, 0.04), 0.02, z * 0.22 + rnd(-0.03, 0.03)],
        ],
        0.016,
        m,
        { seg: 5, rad: 4 },
      ),
    );
  }
  g.add(
    loft(
      (t, a) => {
        const [x, z] = oval(a, lerp(0.5, 0.1, smooth(0, 1, t)), lerp(0.2, 0.1, t), 0.8);
        return [x, 1.12 + t * 0.7, z];
      },
      M.weave("#b3411f", 3, 1),
      { nt: 16, na: 40 },
    ),
  );
  at(g, 0, 0, 0, -0.06, 0, 0.12);
  return cam(group(g), -20, 8, { fill: 0.86 });
}

// ---- plants
function leafMesh(w, l, m, bend = 0.3, cup = 0.15, shapeK = 0.75) {
  return sheet(
    (a, t) => {
      const u = a * 2 - 1;
      const wd = w * Math.sin(Math.min(1, t * 0.97 + 0.03) * PI) ** shapeK;
      return [u * wd, t * l - bend * 0.35 * t * t * l, bend * l * t * t + cup * wd * u * u];
    },
    m,
    { nt: 18, na: 10 },
  );
}
const soil = (R, y) =>
  mesh(new THREE.CircleGeometry(R, 40), M.grain("#3a281c", { rep: 1, bumpScale: 4 }), 0, y, 0).rotateX(-PI / 2);
export function terracotta(R, H, col, glaze = false) {
  const m = glaze
    ? M.gloss("#ffffff", { map: tex(speckCanvas(col, "#9a8c76", 200, 1.8), 3, 1), roughness: 0.5, clearcoat: 0.3 })
    : M.grain(col, { rep: 2, bumpScale: 0.8 });
  return group(
    lathe(
      glaze
        ? [
            [0, 0],
            [R * 0.72, 0, 0.08],
            [R, H, 0.03],
            [R - 0.08, H, 0.03],
            [R - 0.12, H - 0.3, 0],
          ]
        : [
            [0, 0],
            [R * 0.68, 0, 0.04],
            [R * 0.9, H * 0.72, 0.02],
            [R, H * 0.72, 0.03],
            [R * 1.04, H, 0.04],
            [R * 0.92, H, 0.03],
            [R * 0.86, H - 0.3, 0],
          ],
      m,
    ),
  );
}
export function plantGroup(p) {
  const kind = p.options.kind;
  const [potCol, green] = p.colours;
  const g = group();
  const lm = (k = 0) => M.gloss(shade(green, k), { roughness: 0.5, clearcoat: 0.3, side: 2 });
  if (kind === "monstera") {
    g.add(terracotta(0.85, 1.25, potCol, true), soil(0.76, 1.1));
    const mk = () => {
      const s = new THREE.Shape();
      const n = 80;
      for (let i = 0; i <= n; i++) {
        const a = (i / n) * PI * 2;
        const heart = 0.62 + 0.2 * Math.cos(a) + 0.1 * Math.cos(2 * a);
        const cut = Math.abs(Math.sin(a)) > 0.25 ? 0.34 * Math.max(0, Math.sin(a * 7)) ** 5 * Math.abs(Math.sin(a)) : 0;
        const r = heart * (1 - cut) + (Math.abs(a - PI) < 0.25 ? -0.22 : 0);
        const x = Math.sin(a) * r;
        const y = Math.cos(a) * r * 1.1 + 0.3;
        if (i) s.lineTo(x, y);
        else s.moveTo(x, y);
      }
      const geo = new THREE.ShapeGeometry(s, 1);
      const q = geo.attributes.position;
      for (let i = 0; i < q.count; i++) q.setZ(i, 0.28 * Math.abs(q.getX(i)) ** 1.4 - 0.16 * q.getY(i) ** 2);
      geo.computeVertexNormals();
      return geo;
    };
    const geo = mk();
    const n = 8;
    for (let i = 0; i < n; i++) {
      const a = (i / n) * PI * 2 + 0.3;
      const r = 0.55 + 0.32 * (i % 3);
      const h = 2.1 + 0.42 * ((i * 2) % 5);
      const tip = [Math.sin(a) * r, h, Math.cos(a) * r];
      g.add(
        pipe(
          [
            [Math.sin(a) * 0.1, 1.1, Math.cos(a) * 0.1],
            [Math.sin(a) * r * 0.4, 1.2 + (h - 1.1) * 0.6, Math.cos(a) * r * 0.4],
            tip,
          ],
          0.03,
          M.satin(shade(green, 0.06)),
          { seg: 20, rad: 8 },
        ),
      );
      const o = mesh(geo, lm(rnd(-0.04, 0.04)));
      const L = group(o);
      at(o, 0, 0.05, 0.12, 2.25 + rnd(-0.15, 0.15), 0, 0);
      // The blades hang outwards and turn a little to the front.
      at(L, ...tip, 0, Math.atan2(Math.sin(a), Math.cos(a)) * 0.62, 0, rnd(0.85, 1.1));
      g.add(L);
    }
  } else if (kind === "sansevieria") {
    g.add(terracotta(0.85, 1.2, potCol), soil(0.74, 1.02));
    const c = canvas(128, 512);
    const k = c.getContext("2d");
    k.fillStyle = green;
    k.fillRect(0, 0, 128, 512);
    for (let y = 0; y < 512; y += 16) {
      k.strokeStyle = shade(green, -0.1);
      k.globalAlpha = 0.8;
      k.lineWidth = rnd(3, 8);
      k.beginPath();
      for (let x = 0; x <= 128; x += 8) k.lineTo(x, y + 8 * Math.sin(x * 0.09 + y));
      k.stroke();
    }
    k.globalAlpha = 1;
    k.fillStyle = "#d8cf7a";
    k.fillRect(0, 0, 12, 512);
    k.fillRect(116, 0, 12, 512);
    for (let i = 0; i < 12; i++) {
      const a = i * 2.4;
      const r = 0.12 + 0.035 * i;
      const h = 2.6 - 0.11 * i;
      const tw = rnd(-0.5, 0.5);
      const leaf = sheet(
        (u, t) => {
          const w = 0.21 * (1 - t ** 3) * (0.7 + 0.5 * Math.sin(t * 2.2));
          const x = (u * 2 - 1) * w;
          const rot = tw * t;
          return [x * Math.cos(rot), t * h, 0.35 * x * x * 4 + x * Math.sin(rot) + 0.12 * t * t];
        },
        M.gloss("#ffffff", { map: tex(c), roughness: 0.5, clearcoat: 0.3 }),
        { nt: 24, na: 8 },
      );
      g.add(at(group(at(leaf, 0, 0, 0, 0.06 + 0.012 * i, 0, 0)), Math.sin(a) * r, 0.98, Math.cos(a) * r, 0, a, 0));
    }
  } else if (kind === "kaktus") {
    g.add(terracotta(0.85, 1.0, potCol, true), soil(0.76, 0.86));
    const cactus = (R, H, x, z, y0, rz) => {
      const b = loft(
        (t, a) => {
          const k = t < 0.75 ? lerp(0.86, 1, smooth(0, 0.4, t)) : Math.sqrt(clamp(1 - ((t - 0.75) / 0.25) ** 2));
          const th = a * PI * 2;
          const r = R * k * (1 + 0.1 * Math.cos(th * 11));
          return [Math.sin(th) * r, t * H, Math.cos(th) * r];
        },
        M.satin(green, { roughness: 0.7 }),
        { nt: 40, na: 110 },
      );
      const k = group(b);
      const sp = M.satin("#f7efdc");
      for (let i = 0; i < 11; i++)
        for (let j = 1; j < 8; j++) {
          const th = (i / 11) * PI * 2;
          const t = j / 8.6;
          const rr = R * (t < 0.75 ? 1 : Math.sqrt(clamp(1 - ((t - 0.75) / 0.25) ** 2))) * 1.1;
          for (const d of [-0.25, 0, 0.25])
            k.add(
              at(
                cyl(0.002, 0.008, 0.14, sp, 0, 0, 0, 0, 5),
                Math.sin(th) * rr,
                t * H,
                Math.cos(th) * rr,
                PI / 2 - 0.3 + d,
                0,
                0,
              ),
            )
              .children.at(-1)
              .rotation.set(PI / 2 - d, 0, -th + d, "YXZ");
        }
      k.add(ball(0.14, M.satin("#e0789a"), 0, H + 0.03, 0, 20));
      return at(k, x, y0, z, 0, 0, rz);
    };
    g.add(cactus(0.46, 1.55, -0.12, 0, 0.82, 0.03), cactus(0.24, 0.75, 0.46, 0.14, 0.82, -0.2));
    for (let i = 0; i < 14; i++)
      g.add(ball(rnd(0.05, 0.1), M.satin("#d9cdb8"), rnd(-0.6, 0.6), 0.88, rnd(-0.2, 0.6), 12));
  } else if (kind === "sukulen") {
    g.add(terracotta(0.95, 0.95, potCol), soil(0.82, 0.78));
    for (let ring = 0; ring < 5; ring++) {
      const n = [9, 8, 7, 5, 4][ring];
      for (let i = 0; i < n; i++) {
        const a = (i / n) * PI * 2 + ring * 0.45;
        const l = 0.95 - ring * 0.15;
        const e = mesh(
          new THREE.SphereGeometry(0.5, 24, 18),
          M.satin(shade(green, 0.03 * ring - 0.04), { roughness: 0.55 }),
        );
        const pp = e.geometry.attributes.position;
        for (let v = 0; v < pp.count; v++) {
          const y = pp.getY(v) + 0.5;
          const w = Math.sin(clamp(y) * PI * 0.86 + 0.25) ** 0.6;
          pp.setXYZ(v, pp.getX(v) * 0.55 * (0.5 + w * 0.6), y * l, pp.getZ(v) * 0.26 + 0.12 * y * y);
        }
        e.geometry.computeVertexNormals();
        g.add(at(group(at(e, 0, 0, 0, 1.15 - ring * 0.24, 0, 0)), 0, 0.92 + ring * 0.07, 0, 0, a, 0));
      }
    }
  } else if (kind === "palem") {
    g.add(
      loft(
        (t, a) => {
          const [x, z] = oval(a, lerp(0.72, 0.92, t), lerp(0.72, 0.92, t), 1);
          return [x, t * 1.2, z];
        },
        M.weave(potCol, 5, 1.4),
        { nt: 20, na: 80 },
      ),
      at(torus(0.92, 0.06, M.coil(potCol, 20, 0.6)), 0, 1.2, 0, PI / 2),
      soil(0.88, 1.06),
    );
    for (let i = 0; i < 9; i++) {
      const a = i * 0.698 + 0.2;
      const R = 0.9 + 0.45 * (i % 2);
      const H = 3.6 - 0.35 * (i % 3);
      const pt = (t) => [
        Math.sin(a) * R * t ** 1.6,
        1.05 + (((H - 1.05) * Math.sin(t * 1.75)) / Math.sin(1.75)) * (t < 0.9 ? 1 : 1),
        Math.cos(a) * R * t ** 1.6,
      ];
      g.add(
        pipe(
          Array.from({ length: 8 }, (_, j) => pt(j / 7)),
          0.028,
          M.satin("#9aa84a"),
          { seg: 24, rad: 6 },
        ),
      );
      for (let j = 3; j <= 15; j++) {
        const t = j / 15.5;
        const q = pt(t);
        for (const s of [-1, 1]) {
          const l = leafMesh(0.06, 0.72 * Math.sin(t * PI * 0.8 + 0.5), lm(rnd(-0.03, 0.05)), 0.25, 0.1, 0.6);
          const h = group(l);
          l.rotation.set(0.5, 0, s * -1.05);
          g.add(at(h, ...q, 0, a, 0));
        }
      }
    }
  } else {
    // trailing pothos in a bowl on a stand
    g.add(terracotta(0.8, 1.0, potCol, true).translateY(1.5), soil(0.7, 2.36));
    const w = M.wood("#a26a3c", 1, 0.3);
    for (let i = 0; i < 3; i++) {
      const a = (i / 3) * PI * 2 + 0.5;
      g.add(
        pipe(
          [
            [Math.sin(a) * 0.88, 0.02, Math.cos(a) * 0.88],
            [Math.sin(a) * 0.72, 2.1, Math.cos(a) * 0.72],
          ],
          0.07,
          w,
          { seg: 4 },
        ),
      );
    }
    g.add(at(torus(0.74, 0.06, w), 0, 1.5, 0, PI / 2));
    for (let i = 0; i < 11; i++) {
      const a = (i / 11) * PI * 2;
      const len = 0.5 + 1.5 * (((i * 5) % 7) / 7);
      const path = [
        [Math.sin(a) * 0.3, 2.4, Math.cos(a) * 0.3],
        [Math.sin(a) * 0.7, 2.75, Math.cos(a) * 0.7],
        [Math.sin(a) * 1.0, 2.4, Math.cos(a) * 1.0],
        [Math.sin(a + 0.1) * 1.06, 2.4 - len, Math.cos(a + 0.1) * 1.06],
      ];
      const c = new THREE.CatmullRomCurve3(path.map((q) => new THREE.Vector3(...q)));
      g.add(pipe(path, 0.02, M.satin("#8fae5a"), { seg: 20, rad: 6 }));
      for (let j = 1; j <= 8; j++) {
        const q = c.getPoint(j / 8);
        const l = leafMesh(0.24, 0.55, lm(rnd(-0.05, 0.07)), 0.4, 0.2, 0.7);
        l.rotation.set(2.0 + rnd(-0.3, 0.3), 0, rnd(-0.7, 0.7));
        g.add(at(group(l), q.x, q.y, q.z, 0, a + rnd(-0.5, 0.5), 0));
      }
    }
    for (let i = 0; i < 10; i++) {
      const l = leafMesh(0.26, 0.6, lm(rnd(-0.05, 0.07)), 0.4, 0.2, 0.7);
      l.rotation.x = rnd(0.4, 1.0);
      g.add(at(group(l), 0, 2.4, 0, 0, i * 0.63, 0));
    }
  }
  return g;
}
export function plant(p) {
  return cam(plantGroup(p), -14, p.options.kind === "sukulen" ? 30 : 12, { fill: 0.84, views: [{ az: 26, el: 20 }] });
}
export function pot(p) {
  const g = group(
    at(terracotta(1.05, 1.7, p.colours[0]), -0.55, 0, -0.3),
    at(terracotta(0.75, 1.2, p.colours[0]), 0.98, 0, 0.35),
    at(terracotta(0.5, 0.8, p.colours[0]), 0.1, 0, 1.15),
  );
  for (const [x, y, z, r] of [
    [-0.55, 1.5, -0.3, 0.9],
    [0.98, 1.02, 0.35, 0.65],
    [0.1, 0.64, 1.15, 0.42],
  ])
    g.add(at(soil(r, y), x, y, z)).children.at(-1).rotation.x = -PI / 2;
  return cam(g, -12, 22, { fill: 0.78 });
}
export function wateringcan(p) {
  const g = group();
  const m = M.gloss(p.colours[0], { roughness: 0.4, clearcoat: 0.5 });
  g.add(
    lathe(
      [
        [0, 0],
        [0.9, 0, 0.06],
        [0.86, 1.5, 0.1],
        [0.6, 1.66, 0.04],
        [0.56, 1.62, 0.02],
        [0, 1.55],
      ],
      m,
    ),
  );
  g.add(
    pipe(
      [
        [0.8, 0.4, 0],
        [1.2, 0.75, 0],
        [1.7, 1.75, 0],
        [1.9, 1.95, 0],
      ],
      0.12,
      m,
      { seg: 50 },
    ),
  );
  const rose = lathe(
    [
      [0, 0],
      [0.12, 0, 0.02],
      [0.34, 0.4, 0.02],
      [0.34, 0.46, 0.02],
      [0, 0.5],
    ],
    M.metal("#c9a24a"),
  );
  g.add(at(rose, 1.85, 1.9, 0, 0, 0, -0.8));
  g.add(
    pipe(
      [
        [-0.82, 0.45, 0],
        [-1.45, 0.8, 0],
        [-1.4, 1.7, 0],
        [-0.5, 2.25, 0],
        [0.3, 2.05, 0],
        [0.5, 1.62, 0],
      ],
      0.085,
      M.wood("#a26a3c", 1, 0.4),
      { seg: 80 },
    ),
  );
  g.add(at(torus(0.89, 0.03, M.metal("#c9a24a")), 0, 0.06, 0, PI / 2));
  return cam(g, -16, 13, { fill: 0.8 });
}
