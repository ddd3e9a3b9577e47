// Electronics, toys, sport, books, stationery, motoring.
import { canvas, label, motif } from "./motifs.js";
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
  oval,
  pipe,
  rbox,
  rnd,
  shade,
  shapeOf,
  sheet,
  smooth,
  tex,
  torus,
} from "./kit.js";

const ctx = (w, h, fill) => {
  const c = canvas(w, h);
  const g = c.getContext("2d");
  g.fillStyle = fill;
  g.fillRect(0, 0, w, h);
  return [c, g];
};
const roundShape = (w, h, r) => {
  const s = new THREE.Shape();
  s.moveTo(-w + r, -h);
  s.lineTo(w - r, -h);
  s.absarc(w - r, -h + r, r, -PI / 2, 0);
  s.lineTo(w, h - r);
  s.absarc(w - r, h - r, r, 0, PI / 2);
  s.lineTo(-w + r, h);
  s.absarc(-w + r, h - r, r, PI / 2, PI);
  s.lineTo(-w, -h + r);
  s.absarc(-w + r, -h + r, r, PI, PI * 1.5);
  return s;
};
/** Flat picture plane with UV 0..1 cut to a rounded rectangle. */
const decal = (w, h, r, c, m = {}) => {
  const geo = new THREE.ShapeGeometry(roundShape(w, h, r), 12);
  const q = geo.attributes.position;
  const uv = geo.attributes.uv;
  for (let i = 0; i < q.count; i++) uv.setXY(i, (q.getX(i) / w + 1) / 2, (q.getY(i) / h + 1) / 2);
  return mesh(geo, M.paper(c, { roughness: 0.35, ...m }));
};

export function headphone(p) {
  const [col, soft] = p.colours;
  const g = group();
  const m = M.plastic(col, { roughness: 0.4 });
  const R = 1.35;
  const band = loft(
    (t, a) => {
      const th = lerp(-0.06, 1.06, t) * PI;
      const [w, d] = oval(a, 0.24, 0.07, 0.6);
      const r = R + d;
      return [-Math.cos(th) * r, 1.5 + Math.sin(th) * r * 1.08, w];
    },
    m,
    { nt: 80, na: 30 },
  );
  const pad = loft(
    (t, a) => {
      const th = lerp(0.2, 0.8, t) * PI;
      const k = Math.sin(t * PI) ** 0.35;
      const [w, d] = oval(a, 0.27 * k, 0.1 * k, 0.8);
      const r = R - 0.1 + d;
      return [-Math.cos(th) * r, 1.5 + Math.sin(th) * r * 1.08, w];
    },
    M.leather(shade(soft, 0.03)),
    { nt: 60, na: 30 },
  );
  g.add(band, pad);
  for (const s of [-1, 1]) {
    const cup = group();
    cup.add(
      loft(
        (t, a) => {
          const k = [0, 0.82, 1, 1, 0.96, 0][Math.round(t * 5)] ?? 1;
          const [y, z] = oval(a, 0.92, 0.7, 0.9);
          const x = [0.44, 0.44, 0.36, 0.12, 0.08, 0.08][Math.round(t * 5)];
          return [x, y * k, z * k];
        },
        m,
        { nt: 5, na: 70 },
      ),
    );
    const cushion = loft(
      (t, a) => {
        const th = t * PI * 2;
        const [y, z] = oval(a, 0.66 + 0.2 * Math.cos(th), 0.46 + 0.2 * Math.cos(th), 0.9);
        return [-0.06 + 0.17 * Math.sin(th), y, z];
      },
      M.leather(soft),
      { nt: 30, na: 70 },
    );
    cup.add(cushion);
    cup.add(
      at(
        lathe(
          [
            [0, 0],
            [0.4, 0, 0.02],
            [0.42, 0.03, 0.02],
            [0, 0.035],
          ],
          M.metal("#c9c5bc"),
        ),
        0.44,
        0,
        0,
        0,
        0,
        -PI / 2,
      ),
    );
    cup.scale.x = s;
    cup.position.set(s * (R - 0.02), 0.95, 0);
    g.add(at(group(cup)));
    g.add(rbox(0.1, 0.7, 0.2, 0.04, M.metal("#b9b5ac"), s * R, 1.55, 0));
  }
  at(g, 0, 0, 0, -0.08, 0, 0);
  return cam(group(g), -36, 13, {
    fill: 0.76,
    views: [
      { az: 24, el: 18 },
      { az: -52, el: 8, zoom: 1.8, ty: -0.25, tx: -0.1 },
    ],
  });
}

export function earbuds(p) {
  const [col] = p.colours;
  const g = group();
  const m = M.gloss(col, { roughness: 0.3 });
  g.add(rbox(1.9, 0.75, 1.4, 0.37, m, 0, 0.38, 0, 10));
  g.add(at(rbox(1.9, 0.42, 1.4, 0.2, m, 0, 0, 0, 10), 0, 1.18, -0.78, -1.25, 0, 0));
  g.add(rbox(1.55, 0.05, 1.0, 0.02, M.satin(shade(col, -0.12)), 0, 0.745, 0.02));
  g.add(ball(0.035, new THREE.MeshBasicMaterial({ color: "#4fc38a" }), 0, 0.45, 0.71, 12));
  const bud = (s) => {
    const b = group();
    b.add(ball(0.3, m, 0, 0.62, 0));
    b.add(
      pipe(
        [
          [0, 0.6, 0.06],
          [0, 0.3, 0.1],
          [0, 0.02, 0.1],
        ],
        0.12,
        m,
      ),
    );
    const tip = mesh(new THREE.SphereGeometry(0.2, 24, 18), M.rubber("#5a5a60"), s * 0.24, 0.68, 0.1);
    b.add(tip);
    b.add(cyl(0.07, 0.07, 0.02, M.metal("#8a8a90"), 0, -0.1, 0.1));
    return b;
  };
  g.add(at(bud(1), -0.42, 0.62, 0.05, 0, 0, 0.05), at(bud(-1), 0.42, 0.62, 0.05, 0, 0, -0.05));
  const loose = bud(1);
  g.add(at(group(at(loose, 0, 0, 0, -PI / 2 + 0.1, 0, 0.5)), 1.35, 0.28, 1.1));
  return cam(g, -22, 22, { fill: 0.74, views: [{ az: 26, el: 32 }] });
}

export function speaker(p) {
  const [col, trim] = p.colours;
  const g = group();
  const b = lathe(
    [
      [0, -1.5],
      [0.72, -1.5, 0.16],
      [0.8, -1.2, 0.1],
      [0.8, 1.2, 0.1],
      [0.72, 1.5, 0.16],
      [0, 1.5],
    ],
    M.weave(col, 16, 9, { bumpScale: 2 }),
  );
  b.rotation.z = PI / 2;
  g.add(at(group(b), 0, 0.82, 0));
  for (const s of [-1, 1]) {
    const ring = at(torus(0.74, 0.08, M.rubber(trim)), s * 1.46, 0.82, 0, 0, PI / 2, 0);
    const cone = at(
      lathe(
        [
          [0, 0],
          [0.3, 0.03, 0.1],
          [0.62, 0.1, 0.02],
          [0.68, 0.05, 0.02],
        ],
        M.rubber("#2b2c30"),
      ),
      s * 1.48,
      0.82,
      0,
      0,
      0,
      (-s * PI) / 2,
    );
    g.add(ring, cone);
  }
  g.add(rbox(1.3, 0.06, 0.24, 0.03, M.rubber(trim), 0, 1.62, 0.05));
  for (let i = -1; i < 2; i++) g.add(cyl(0.07, 0.07, 0.04, M.rubber("#6f6a60"), i * 0.4, 1.66, 0.05));
  g.add(rbox(1.2, 0.05, 0.6, 0.02, M.rubber("#2b2c30"), 0, 0.025, 0));
  const badge = rbox(0.5, 0.2, 0.03, 0.02, M.rubber(trim), 0, 0.7, 0.8);
  g.add(badge);
  g.add(
    pipe(
      [
        [1.5, 1.3, 0.2],
        [1.85, 1.2, 0.4],
        [1.95, 0.7, 0.5],
        [1.8, 0.3, 0.42],
        [1.55, 0.4, 0.3],
      ],
      0.04,
      M.cloth(trim),
    ),
  );
  return cam(g, -24, 15, { fill: 0.78, views: [{ az: 38, el: 20 }] });
}

export function powerbank(p) {
  const [col, ink] = p.colours;
  const g = group();
  const one = group(rbox(1.5, 2.8, 0.42, 0.2, M.satin(col, { roughness: 0.5 }), 0, 1.4, 0, 8));
  const [c, k] = ctx(512, 1024, col);
  k.fillStyle = ink;
  k.textAlign = "center";
  k.font = "800 92px Jakarta";
  k.fillText("Daya", 256, 420);
  k.font = "500 46px Jakarta";
  k.fillText("10.000 mAh", 256, 500);
  for (let i = 0; i < 4; i++) {
    k.beginPath();
    k.arc(186 + i * 46, 800, 10, 0, 7);
    k.fillStyle = i < 3 ? "#7fcba0" : "#59606e";
    k.fill();
  }
  one.add(at(decal(0.62, 1.22, 0.1, c, { roughness: 0.5 }), 0, 1.4, 0.212));
  for (const x of [-0.3, 0.3]) one.add(rbox(0.28, 0.03, 0.12, 0.02, M.metal("#8a8c92"), x, 2.805, 0));
  g.add(at(one, 0, 0.02, 0, -0.14, 0, 0));
  const cm = M.cloth("#d9d4c8", { thread: 3 });
  g.add(
    pipe(
      [
        [0.3, 2.95, -0.4],
        [0.32, 3.25, -0.42],
        [0.8, 3.4, -0.3],
        [1.25, 2.6, 0],
        [1.35, 1.0, 0.3],
        [1.3, 0.06, 0.6],
        [0.6, 0.05, 1.0],
        [-0.5, 0.05, 1.0],
      ],
      0.05,
      cm,
      { seg: 120 },
    ),
  );
  g.add(at(rbox(0.24, 0.34, 0.12, 0.05, M.plastic("#d9d4c8")), 0.3, 2.93, -0.4, -0.14, 0, 0));
  g.add(at(rbox(0.34, 0.12, 0.2, 0.05, M.plastic("#d9d4c8")), -0.6, 0.06, 1.0));
  return cam(g, -22, 13, { fill: 0.76, views: [{ az: 24, el: 20 }] });
}

export function charger(p) {
  const [col] = p.colours;
  const g = group();
  const m = M.gloss(col, { roughness: 0.35 });
  g.add(rbox(1.3, 1.3, 1.3, 0.24, m, 0, 0.66, 0, 8));
  g.add(
    rbox(0.5, 0.03, 0.2, 0.015, M.satin("#4a4a50"), 0, 0.78, 0.66),
    rbox(0.5, 0.18, 0.02, 0.01, M.satin("#26262a"), 0, 0.78, 0.65),
  );
  for (const x of [-0.26, 0.26]) {
    const pin = cyl(0.085, 0.085, 0.7, M.metal("#d4d0c6"), x, 1.6, -0.1, 0.04);
    g.add(pin, cyl(0.095, 0.095, 0.32, M.plastic("#e9e5dc"), x, 1.42, -0.1));
  }
  const cm = M.cloth("#f0ece2", { thread: 3 });
  const loops = [];
  for (let i = 0; i <= 44; i++) {
    const a = (i / 44) * PI * 6;
    loops.push([1.75 + Math.cos(a) * (0.72 - i * 0.003), 0.07 + i * 0.006, 0.35 + Math.sin(a) * (0.72 - i * 0.003)]);
  }
  g.add(pipe([[0.5, 0.07, 1.5], ...loops.slice(24), [1.0, 0.4, 1.15]], 0.055, cm, { seg: 160 }));
  g.add(at(rbox(0.42, 0.12, 0.2, 0.05, M.plastic("#f4f1ea")), 0.34, 0.07, 1.5, 0, 0.1, 0));
  return cam(g, -18, 24, { fill: 0.72 });
}

export function cable(p) {
  const [col, metal] = p.colours;
  const g = group();
  const cm = M.weave(col, 60, 1, { bumpScale: 2 });
  const pts = [];
  for (let i = 0; i <= 90; i++) {
    const a = (i / 90) * PI * 2 * 3.6;
    const r = 1.18 + 0.08 * Math.sin(i * 0.9);
    pts.push([Math.cos(a) * r, 0.09 + 0.13 * Math.floor(i / 25) * 0.9 + (i % 25) * 0.004, Math.sin(a) * r]);
  }
  const A = pts[0];
  const B = pts.at(-1);
  g.add(
    pipe(
      [
        [A[0] + 0.6, 0.1, A[2] + 1.35],
        [A[0] + 0.15, 0.09, A[2] + 0.75],
        ...pts,
        [B[0] - 0.25, 0.3, B[2] - 0.0],
        [B[0] - 0.8, 0.12, 1.75],
        [B[0] - 0.6, 0.1, 2.0],
      ],
      0.085,
      cm,
      { seg: 300, rad: 8 },
    ),
  );
  const plug = (x, z, r) => {
    const k = group(
      rbox(0.26, 0.16, 0.6, 0.06, M.plastic("#2b2c30"), 0, 0, 0),
      rbox(0.2, 0.09, 0.3, 0.04, M.metal(metal), 0, 0, 0.42),
    );
    return at(k, x, 0.1, z, 0, r, 0);
  };
  g.add(plug(A[0] + 0.72, A[2] + 1.6, 0.45), plug(B[0] - 0.5, 2.25, 0.5));
  g.add(at(rbox(0.34, 0.62, 0.5, 0.05, M.leather("#8a5a32")), -1.0, 0.32, -0.72, 0, -0.7, 0));
  return cam(g, -12, 44, { fill: 0.74 });
}

function slab(w, h, d, r, m) {
  return extrude(roundShape(w, h, r), d, m, Math.min(0.06, d / 2.2), 5, 16);
}
export function phonecase(p) {
  const g = group();
  const W = 0.95;
  const H = 1.95;
  const art = () => {
    if (!p.motif) return null;
    const [c, k] = ctx(600, 1240, "#000");
    const pat = k.createPattern(motif(p.motif, p.palette), "repeat");
    pat.setTransform(new DOMMatrix([1.25, 0, 0, 1.25, 20, 10]));
    k.fillStyle = pat;
    k.fillRect(0, 0, 600, 1240);
    return c;
  };
  const one = () => {
    const k = group(
      slab(W, H, 0.22, 0.26, p.motif ? M.rubber(p.colours[0], { roughness: 0.5 }) : M.rubber(p.colours[0])),
    );
    const c = art();
    if (c) k.add(at(decal(W - 0.05, H - 0.05, 0.22, c, { roughness: 0.4 }), 0, 0, 0.113));
    k.add(
      at(
        slab(0.36, 0.42, 0.08, 0.16, M.rubber(p.motif ? shade(p.colours[0], -0.03) : shade(p.colours[0], -0.05))),
        -0.48,
        H - 0.55,
        0.12,
      ),
    );
    for (const [x, y] of [
      [-0.62, H - 0.38],
      [-0.34, H - 0.55],
      [-0.62, H - 0.72],
    ]) {
      k.add(
        at(cyl(0.13, 0.13, 0.06, M.gloss("#15161a", { roughness: 0.1 })), x, y, 0.17, PI / 2, 0, 0),
        at(torus(0.13, 0.018, M.metal("#9a9ca4")), x, y, 0.19),
      );
    }
    k.add(rbox(0.05, 0.4, 0.1, 0.02, M.metal("#9a9ca4"), W + 0.0, 0.5, 0));
    return k;
  };
  g.add(at(one(), 0.28, H * 0.98, 0.25, -0.16, -0.12, 0));
  const back = group(slab(W - 0.02, H - 0.02, 0.18, 0.26, M.gloss("#17181d", { roughness: 0.15 })));
  g.add(at(back, -0.55, H * 0.98, -0.45, -0.16, 0.1, 0));
  return cam(g, -20, 10, { fill: 0.76, views: [{ az: 24, el: 16 }] });
}

export function phone(p) {
  const [col, dark] = p.colours;
  const W = 0.95;
  const H = 1.98;
  const screen = () => {
    const [c, k] = ctx(560, 1160, "#101a3a");
    const gr = k.createLinearGradient(0, 0, 560, 1160);
    gr.addColorStop(0, "#f0906b");
    gr.addColorStop(0.45, "#b3411f");
    gr.addColorStop(1, "#243b7a");
    k.fillStyle = gr;
    k.fillRect(0, 0, 560, 1160);
    k.globalAlpha = 0.16;
    const pat = k.createPattern(motif("kawung", "biru"), "repeat");
    k.fillStyle = pat;
    k.fillRect(0, 620, 560, 540);
    k.globalAlpha = 1;
    k.fillStyle = "#fff";
    k.textAlign = "center";
    k.font = "600 128px Jakarta";
    k.fillText("10.09", 280, 300);
    k.font = "500 34px Jakarta";
    k.fillText("Sabtu, 21 November", 280, 362);
    k.fillStyle = "rgba(255,255,255,.2)";
    for (const y of [470, 590]) {
      k.beginPath();
      k.roundRect(40, y, 480, 96, 28);
      k.fill();
    }
    k.fillStyle = "#0b0c10";
    k.beginPath();
    k.arc(280, 46, 15, 0, 7);
    k.fill();
    return c;
  };
  const front = group(slab(W, H, 0.16, 0.26, M.metal("#5a6078", { roughness: 0.35 })));
  const c = screen();
  front.add(at(decal(W - 0.03, H - 0.03, 0.24, canvas(4, 4)), 0, 0, 0.082));
  front.children.at(-1).material = M.gloss("#08090c", { roughness: 0.1 });
  front.add(
    at(
      decal(W - 0.09, H - 0.09, 0.2, c, {
        roughness: 0.12,
        emissive: "#ffffff",
        emissiveMap: tex(c),
        emissiveIntensity: 0.55,
      }),
      0,
      0,
      0.086,
    ),
  );
  const back = group(slab(W, H, 0.16, 0.26, M.gloss(col, { roughness: 0.25 })));
  back.add(at(slab(0.34, 0.4, 0.08, 0.15, M.gloss(dark)), -0.48, H - 0.55, 0.1));
  for (const [x, y] of [
    [-0.62, H - 0.4],
    [-0.34, H - 0.55],
    [-0.62, H - 0.7],
  ])
    back.add(
      at(cyl(0.12, 0.12, 0.06, M.gloss("#0b0c10", { roughness: 0.05 })), x, y, 0.15, PI / 2),
      at(torus(0.12, 0.016, M.metal("#c9c5bc")), x, y, 0.17),
    );
  const g = group(at(front, 0.32, H * 0.99, 0.3, -0.14, -0.1, 0), at(back, -0.62, H * 0.99, -0.45, -0.14, 0.14, 0));
  return cam(g, -14, 9, { fill: 0.76, views: [{ az: 24, el: 15 }] });
}

export function mouse(p) {
  const [col, dark] = p.colours;
  const body = (m, s = 1) =>
    loft(
      (t, a) => {
        const th = t * PI;
        const k = Math.sin(th) ** 0.62;
        const phi = (a - 0.5) * PI;
        const x = Math.sin(phi) * 0.78 * k * (1 + 0.06 * Math.cos(th)) * s;
        const y = Math.max(0, Math.cos(phi)) ** 0.75 * (0.78 + 0.18 * Math.cos(th + 0.5)) * k * s;
        return [x, y + 0.02, -Math.cos(th) * 1.25 * -1 * s];
      },
      m,
      { nt: 70, na: 60, closed: false },
    );
  const g = group(body(M.plastic(col, { roughness: 0.42 })));
  g.add(at(cyl(0.17, 0.17, 0.14, M.rubber(dark)), 0, 0.7, 0.6, 0, 0, PI / 2));
  return cam(g, -30, 34, { fill: 0.68 });
}

export function keyboard(p) {
  const [body, key, acc] = p.colours;
  const g = group(rbox(4.3, 0.28, 1.75, 0.12, M.plastic(body), 0, 0.14, 0, 6));
  const rows = [14, 14, 13, 12];
  const rowsX = ["1234567890-=", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];
  const km = M.plastic(key, { roughness: 0.5 });
  const am = M.plastic(acc, { roughness: 0.5 });
  const gm = M.plastic(shade(body, -0.14), { roughness: 0.5 });
  rows.forEach((n, r) => {
    const w = 4.04 / n;
    for (let i = 0; i < n; i++) {
      const edge = i === 0 || i === n - 1;
      const m = r === 0 && i === 0 ? am : r === 2 && i === n - 1 ? am : edge ? gm : km;
      g.add(
        at(rbox(w * 0.88, 0.18, 0.27, 0.06, m, 0, 0, 0, 3), -2.02 + w * (i + 0.5), 0.34, -0.64 + r * 0.32, -0.03, 0, 0),
      );
    }
    void rowsX;
  });
  const ws = [0.32, 0.32, 0.32, 1.8, 0.32, 0.32, 0.32];
  let x = -2.02;
  for (const w of ws) {
    const W = (w / 3.72) * 4.04;
    g.add(rbox(W * 0.92, 0.18, 0.27, 0.06, w > 1 ? km : gm, x + W / 2, 0.34, 0.64, 3));
    x += W;
  }
  g.rotation.x = 0.04;
  return cam(group(g), -26, 36, { fill: 0.84, views: [{ az: 24, el: 26 }] });
}

export function desklamp(p) {
  const [col, acc] = p.colours;
  const m = M.plastic(col);
  const g = group(
    lathe(
      [
        [0, 0],
        [0.95, 0, 0.05],
        [0.95, 0.16, 0.08],
        [0, 0.18],
      ],
      m,
    ),
  );
  g.add(
    pipe(
      [
        [0, 0.15, 0],
        [0, 0.4, 0],
      ],
      0.12,
      m,
    ),
    pipe(
      [
        [0, 0.35, 0],
        [-0.85, 2.3, 0],
      ],
      0.085,
      m,
    ),
    pipe(
      [
        [-0.85, 2.3, 0],
        [0.55, 3.35, 0],
      ],
      0.085,
      m,
    ),
  );
  g.add(
    at(cyl(0.16, 0.16, 0.24, M.plastic(acc)), 0, 0.38, 0, PI / 2),
    at(cyl(0.16, 0.16, 0.24, M.plastic(acc)), -0.85, 2.3, 0, PI / 2),
    at(cyl(0.13, 0.13, 0.24, M.plastic(acc)), 0.55, 3.35, 0, PI / 2),
  );
  const head = group(rbox(1.6, 0.2, 0.5, 0.09, m, 0.7, 0, 0, 6));
  const glow = rbox(1.4, 0.03, 0.38, 0.01, new THREE.MeshBasicMaterial({ color: "#fff3d6" }), 0.72, -0.1, 0);
  head.add(glow);
  g.add(at(head, 0.5, 3.35, 0, 0, 0, -0.3));
  g.add(cyl(0.14, 0.14, 0.05, M.plastic(acc), 0.45, 0.2, 0.5));
  return cam(g, -22, 12, { fill: 0.78 });
}

export function ricecooker(p) {
  const [col, acc] = p.colours;
  const m = M.gloss(col, { roughness: 0.3 });
  const g = group();
  const b = (y0, y1, k, mm) =>
    loft(
      (t, a) => {
        const e = k(t);
        const [x, z] = oval(a, 1.35 * e, 1.22 * e, 0.72);
        return [x, lerp(y0, y1, t), z];
      },
      mm,
      { nt: 30, na: 90 },
    );
  g.add(b(0, 1.5, (t) => (t < 0.12 ? 0.86 + 0.14 * Math.sin((t / 0.12) * (PI / 2)) : 1), m));
  g.add(b(1.5, 1.58, () => 0.985, M.plastic(shade(col, -0.3))));
  g.add(b(1.58, 2.25, (t) => Math.sqrt(clamp(1 - (t * 0.995) ** 3)), m));
  g.add(mesh(new THREE.CircleGeometry(0.6, 40), M.metal("#c9c5bc"), 0, 2.27, 0).rotateX(-PI / 2));
  g.add(
    at(rbox(0.9, 0.6, 0.1, 0.05, M.plastic("#fbf9f4")), 0, 0.72, 1.2),
    at(rbox(0.2, 0.26, 0.12, 0.04, M.plastic(acc)), 0, 0.6, 1.25),
  );
  for (const [x, c] of [
    [-0.26, "#e6a412"],
    [0.26, "#3fa374"],
  ])
    g.add(ball(0.05, M.gloss(c), x, 0.85, 1.26, 14));
  g.add(
    pipe(
      [
        [-1.3, 1.5, 0],
        [-1.45, 2.2, 0.05],
        [-0.8, 2.62, 0.1],
        [0.8, 2.62, 0.1],
        [1.45, 2.2, 0.05],
        [1.3, 1.5, 0],
      ],
      0.08,
      M.plastic(acc),
      { seg: 80 },
    ),
  );
  return cam(g, -20, 14, { fill: 0.76 });
}

export function fan(p) {
  const [col, blade] = p.colours;
  const g = group(
    lathe(
      [
        [0, 0],
        [0.9, 0, 0.06],
        [0.85, 0.14, 0.08],
        [0.2, 0.26, 0.1],
        [0.12, 0.5, 0.05],
        [0.12, 1.2, 0],
        [0, 1.2],
      ],
      M.plastic(col),
    ),
  );
  const head = group();
  const wire = M.plastic(shade(col, -0.03));
  for (let i = 0; i < 44; i++) {
    const a = (i / 44) * PI * 2;
    head.add(
      pipe(
        [
          [Math.cos(a) * 0.22, Math.sin(a) * 0.22, 0.3],
          [Math.cos(a) * 0.8, Math.sin(a) * 0.8, 0.27],
          [Math.cos(a) * 1.24, Math.sin(a) * 1.24, 0.08],
          [Math.cos(a) * 1.26, Math.sin(a) * 1.26, -0.1],
        ],
        0.012,
        wire,
        { seg: 14, rad: 6 },
      ),
    );
  }
  for (const [r, z] of [
    [1.26, 0],
    [0.75, 0.28],
    [0.24, 0.3],
  ])
    head.add(at(torus(r, r > 1 ? 0.05 : 0.016, wire), 0, 0, z));
  for (let i = 0; i < 4; i++) {
    const b = sheet(
      (a, t) => {
        const r = lerp(0.12, 1.1, t);
        const th = (a - 0.5) * (0.5 + 0.75 * Math.sin(t * PI * 0.8)) + t * 0.3;
        return [Math.cos(th) * r, Math.sin(th) * r, (a - 0.5) * 0.24];
      },
      M.gloss(blade, { roughness: 0.3 }),
      { nt: 16, na: 14 },
    );
    head.add(at(group(b), 0, 0, 0.02, 0, 0, (i * PI) / 2));
  }
  head.add(
    at(
      lathe(
        [
          [0, 0],
          [0.23, 0, 0.03],
          [0.2, 0.1, 0.05],
          [0, 0.12],
        ],
        M.plastic(blade),
      ),
      0,
      0,
      0.28,
      PI / 2,
    ),
  );
  head.add(
    at(
      lathe(
        [
          [0, 0],
          [0.3, 0, 0.1],
          [0.34, 0.5, 0.1],
          [0, 0.5],
        ],
        M.plastic(col),
      ),
      0,
      0,
      -0.65,
      PI / 2,
    ),
  );
  g.add(at(head, 0, 2.1, 0.1, -0.08, 0, 0), rbox(0.3, 0.5, 0.3, 0.1, M.plastic(col), 0, 1.35, -0.2));
  for (let i = 0; i < 3; i++)
    g.add(rbox(0.16, 0.06, 0.12, 0.03, M.plastic(i === 1 ? blade : "#d8d2c4"), -0.24 + i * 0.24, 0.2, 0.55));
  return cam(g, -26, 9, { fill: 0.78 });
}

export function babybottle(p) {
  const [milk, cap, tip] = p.colours;
  const g = group();
  g.add(
    lathe(
      [
        [0, 0.04],
        [0.6, 0.04, 0.1],
        [0.6, 0.9, 0.2],
        [0.56, 1.1, 0.2],
        [0.6, 1.4, 0.1],
        [0.6, 1.55, 0.02],
        [0, 1.55],
      ],
      M.satin("#fbf6e9", { roughness: 0.35 }),
    ),
  );
  g.add(
    lathe(
      [
        [0, 0],
        [0.66, 0, 0.12],
        [0.66, 0.85, 0.25],
        [0.6, 1.1, 0.25],
        [0.66, 1.4, 0.2],
        [0.66, 2.0, 0.2],
        [0.5, 2.15, 0.05],
      ],
      M.glass(milk, 0.22, { side: 2 }),
    ),
  );
  const [c, k] = ctx(512, 640, "#00000000");
  k.clearRect(0, 0, 512, 640);
  k.fillStyle = cap;
  k.font = "700 46px Jakarta";
  k.textAlign = "left";
  for (let i = 0; i < 5; i++) {
    k.fillRect(150, 560 - i * 115, i % 2 ? 50 : 80, 8);
    if (i % 2 === 0) k.fillText(`${40 + i * 40} ml`, 248, 576 - i * 115);
  }
  const lab = mesh(
    new THREE.CylinderGeometry(0.672, 0.672, 1.3, 40, 1, true, -0.9, 1.8),
    M.satin("#ffffff", { map: tex(c), transparent: true, roughness: 0.5 }),
    0,
    0.78,
    0,
  );
  g.add(lab);
  g.add(
    lathe(
      [
        [0, 2.05],
        [0.62, 2.05, 0.03],
        [0.62, 2.4, 0.06],
        [0.4, 2.46, 0.02],
        [0, 2.46],
      ],
      M.plastic(cap),
    ),
  );
  g.add(
    lathe(
      [
        [0.46, 2.44],
        [0.38, 2.55, 0.1],
        [0.16, 2.75, 0.12],
        [0.14, 2.95, 0.06],
        [0.1, 3.06, 0.06],
        [0, 3.08],
      ],
      M.rubber(tip, { roughness: 0.4 }),
    ),
  );
  return cam(g, -8, 10, { fill: 0.76 });
}

export function teddy(p) {
  const [col, soft] = p.colours;
  const g = group();
  const fur = M.grain(col, { rep: 5, bumpScale: 7, roughness: 1 });
  const pale = M.grain(soft, { rep: 4, bumpScale: 6, roughness: 1 });
  const e = (r, x, y, z, sx = 1, sy = 1, sz = 1, m = fur) => {
    const o = ball(r, m, x, y, z, 40);
    o.scale.set(sx, sy, sz);
    g.add(o);
    return o;
  };
  e(0.85, 0, 0.85, 0, 1, 1.02, 0.88);
  e(0.56, 0, 0.82, 0.33, 1, 1.05, 0.8, pale);
  e(0.74, 0, 2.05, 0.05, 1.06, 0.95, 0.95);
  for (const s of [-1, 1]) {
    e(0.26, s * 0.58, 2.62, 0, 1, 1, 0.6);
    e(0.16, s * 0.58, 2.62, 0.1, 1, 1, 0.5, pale);
    const arm = e(0.3, s * 0.88, 1.12, 0.22, 0.85, 1.6, 0.85);
    arm.rotation.set(-0.4, 0, s * 0.5);
    const leg = e(0.4, s * 0.55, 0.36, 0.72, 0.88, 0.9, 1.35);
    leg.rotation.y = s * 0.3;
    e(0.25, s * 0.69, 0.38, 1.2, 1, 1, 0.3, pale);
    e(0.075, s * 0.27, 2.18, 0.7, 1, 1, 0.7, M.gloss("#1b1512", { roughness: 0.1 }));
  }
  e(0.32, 0, 1.9, 0.62, 1.15, 0.85, 0.8, pale);
  e(0.1, 0, 2.02, 0.88, 1.3, 0.9, 0.7, M.gloss("#2b1a14"));
  g.add(
    pipe(
      [
        [0, 1.93, 0.9],
        [0, 1.82, 0.89],
        [-0.12, 1.76, 0.85],
      ],
      0.016,
      M.satin("#2b1a14"),
      { rad: 6 },
    ),
    pipe(
      [
        [0, 1.82, 0.89],
        [0.12, 1.76, 0.85],
      ],
      0.016,
      M.satin("#2b1a14"),
      { rad: 6, seg: 6 },
    ),
  );
  const bow = M.cloth("#b3411f");
  for (const s of [-1, 1]) {
    const w = ball(0.22, bow, s * 0.24, 1.4, 0.66, 24);
    w.scale.set(1.1, 0.75, 0.4);
    w.rotation.z = s * 0.2;
    g.add(w);
  }
  g.add(ball(0.1, bow, 0, 1.4, 0.72, 16));
  return cam(g, -20, 10, { fill: 0.76, views: [{ az: 28, el: 16 }] });
}

export function ringtower(p) {
  const g = group();
  const wood = M.wood("#d2a467", 1, 0.5);
  g.add(
    lathe(
      [
        [0, 0],
        [1.1, 0, 0.06],
        [1.1, 0.2, 0.08],
        [0, 0.2],
      ],
      wood,
    ),
    cyl(0.12, 0.12, 2.4, wood, 0, 1.3, 0),
  );
  const cols = [...p.colours, "#e9dcc0"];
  let y = 0.2;
  cols.forEach((c, i) => {
    const R = 0.72 - i * 0.1;
    const r = 0.26 - i * 0.012;
    g.add(at(torus(R, r, M.gloss(c, { roughness: 0.4, clearcoat: 0.5 }), PI * 2, 60), 0, y + r, 0, PI / 2));
    y += r * 1.92;
  });
  g.add(ball(0.26, M.gloss("#b3411f", { roughness: 0.4 }), 0, y + 0.18, 0));
  return cam(g, -14, 15, { fill: 0.74, views: [{ az: 24, el: 30 }] });
}

export { ballShape as ball };
function ballShape(p) {
  const kind = p.options.kind;
  const [a, b, c] = p.colours;
  const g = group();
  const R = 1.3;
  const phi = (1 + Math.sqrt(5)) / 2;
  const V = [];
  const D = [];
  for (const s of [-1, 1])
    for (const t of [-1, 1]) {
      for (const k of [
        [0, s, t * phi],
        [s, t * phi, 0],
        [t * phi, 0, s],
      ])
        V.push(new THREE.Vector3(...k).normalize());
      for (const k of [
        [0, s / phi, t * phi],
        [s / phi, t * phi, 0],
        [t * phi, 0, s / phi],
        [1, s, t],
        [-1, s, t],
      ])
        D.push(new THREE.Vector3(...k).normalize());
    }
  /** Colour index and seam depth (0..1) at a point of the ball. */
  const at3 = (v) => {
    if (kind === "sepak") {
      let first = [9, 0];
      let second = 9;
      const see = (d, pent) => {
        if (d < first[0]) {
          second = first[0];
          first = [d, pent];
        } else if (d < second) second = d;
      };
      for (const k of V) see(Math.acos(clamp(v.dot(k), -1, 1)) * 1.17, 1);
      for (const k of D) see(Math.acos(clamp(v.dot(k), -1, 1)), 0);
      return [first[1], smooth(0.03, 0.006, second - first[0])];
    }
    if (kind === "basket") {
      const m = Math.min(
        Math.abs(v.x),
        Math.abs(v.y),
        Math.abs(Math.hypot(v.x - 1.15 * Math.sign(v.x), v.z * 0.9) - 0.82),
      );
      return [m < 0.016 ? 1 : 0, smooth(0.03, 0.012, m)];
    }
    const ax = [Math.abs(v.x), Math.abs(v.y), Math.abs(v.z)];
    const k = ax.indexOf(Math.max(...ax));
    const f = ((Math.atan([v.y, v.z, v.x][k] / ax[k]) / (PI / 4) + 1) / 2) * 3;
    const sorted = [...ax].sort((x, y) => y - x);
    return [
      (Math.floor(Math.min(2.999, f)) + k) % 3,
      Math.max(smooth(0.05, 0.01, Math.abs(f - Math.round(f))), smooth(0.035, 0.005, sorted[0] - sorted[1])),
    ];
  };
  const w = 1024;
  const h = 512;
  const [map, mg] = ctx(w, h, a);
  const [bump, bg] = ctx(w, h, "#fff");
  const md = mg.getImageData(0, 0, w, h);
  const bd = bg.getImageData(0, 0, w, h);
  const rgb = [a, b, c ?? b].map((hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)));
  const v = new THREE.Vector3();
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const th = ((y + 0.5) / h) * PI;
      const ph = ((x + 0.5) / w) * PI * 2;
      v.set(-Math.cos(ph) * Math.sin(th), Math.cos(th), Math.sin(ph) * Math.sin(th));
      const [ci, seam] = at3(v);
      const i = (y * w + x) * 4;
      for (let k = 0; k < 3; k++) {
        md.data[i + k] = rgb[ci][k] * (1 - 0.3 * seam);
        bd.data[i + k] = 255 * (1 - seam);
      }
    }
  mg.putImageData(md, 0, 0);
  bg.putImageData(bd, 0, 0);
  const o = mesh(
    new THREE.SphereGeometry(R, 96, 64),
    M.gloss("#ffffff", {
      map: tex(map),
      bumpMap: tex(bump, 1, 1, false),
      bumpScale: 7,
      roughness: kind === "basket" ? 0.7 : 0.45,
      clearcoat: kind === "basket" ? 0 : 0.3,
    }),
    0,
    R,
    0,
  );
  o.rotation.set(0.35, 0.5, 0.2);
  g.add(o);
  return cam(g, -20, 13, { fill: 0.66, views: [{ az: 50, el: 26 }] });
}

export function yogamat(p) {
  const [col, band] = p.colours;
  const g = group();
  const L = 2.6;
  const spiral = [];
  for (let i = 0; i <= 260; i++) {
    const a = (i / 260) * PI * 2 * 5.2;
    const r = 0.14 + (i / 260) * 0.62;
    spiral.push([Math.cos(a) * r, Math.sin(a) * r]);
  }
  const end = spiral.at(-1);
  const bottom = 0.79;
  const th = 0.085;
  for (const s of [0, 1])
    g.add(
      sheet(
        (a, t) => {
          const i = Math.round(t * 260);
          const e = spiral[i];
          const k = 1 + (s ? th : 0) / Math.hypot(...e);
          return [(a - 0.5) * L, bottom + e[1] * k, e[0] * k];
        },
        M.rubber(s ? col : shade(col, 0.08), { roughness: 0.85 }),
        { nt: 260, na: 2 },
      ),
    );
  for (const x of [-L / 2, L / 2])
    g.add(
      sheet(
        (a, t) => {
          const e = spiral[Math.round(t * 260)];
          const k = 1 + (a * th) / Math.hypot(...e);
          return [x, bottom + e[1] * k, e[0] * k];
        },
        M.rubber(shade(col, 0.04)),
        { nt: 260, na: 1 },
      ),
    );
  void end;
  for (const x of [-0.62, 0.62]) g.add(at(torus(0.87, 0.05, M.cloth(band)), x, bottom + 0.0, 0, 0, PI / 2, 0));
  g.add(
    pipe(
      [
        [-0.62, bottom + 0.87, 0],
        [-0.4, bottom + 1.35, 0.2],
        [0.4, bottom + 1.35, 0.2],
        [0.62, bottom + 0.87, 0],
      ],
      0.05,
      M.cloth(band),
    ),
  );
  return cam(g, -38, 17, { fill: 0.78, views: [{ az: 34, el: 22 }] });
}

function dumbbellOne(col) {
  const g = group();
  const bar = cyl(0.14, 0.14, 1.6, M.metal("#c4c1ba"), 0, 0, 0);
  bar.rotation.z = PI / 2;
  g.add(bar);
  for (const s of [-1, 1]) {
    const h = new THREE.Shape();
    for (let i = 0; i < 6; i++) {
      const a = (i / 6) * PI * 2 + PI / 6;
      const x = Math.cos(a) * 0.52;
      const y = Math.sin(a) * 0.52;
      if (i) h.lineTo(x, y);
      else h.moveTo(x, y);
    }
    h.closePath();
    const k = extrude(h, 0.62, M.rubber(col, { roughness: 0.55 }), 0.09, 5);
    g.add(at(group(k), s * 0.86, 0, 0, 0, PI / 2, 0));
  }
  return g;
}
export function dumbbell(p) {
  const g = group(
    at(dumbbellOne(p.colours[0]), 0, 0.45, 0.55, 0, 0.35, 0),
    at(dumbbellOne(p.colours[0]), 0.1, 0.45, -0.75, 0, -0.2, 0),
  );
  return cam(g, -18, 24, { fill: 0.76 });
}
export function kettlebell(p) {
  const [col, band] = p.colours;
  const g = group();
  const m = M.grain(col, { rep: 5, bumpScale: 0.8, roughness: 0.6 });
  g.add(
    lathe(
      [
        [0, 0],
        [0.6, 0, 0.1],
        [1.02, 0.5, 0.5],
        [1.02, 1.1, 0.5],
        [0.55, 1.62, 0.4],
        [0, 1.7],
      ],
      m,
    ),
  );
  g.add(
    pipe(
      [
        [-0.62, 1.35, 0],
        [-0.78, 1.9, 0],
        [-0.56, 2.42, 0],
        [0, 2.55, 0],
        [0.56, 2.42, 0],
        [0.78, 1.9, 0],
        [0.62, 1.35, 0],
      ],
      0.17,
      m,
      { seg: 80, rad: 22 },
    ),
  );
  for (const s of [-1, 1]) g.add(at(torus(0.185, 0.05, M.rubber(band)), s * 0.78, 1.88, 0, PI / 2));
  const [c, k] = ctx(512, 512, band);
  k.fillStyle = "#26262a";
  k.textAlign = "center";
  k.font = "800 230px Jakarta";
  k.fillText("8", 256, 290);
  k.font = "700 96px Jakarta";
  k.fillText("kg", 256, 410);
  g.add(
    at(mesh(new THREE.CircleGeometry(0.42, 50), M.paper(c)), 0, 0.83, 1.09),
    at(cyl(0.44, 0.5, 0.3, M.rubber(band)), 0, 0.83, 0.93, PI / 2),
  );
  return cam(g, -14, 12, { fill: 0.72 });
}

export function tumbler(p) {
  const [col, steel] = p.colours;
  const o = p.options ?? {};
  const g = group();
  const R = 0.68;
  g.add(
    lathe(
      [
        [0, 0],
        [R * 0.94, 0, 0.05],
        [R, 0.12, 0.06],
        [R, 2.3, 0.25],
        [R * 0.72, 2.55, 0.06],
        [R * 0.7, 2.62, 0.02],
        [0, 2.62],
      ],
      o.sport ? M.gloss(col, { roughness: 0.25 }) : M.satin(col, { roughness: 0.5, metalness: 0.15 }),
    ),
  );
  if (p.motif)
    g.add(
      mesh(
        new THREE.CylinderGeometry(R + 0.004, R + 0.004, 0.9, 90, 1, true),
        M.satin("#ffffff", { map: tex(motif(p.motif, p.palette), 3, 0.63), roughness: 0.5 }),
        0,
        0.85,
        0,
      ),
    );
  if (o.sport) {
    const c = label(
      { label: { brand: "Nusantara", name: "Gerak", sub: "", net: "750 ml" } },
      { w: 800, h: 800, bg: col, fg: "#f4efe2", accent: "#f2c14e", safe: 0.7, band: false },
    );
    g.add(
      mesh(
        new THREE.CylinderGeometry(R + 0.004, R + 0.004, 1.15, 60, 1, true, -0.85, 1.7),
        M.paper(c, { roughness: 0.35 }),
        0,
        1.2,
        0,
      ),
    );
    const d = M.rubber(steel);
    g.add(
      lathe(
        [
          [0, 2.5],
          [R * 0.78, 2.5, 0.03],
          [R * 0.78, 2.86, 0.06],
          [0.3, 2.96, 0.1],
          [0.26, 3.15, 0.04],
          [0, 3.18],
        ],
        d,
      ),
    );
    g.add(
      pipe(
        [
          [R * 0.7, 2.6, 0],
          [R * 1.02, 2.9, 0],
          [R * 0.7, 3.3, 0],
          [0.2, 3.2, 0],
        ],
        0.07,
        M.rubber("#f2c14e"),
      ),
    );
  } else {
    const st = M.metal(steel, { roughness: 0.3 });
    g.add(
      lathe(
        [
          [0, 2.55],
          [R * 0.73, 2.55, 0.02],
          [R * 0.73, 2.72, 0.02],
          [0, 2.72],
        ],
        st,
      ),
      lathe(
        [
          [0, 2.7],
          [R * 0.74, 2.7, 0.03],
          [R * 0.74, 3.05, 0.06],
          [0, 3.06],
        ],
        M.wood("#a26a3c", 2, 0.3),
      ),
      at(torus(R + 0.0, 0.03, st), 0, 0.06, 0, PI / 2),
    );
  }
  return cam(g, -6, 10, { fill: 0.78, views: [{ az: 30, el: 20 }] });
}

export function racket(p) {
  const [col, white] = p.colours;
  const g = group();
  const k = group();
  const ring = Array.from({ length: 40 }, (_, i) => {
    const a = (i / 40) * PI * 2;
    return [Math.sin(a) * 0.78, 3.0 + Math.cos(a) * 0.98, 0];
  });
  k.add(pipe(ring, 0.055, M.gloss(col), { closed: true, seg: 120 }));
  const st = M.satin("#fbf8f0");
  for (let i = -8; i <= 8; i++) {
    const x = i * 0.088;
    const h = 0.96 * Math.sqrt(Math.max(0, 1 - (x / 0.77) ** 2));
    if (h > 0.1) k.add(cyl(0.007, 0.007, h * 2, st, x, 3.0, 0, 0, 5));
    const y = i * 0.11;
    const w = 0.77 * Math.sqrt(Math.max(0, 1 - (y / 0.97) ** 2));
    if (w > 0.1) k.add(at(cyl(0.007, 0.007, w * 2, st, 0, 0, 0, 0, 5), 0, 3.0 + y, 0.006, 0, 0, PI / 2));
  }
  k.add(
    pipe(
      [
        [0, 2.05, 0],
        [0, 1.5, 0],
        [0, 0.9, 0],
      ],
      0.045,
      M.gloss("#26262a"),
    ),
  );
  k.add(
    cyl(0.075, 0.1, 1.0, M.leather("#26262a", { rep: 1 }), 0, 0.4, 0),
    cyl(0.12, 0.13, 0.1, M.rubber(col), 0, -0.1, 0),
  );
  at(k, 0, 0.12, 0, -PI / 2, 0, 0);
  const flat = at(group(k), 0.1, 0, 1.6, 0, 0.35, 0);
  g.add(flat);
  const cock = (x, z, rx, rz) => {
    const s = group(ball(0.2, M.rubber(white), 0, 0.2, 0, 30));
    for (let i = 0; i < 14; i++) {
      const a = (i / 14) * PI * 2;
      const f = sheet(
        (u, t) => [(u - 0.5) * lerp(0.06, 0.17, t), lerp(0.32, 1.05, t), lerp(0.14, 0.38, t) + 0.01 * Math.cos(u * 6)],
        M.satin("#fdfbf5", { roughness: 0.9 }),
        { nt: 6, na: 4 },
      );
      s.add(at(group(f), 0, 0, 0, 0, a, 0));
    }
    s.add(
      at(torus(0.2, 0.014, M.satin("#3f7a5c")), 0, 0.46, 0, PI / 2),
      at(torus(0.26, 0.014, M.satin("#3f7a5c")), 0, 0.66, 0, PI / 2),
    );
    s.children[0].scale.y = 0.95;
    return at(s, x, 0.02, z, rx, 0, rz);
  };
  g.add(cock(1.15, 0.9, 0, 0));
  const lying = cock(0, 0, 0, 0);
  g.add(at(group(at(lying, 0, 0.22, 0, 0, 0, PI / 2 - 0.2)), 1.5, 0.06, -0.35, 0, 0.7, 0));
  return cam(g, -16, 42, { fill: 0.82 });
}

export function rope(p) {
  const [handle, col] = p.colours;
  const g = group();
  const pts = [];
  for (let i = 0; i <= 80; i++) {
    const a = (i / 80) * PI * 2 * 3.2 + 0.4;
    const r = 1.15 + 0.12 * Math.sin(i * 0.37);
    pts.push([Math.cos(a) * r, 0.08 + i * 0.0045, Math.sin(a) * r * 0.86]);
  }
  g.add(
    pipe(
      [[-0.2, 0.14, 1.75], [0.5, 0.1, 1.5], ...pts, [-1.2, 0.35, 0.8], [-0.9, 0.2, 1.5]],
      0.065,
      M.gloss(col, { roughness: 0.4 }),
      { seg: 400 },
    ),
  );
  const h = (x, z, r) => {
    const k = group(
      cyl(0.15, 0.18, 1.3, M.wood("#a26a3c", 1, 0.3), 0, 0.65, 0, 0.06),
      cyl(0.16, 0.16, 0.3, M.rubber(handle), 0, 1.2, 0, 0.04),
      cyl(0.19, 0.19, 0.16, M.rubber(handle), 0, 0.08, 0, 0.04),
    );
    const o = group(k);
    at(k, 0, 0, 0, PI / 2, 0, 0);
    k.rotation.set(-PI / 2, 0, 0);
    k.position.z = 0.65;
    return at(o, x, 0.19, z, 0, r, 0);
  };
  g.add(h(-0.1, 2.15, 0.5), h(-1.0, 2.1, -0.35));
  return cam(g, -12, 46, { fill: 0.78 });
}

// ---- books and paper
function bookMesh(w, h, d, cover, spine, front) {
  const g = group();
  const paper = M.satin("#f3ead6", { roughness: 0.9 });
  g.add(rbox(w - 0.1, h - 0.12, d - 0.1, 0.01, paper, 0.0, h / 2, 0, 2));
  for (let i = 0; i < 7; i++)
    g.add(
      rbox(
        0.004,
        h - 0.13,
        0.004,
        0.001,
        M.satin("#d9ccb0"),
        w / 2 - 0.048,
        h / 2,
        -d / 2 + 0.07 + (i * (d - 0.14)) / 6,
        1,
      ),
    );
  const cm = () => cover;
  const F = mesh(
    new THREE.BoxGeometry(w, h, 0.05),
    [spine, spine, spine, spine, front ?? cm(), spine],
    0,
    h / 2,
    d / 2 - 0.025,
  );
  F.material = [spine, spine, spine, spine, front ?? cover, spine];
  const B = mesh(new THREE.BoxGeometry(w, h, 0.05), spine, 0, h / 2, -d / 2 + 0.025);
  const S = rbox(0.07, h, d, 0.03, spine, -w / 2 + 0.02, h / 2, 0, 4);
  g.add(F, B, S);
  return g;
}
export function book(p) {
  const [bg, fg, accent] = p.colours;
  const c = label(p, { bg, fg, accent, w: 1000, h: 1440, safe: 0.78, top: 0.13 });
  const spineC = shade(bg, -0.03);
  const k = bookMesh(1.9, 2.75, 0.42, M.print(c), M.satin(spineC, { roughness: 0.5 }), M.print(c, { roughness: 0.5 }));
  const g = group(k);
  return cam(g, 26, 10, { fill: 0.74, views: [{ az: -12, el: 20 }] });
}
export function books(p) {
  const g = group();
  let y = 0;
  const names = ["Pulang ke Laut", "Rumah Tua", "Sawah dan Langit", "Jalan Pulang"];
  p.colours.forEach((c, i) => {
    const w = 2.5 - i * 0.14;
    const d = 0.46 - (i % 2) * 0.08;
    const [cv, k] = ctx(1024, 180, c);
    k.fillStyle = "#fbf3dc";
    k.font = "700 84px Jakarta";
    k.textAlign = "left";
    k.textBaseline = "middle";
    k.fillText(names[i], 110, 94);
    k.fillStyle = "#f2d68a";
    k.fillRect(40, 0, 10, 180);
    k.fillRect(970, 0, 10, 180);
    const m = M.satin(c, { roughness: 0.5 });
    const b = group();
    b.add(rbox(w - 0.08, d - 0.1, 1.66, 0.01, M.satin("#f3ead6", { roughness: 0.9 }), 0, d / 2, -0.04, 2));
    b.add(rbox(w, 0.05, 1.8, 0.02, m, 0, 0.025, 0, 2), rbox(w, 0.05, 1.8, 0.02, m, 0, d - 0.025, 0, 2));
    b.add(rbox(w, d, 0.08, 0.035, m, 0, d / 2, 0.89, 4));
    b.add(at(mesh(new THREE.PlaneGeometry(w * 0.94, d * 0.84), M.paper(cv, { roughness: 0.5 })), 0, d / 2, 0.933));
    g.add(at(b, 0, y, 0, 0, [0.08, -0.1, 0.05, -0.16][i], 0));
    y += d;
  });
  const glassesTop = group(
    at(torus(0.26, 0.03, M.gloss("#6b4426")), -0.3, 0, 0, PI / 2 - 0.12),
    at(torus(0.26, 0.03, M.gloss("#6b4426")), 0.34, 0, 0, PI / 2 - 0.12),
    pipe(
      [
        [-0.06, 0.02, 0],
        [0.02, 0.06, 0],
        [0.1, 0.02, 0],
      ],
      0.025,
      M.gloss("#6b4426"),
    ),
    pipe(
      [
        [0.6, 0.03, 0],
        [0.62, 0.05, -0.4],
        [0.6, 0.0, -0.9],
      ],
      0.025,
      M.gloss("#6b4426"),
    ),
    pipe(
      [
        [-0.56, 0.03, 0],
        [-0.58, 0.05, -0.4],
        [-0.56, 0.0, -0.9],
      ],
      0.025,
      M.gloss("#6b4426"),
    ),
  );
  g.add(at(glassesTop, 0.1, y + 0.06, 0.3, 0, -0.3, 0));
  return cam(g, -14, 17, { fill: 0.76 });
}
export function notebook(p) {
  const W = 1.95;
  const H = 2.7;
  let front;
  if (p.motif) {
    const [c, k] = ctx(780, 1080, p.colours[0]);
    const pat = k.createPattern(motif(p.motif, p.palette), "repeat");
    pat.setTransform(new DOMMatrix([1.4, 0, 0, 1.4, 0, 0]));
    k.fillStyle = pat;
    k.fillRect(0, 0, 780, 1080);
    k.fillStyle = "#f6ecd6";
    k.fillRect(210, 330, 400, 210);
    k.strokeStyle = "#7a4a1e";
    k.lineWidth = 5;
    k.strokeRect(222, 342, 376, 186);
    k.fillStyle = "#3a2416";
    k.textAlign = "center";
    k.font = "800 66px Jakarta";
    k.fillText("Catatan", 410, 456);
    front = M.print(c, { roughness: 0.6 });
  } else front = M.leather(p.colours[0], { rep: 2 });
  const spine = p.motif ? M.cloth(shade(p.colours[0], 0.02)) : M.leather(shade(p.colours[0], -0.02));
  const b = bookMesh(W, H, 0.34, front, spine, front);
  b.add(rbox(0.09, H + 0.02, 0.38, 0.02, M.cloth(p.colours[1]), W / 2 - 0.28, H / 2, 0));
  b.add(rbox(0.1, 0.6, 0.012, 0.004, M.cloth("#b3411f"), -0.2, -0.0, 0.1));
  b.children.at(-1).visible = false;
  b.remove(b.children.at(-1));
  if (!p.motif) b.add(at(torus(0.2, 0.012, M.leather(shade(p.colours[0], -0.14))), -0.05, H * 0.52, 0.172));
  const g = group(at(b, 0, 0.02, 0, -0.1, 0, 0));
  const pen = group(
    cyl(0.085, 0.085, 2.0, M.gloss("#2b1a12"), 0, 0, 0, 0.03),
    lathe(
      [
        [0.085, 1.0],
        [0.02, 1.25, 0.02],
        [0, 1.26],
      ],
      M.metal("#cfa449"),
    ),
    cyl(0.09, 0.09, 0.14, M.metal("#cfa449"), 0, 0.1, 0),
    rbox(0.04, 0.7, 0.04, 0.015, M.metal("#cfa449"), 0.1, -0.6, 0),
  );
  g.add(at(pen, 0.5, 0.09, 1.0, 0, 0.25, PI / 2));
  return cam(g, 22, 15, { fill: 0.74, views: [{ az: -14, el: 24 }] });
}
export function pencils(p) {
  const g = group();
  g.add(
    lathe(
      [
        [0, 0],
        [0.8, 0, 0.06],
        [0.84, 1.4, 0.03],
        [0.77, 1.4, 0.03],
        [0.74, 0.2, 0.05],
        [0, 0.14],
      ],
      M.gloss(p.colours[0], { roughness: 0.5 }),
    ),
  );
  g.add(
    mesh(
      new THREE.CylinderGeometry(0.838, 0.822, 0.5, 80, 1, true),
      M.satin("#ffffff", { map: tex(motif("kawung", "biru"), 5, 0.5) }),
      0,
      0.72,
      0,
    ),
  );
  const cols = [
    "#b3261e",
    "#e0662a",
    "#f2c14e",
    "#8fae3a",
    "#1e6b45",
    "#2f8f8a",
    "#3f86c6",
    "#243b7a",
    "#5b3f86",
    "#c9587a",
    "#8a5a32",
    "#26262a",
  ];
  cols.forEach((c, i) => {
    const a = (i / 12) * PI * 2 + 0.2;
    const r = i % 2 ? 0.5 : 0.22;
    const k = group();
    k.add(cyl(0.095, 0.095, 2.0, M.gloss(c, { roughness: 0.4 }), 0, 1.0, 0, 0.01, 6));
    k.add(
      lathe(
        [
          [0.095, 2.0],
          [0.045, 2.22, 0],
          [0, 2.22],
        ],
        M.satin("#e3c08a"),
        { seg: 12 },
      ),
      lathe(
        [
          [0.046, 2.22],
          [0.008, 2.36, 0],
          [0, 2.36],
        ],
        M.satin(c),
        { seg: 12 },
      ),
    );
    g.add(
      at(
        k,
        Math.sin(a) * r,
        0.18 + (i % 3) * 0.06,
        Math.cos(a) * r,
        Math.cos(a) * 0.17 * (r > 0.3 ? 1 : 0.5),
        0,
        -Math.sin(a) * 0.17 * (r > 0.3 ? 1 : 0.5),
      ),
    );
  });
  return cam(g, -14, 15, { fill: 0.76, views: [{ az: 30, el: 32 }] });
}
export function pens(p) {
  const g = group();
  p.colours.forEach((c, i) => {
    const k = group(
      cyl(0.13, 0.13, 2.0, M.plastic("#f4efe2", { roughness: 0.35 }), 0, 0, 0, 0.03),
      cyl(0.14, 0.14, 0.6, M.rubber(c), 0, 0.75, 0, 0.03),
      lathe(
        [
          [0.13, 1.05],
          [0.05, 1.35, 0.03],
          [0.02, 1.45, 0.01],
          [0, 1.45],
        ],
        M.metal("#c9c5bc"),
      ),
      cyl(0.145, 0.145, 0.5, M.plastic(c), 0, -1.05, 0, 0.04),
      rbox(0.06, 0.95, 0.05, 0.02, M.plastic(c), 0, -0.8, 0.17),
      cyl(0.07, 0.07, 0.2, M.plastic(c), 0, -1.4, 0, 0.02),
    );
    g.add(
      at(
        group(at(k, 0, 0, 0, PI / 2, 0, 0)),
        -0.75 + i * 0.75,
        0.15,
        [0, 0.12, -0.05][i],
        0,
        [0.16, 0.02, -0.14][i],
        0,
      ),
    );
  });
  return cam(g, -28, 46, { fill: 0.78 });
}
export function paints(p) {
  const g = group();
  const m = M.gloss(p.colours[0], { roughness: 0.35 });
  g.add(
    rbox(3.2, 0.24, 1.7, 0.08, m, 0, 0.12, 0, 4),
    at(rbox(3.2, 0.14, 1.7, 0.06, m), 0, 0.95, -1.25, -1.15, 0, 0),
    rbox(3.0, 0.02, 1.5, 0.01, M.satin("#e3ded2"), 0, 0.245, 0),
  );
  const cols = [
    "#b3261e",
    "#e0662a",
    "#f2c14e",
    "#8fae3a",
    "#1e6b45",
    "#2f8f8a",
    "#3f86c6",
    "#243b7a",
    "#5b3f86",
    "#c9587a",
    "#8a5a32",
    "#26262a",
  ];
  cols.forEach((c, i) => {
    const x = -1.22 + (i % 6) * 0.49;
    const z = i < 6 ? -0.36 : 0.36;
    g.add(
      at(
        lathe(
          [
            [0, 0],
            [0.2, 0, 0.02],
            [0.21, 0.1, 0.02],
            [0.18, 0.1, 0.02],
            [0, 0.07],
          ],
          M.gloss(c, { roughness: 0.35 }),
        ),
        x,
        0.25,
        z,
      ),
    );
  });
  const br = group(
    cyl(0.05, 0.075, 1.9, M.wood("#b3411f", 1, 0.2), 0, 0, 0),
    cyl(0.075, 0.065, 0.35, M.metal("#cfc6b4"), 0, 1.1, 0),
    lathe(
      [
        [0.06, 1.27],
        [0.1, 1.45, 0.05],
        [0.03, 1.7, 0.04],
        [0, 1.74],
      ],
      M.cloth("#3a241a"),
    ),
  );
  g.add(at(group(at(br, 0, 0, 0, 0, 0, PI / 2)), 0.3, 0.09, 1.3, 0, 0.15, 0));
  return cam(g, -22, 36, { fill: 0.78 });
}
export function rolls(p) {
  const g = group();
  const sets = [
    ["ceplok", "merah"],
    ["kawung", "biru"],
    ["truntum", "hijau"],
  ];
  void p;
  sets.forEach(([m, pal], i) => {
    const R = 0.42;
    const r = group(mesh(new THREE.CylinderGeometry(R, R, 3.4, 70, 1, true), M.print(motif(m, pal)), 0, 0, 0));
    r.children[0].material.map.repeat.set(2, 2.6);
    r.add(
      lathe(
        [
          [0.3, -1.7],
          [R, -1.7, 0.01],
          [R, -1.68, 0],
        ],
        M.satin("#f4efe2"),
      ),
      lathe(
        [
          [R, 1.68],
          [R, 1.7, 0.01],
          [0.3, 1.7],
          [0.28, 1.2],
        ],
        M.satin("#f4efe2"),
      ),
    );
    r.add(
      cyl(0.3, 0.3, 0.02, M.satin("#8a7a60"), 0, 1.5, 0),
      cyl(0.435, 0.435, 0.5, M.satin("#f4ead6", { roughness: 0.9 }), 0, -0.1, 0, 0.005),
    );
    g.add(at(r, -0.95 + i * 0.95, 1.72, [0, -0.25, 0.1][i], -0.05, i * 1.2, [0.05, 0, -0.06][i]));
  });
  return cam(g, -10, 13, { fill: 0.78 });
}

// ---- toys
const wheel = (r, w, c, hub = "#e3c08a") => {
  const g = group();
  const t = lathe(
    [
      [0, -w / 2],
      [r, -w / 2, 0.05],
      [r, w / 2, 0.05],
      [0, w / 2],
    ],
    M.gloss(c, { roughness: 0.5, clearcoat: 0.3 }),
  );
  t.rotation.x = PI / 2;
  const h = lathe(
    [
      [0, -w / 2 - 0.05],
      [r * 0.45, -w / 2 - 0.05, 0.03],
      [r * 0.45, w / 2 + 0.05, 0.03],
      [0, w / 2 + 0.05],
    ],
    M.wood(hub, 0.4, 0.4),
  );
  h.rotation.x = PI / 2;
  g.add(t, h);
  return g;
};
export function truck(p) {
  const [red, wood, blue] = p.colours;
  const g = group();
  const w = M.wood(wood, 0.6, 0.5);
  const r = M.gloss(red, { roughness: 0.45, clearcoat: 0.4 });
  g.add(rbox(3.4, 0.26, 1.2, 0.08, w, 0, 0.58, 0));
  g.add(rbox(1.0, 1.3, 1.16, 0.18, r, 1.15, 1.35, 0, 8), rbox(0.5, 0.62, 1.12, 0.14, r, 1.65, 1.0, 0, 8));
  g.add(
    rbox(0.04, 0.46, 0.85, 0.02, M.gloss("#dfeaf0", { roughness: 0.1 }), 1.645, 1.66, 0),
    rbox(0.5, 0.46, 1.18, 0.08, M.gloss("#dfeaf0", { roughness: 0.1 }), 1.1, 1.62, 0),
  );
  for (const z of [-0.34, 0.34]) g.add(at(cyl(0.12, 0.12, 0.08, M.gloss("#f2c14e")), 1.9, 0.95, z, 0, 0, PI / 2));
  g.add(rbox(2.1, 0.1, 1.2, 0.03, w, -0.6, 0.76, 0));
  for (const z of [-0.56, 0.56]) for (const y of [1.0, 1.3]) g.add(rbox(2.1, 0.2, 0.1, 0.04, w, -0.6, y, z));
  for (const x of [-1.6, 0.4]) for (const z of [-0.56, 0.56]) g.add(rbox(0.12, 0.75, 0.13, 0.04, w, x, 1.08, z));
  for (const y of [1.0, 1.3]) g.add(rbox(0.1, 0.2, 1.1, 0.04, w, -1.6, y, 0));
  const cubes = [
    ["#d99a1b", -1.15, 0],
    ["#1e6b45", -0.55, 0.12],
    [blue, 0.02, -0.08],
  ];
  for (const [c, x, z] of cubes)
    g.add(
      at(rbox(0.52, 0.52, 0.52, 0.07, M.gloss(c, { roughness: 0.5, clearcoat: 0.3 })), x, 1.1, z, 0, rnd(-0.3, 0.3), 0),
    );
  g.add(at(rbox(0.5, 0.5, 0.5, 0.07, M.wood("#e3c08a", 0.4, 0.4)), -0.8, 1.6, 0, 0, 0.5, 0));
  for (const x of [-1.05, 1.15]) for (const z of [-0.66, 0.66]) g.add(at(wheel(0.42, 0.24, blue), x, 0.42, z));
  return cam(g, 30, 17, {
    fill: 0.8,
    views: [
      { az: -34, el: 24 },
      { az: 40, el: 14, zoom: 1.8, tx: 0.25, ty: 0 },
    ],
  });
}
export function train(p) {
  const [gr, wood, yel, red] = p.colours;
  const g = group();
  const w = M.wood(wood, 0.6, 0.5);
  const gl = (c) => M.gloss(c, { roughness: 0.45, clearcoat: 0.4 });
  const loco = group(rbox(2.0, 0.24, 1.0, 0.08, w, 0, 0.52, 0));
  const boiler = cyl(0.45, 0.45, 1.2, gl(gr), 0, 0, 0, 0.06);
  loco.add(
    at(group(boiler), 0.38, 1.08, 0, 0, 0, PI / 2),
    rbox(0.72, 1.3, 0.98, 0.1, gl(red), -0.62, 1.28, 0),
    rbox(0.9, 0.14, 1.14, 0.06, gl(yel), -0.62, 1.98, 0),
  );
  loco.add(
    rbox(0.4, 0.42, 1.0, 0.06, gl("#f7efdc"), -0.62, 1.5, 0),
    cyl(0.16, 0.13, 0.5, gl(red), 0.7, 1.66, 0, 0.04),
    cyl(0.22, 0.16, 0.14, gl(yel), 0.7, 1.95, 0, 0.03),
    at(cyl(0.32, 0.32, 0.08, gl(yel)), 1.0, 1.08, 0, 0, 0, PI / 2),
    ball(0.14, gl(yel), 0.15, 1.55, 0),
  );
  for (const x of [-0.6, 0.1, 0.7])
    for (const z of [-0.52, 0.52]) loco.add(at(wheel(x < -0.3 ? 0.36 : 0.28, 0.18, gr), x, x < -0.3 ? 0.36 : 0.28, z));
  const wagon = group(
    rbox(1.5, 0.22, 1.0, 0.08, w, 0, 0.5, 0),
    rbox(1.4, 0.6, 0.12, 0.05, gl(yel), 0, 0.86, 0.44),
    rbox(1.4, 0.6, 0.12, 0.05, gl(yel), 0, 0.86, -0.44),
    rbox(0.12, 0.6, 0.9, 0.05, gl(yel), 0.66, 0.86, 0),
    rbox(0.12, 0.6, 0.9, 0.05, gl(yel), -0.66, 0.86, 0),
  );
  for (const [x, z, c] of [
    [-0.35, 0.1, red],
    [0.15, -0.12, gr],
    [0.4, 0.18, "#243b7a"],
    [-0.05, 0.2, "#f7efdc"],
  ])
    wagon.add(ball(0.28, gl(c), x, 1.02, z, 30));
  for (const x of [-0.45, 0.45]) for (const z of [-0.52, 0.52]) wagon.add(at(wheel(0.28, 0.18, red), x, 0.28, z));
  g.add(at(loco, 1.05, 0, 0), at(wagon, -1.15, 0, 0), at(cyl(0.05, 0.05, 0.5, w), -0.2, 0.5, 0, 0, 0, PI / 2));
  return cam(g, 32, 18, { fill: 0.84, views: [{ az: -32, el: 26 }] });
}
export function blocks(p) {
  const g = group();
  const gl = (i) => M.gloss(p.colours[i], { roughness: 0.5, clearcoat: 0.3 });
  const w = M.wood("#dfb77c", 0.5, 0.5);
  const cube = (m, x, y, z, r = 0) => g.add(at(rbox(0.86, 0.86, 0.86, 0.07, m), x, y + 0.43, z, 0, r, 0));
  cube(gl(0), -0.95, 0, 0.05, 0.1);
  cube(w, 0, 0, 0, -0.06);
  cube(gl(3), 0.98, 0, 0.02, 0.12);
  cube(gl(2), -0.45, 0.86, 0, -0.12);
  cube(gl(1), 0.5, 0.86, 0, 0.14);
  const roof = extrude(
    shapeOf([
      [-0.55, 0],
      [0.55, 0],
      [0, 0.62],
    ]),
    0.86,
    gl(0),
    0.05,
  );
  g.add(at(roof, 0.02, 1.74, 0, 0, 0.05, 0));
  const archS = shapeOf([
    [-0.8, 0],
    [-0.45, 0],
    [-0.45, 0.05],
    [-0.35, 0.32],
    [0, 0.45],
    [0.35, 0.32],
    [0.45, 0.05],
    [0.45, 0],
    [0.8, 0],
    [0.8, 0.8],
    [-0.8, 0.8],
  ]);
  g.add(at(extrude(archS, 0.6, w, 0.05), -1.35, 0.02, 1.15, 0, 0.5, 0));
  g.add(at(cyl(0.36, 0.36, 0.86, gl(1), 0, 0, 0, 0.05), 0.55, 0.36, 1.2, PI / 2, 0, 0.9));
  g.add(at(rbox(0.6, 0.6, 0.6, 0.06, gl(2)), 1.5, 0.3, 1.0, 0, 0.7, 0));
  return cam(g, -16, 22, { fill: 0.8, views: [{ az: 30, el: 30 }] });
}
export function congklak(p) {
  const [wood, shell] = p.colours;
  const g = group();
  const L = 2.15;
  const board = loft(
    (t, a) => {
      const th = t * PI;
      const k = Math.sin(th) ** 0.32;
      const phi = a * PI * 2;
      return [
        -Math.cos(th) * L,
        0.4 + Math.sin(phi) * 0.4 * (Math.sin(phi) > 0 ? 0.6 : 1) * k,
        Math.cos(phi) * 0.85 * k,
      ];
    },
    M.wood(wood, 1, 2),
    { nt: 80, na: 60 },
  );
  g.add(board);
  const pit = (x, z, r) => {
    const y = 0.63;
    const d = mesh(new THREE.CircleGeometry(r, 36), M.wood(shade(wood, -0.13), 0.6, 0.6), x, y + 0.004, z);
    d.rotation.x = -PI / 2;
    g.add(d, at(torus(r, 0.025, M.wood(shade(wood, 0.05), 1, 1), PI * 2, 40), x, y + 0.005, z, PI / 2));
    const n = r > 0.3 ? 7 : 5;
    for (let i = 0; i < n; i++) {
      const s = ball(
        0.085,
        M.gloss(i % 3 === 2 ? shade(shell, -0.12) : shell, { roughness: 0.25 }),
        x + rnd(-0.5, 0.5) * r,
        y + 0.06 + (i === n - 1 ? 0.07 : 0),
        z + rnd(-0.5, 0.5) * r,
        16,
      );
      s.scale.set(1.3, 0.7, 0.9);
      s.rotation.y = rnd(0, 3);
      g.add(s);
    }
  };
  for (let i = 0; i < 7; i++) for (const z of [-0.36, 0.36]) pit(-1.26 + i * 0.42, z, 0.18);
  pit(-1.76, 0, 0.29);
  pit(1.76, 0, 0.29);
  return cam(g, -24, 36, { fill: 0.84, views: [{ az: 30, el: 26 }] });
}
export function top(p) {
  const [wood, red] = p.colours;
  const one = (w, r) => {
    const k = group(
      lathe(
        [
          [0, -1.25],
          [0.04, -1.22, 0.02],
          [0.1, -1.0, 0.05],
          [0.5, -0.6, 0.3],
          [1.0, 0.1, 0.35],
          [0.85, 0.45, 0.25],
          [0.3, 0.6, 0.1],
          [0.13, 0.75, 0.05],
          [0.11, 1.3, 0.05],
          [0, 1.32],
        ],
        M.wood(w, 2, 1),
      ),
    );
    for (const [y, R] of [
      [0.0, 0.955],
      [-0.2, 0.83],
    ])
      k.add(at(torus(R, 0.035, M.gloss(r)), 0, y, 0, PI / 2));
    return k;
  };
  const g = group();
  const a = one(wood, red);
  at(a, -0.3, 0, 0, 0, 0, -1.06);
  const wrapA = group(a);
  wrapA.updateMatrixWorld(true);
  const bb = new THREE.Box3().setFromObject(wrapA, true);
  wrapA.position.y = -bb.min.y;
  g.add(wrapA);
  const b = one("#8a4f2a", "#d99a1b");
  b.scale.setScalar(0.62);
  const wb = group(at(b, 0, 0, 0, 0, 0.6, 1.1, 0.62));
  wb.updateMatrixWorld(true);
  wb.position.set(1.15, -new THREE.Box3().setFromObject(wb, true).min.y, 0.75);
  g.add(wb);
  g.add(
    pipe(
      [
        [-1.6, 0.04, 0.9],
        [-1.0, 0.04, 1.3],
        [-0.3, 0.04, 1.0],
        [-0.6, 0.04, 0.7],
        [-1.2, 0.04, 1.0],
        [-0.5, 0.04, 1.5],
        [0.4, 0.04, 1.4],
      ],
      0.04,
      M.cloth("#f0e6d0"),
      { seg: 120 },
    ),
  );
  return cam(g, -10, 18, { fill: 0.76 });
}
export function cube(p) {
  const g = group();
  const cols = ["#b3261e", "#f2c14e", "#1e6b45", "#f7f4ee", "#243b7a", "#e0662a"];
  const black = M.plastic(p.colours[0], { roughness: 0.4 });
  const k = group();
  const tile = (n, x, y, z, rx, ry) =>
    at(rbox(0.5, 0.5, 0.03, 0.012, M.gloss(cols[n], { roughness: 0.3 })), x, y, z, rx, ry, 0);
  for (let x = -1; x < 2; x++)
    for (let y = -1; y < 2; y++)
      for (let z = -1; z < 2; z++) {
        const c = group(rbox(0.58, 0.58, 0.58, 0.06, black, 0, 0, 0, 3));
        const pick = () => Math.floor(rnd(0, 5.99));
        if (z === 1) c.add(tile(pick(), 0, 0, 0.288, 0, 0));
        if (y === 1) c.add(tile(pick(), 0, 0.288, 0, -PI / 2, 0));
        if (x === 1) c.add(tile(pick(), 0.288, 0, 0, 0, PI / 2));
        if (x === -1) c.add(tile(pick(), -0.288, 0, 0, 0, -PI / 2));
        c.position.set(x * 0.59, y * 0.59, z * 0.59);
        const layer = group(c);
        if (y === 1) layer.rotation.y = 0.42;
        k.add(layer);
      }
  g.add(at(k, 0, 0.885, 0));
  return cam(g, -32, 26, { fill: 0.68 });
}
export function yarn(p) {
  const g = group();
  const one = (c, R) => {
    const k = group(ball(R * 0.94, M.cloth(shade(c, -0.1)), 0, 0, 0, 30));
    const m = M.cloth(c, { thread: 1 });
    for (let b = 0; b < 6; b++) {
      const pts = [];
      const n = 90;
      for (let i = 0; i <= n; i++) {
        const t = i / n;
        const a = t * PI * 2 * 9;
        const tilt = (t - 0.5) * 1.5;
        const v = new THREE.Vector3(Math.cos(a) * Math.cos(tilt), Math.sin(tilt), Math.sin(a) * Math.cos(tilt));
        pts.push([v.x * R, v.y * R, v.z * R]);
      }
      const o = pipe(pts, 0.05, m, { seg: 200, rad: 5 });
      o.rotation.set(rnd(0, 3), rnd(0, 3), rnd(0, 3));
      k.add(o);
    }
    return k;
  };
  g.add(
    at(one(p.colours[0], 0.95), -0.7, 0.98, 0.1),
    at(one(p.colours[1], 0.75), 0.95, 0.78, 0.35),
    at(one(p.colours[2], 0.7), 0.35, 0.73, -1.0),
  );
  g.add(
    pipe(
      [
        [-0.7, 0.1, 1.0],
        [-0.2, 0.05, 1.5],
        [0.6, 0.05, 1.4],
        [1.3, 0.05, 1.55],
        [1.9, 0.05, 1.2],
      ],
      0.045,
      M.cloth(p.colours[0]),
    ),
  );
  for (const s of [0, 1]) {
    const n = group(
      cyl(0.045, 0.045, 3.0, M.wood("#c99a5a", 1, 0.2), 0, 0, 0),
      ball(0.1, M.wood("#8a5a32", 0.4, 0.4), 0, 1.5, 0, 20),
    );
    g.add(at(n, -0.5 + s * 0.5, 1.7, -0.1 - s * 0.2, 0.3 - s * 0.55, 0, 0.55 - s * 0.2));
  }
  return cam(g, -12, 18, { fill: 0.76 });
}
export function ukulele(p) {
  const [wood, dark] = p.colours;
  const g = group();
  const s = new THREE.Shape();
  const pts = [];
  for (let i = 0; i <= 60; i++) {
    const t = i / 60;
    const y = t * 2.0;
    const w = t < 0.01 ? 0.3 : 0.92 * Math.sqrt(clamp(1 - ((y - 0.72) / 0.76) ** 2)) * (y < 1.2 ? 1 : 0);
    const w2 = 0.68 * Math.sqrt(clamp(1 - ((y - 1.5) / 0.56) ** 2));
    pts.push([Math.max(w, w2, y > 1.0 && y < 1.4 ? 0.56 : 0), y]);
  }
  const sm = pts.map((q, i) => [
    (pts[Math.max(0, i - 2)][0] +
      pts[Math.max(0, i - 1)][0] +
      q[0] +
      pts[Math.min(60, i + 1)][0] +
      pts[Math.min(60, i + 2)][0]) /
      5,
    q[1],
  ]);
  s.setFromPoints([
    ...sm.map((q) => new THREE.Vector2(q[0], q[1])),
    ...sm.toReversed().map((q) => new THREE.Vector2(-q[0], q[1])),
  ]);
  const topM = M.wood(wood, 0.5, 0.5);
  g.add(extrude(s, 0.55, M.wood(shade(wood, -0.08), 0.5, 0.5), 0.05), at(extrude(s, 0.06, topM, 0.02), 0, 0, 0.27));
  g.add(
    at(mesh(new THREE.CircleGeometry(0.3, 50), M.satin("#1c110a")), 0, 1.32, 0.302),
    at(torus(0.33, 0.03, M.wood(dark, 2, 0.4)), 0, 1.32, 0.3),
  );
  g.add(
    rbox(0.34, 2.0, 0.14, 0.05, M.wood(dark, 0.6, 0.4), 0, 2.75, 0.28),
    rbox(0.3, 1.9, 0.2, 0.08, M.wood(shade(wood, -0.08), 0.5, 0.4), 0, 2.8, 0.15),
  );
  for (let i = 0; i < 11; i++)
    g.add(rbox(0.33, 0.02, 0.03, 0.008, M.metal("#cfc6b4"), 0, 3.6 - i * (0.2 - i * 0.005), 0.36));
  g.add(
    at(rbox(0.56, 0.78, 0.14, 0.08, M.wood(wood, 0.5, 0.5)), 0, 4.05, 0.2, -0.12, 0, 0),
    rbox(0.7, 0.1, 0.1, 0.03, M.wood(dark, 1, 1), 0, 0.55, 0.33),
  );
  for (const x of [-1, 1])
    for (const y of [3.88, 4.2])
      g.add(
        at(cyl(0.06, 0.06, 0.2, M.gloss("#f4efe2")), x * 0.38, y, 0.2, 0, 0, PI / 2),
        cyl(0.03, 0.03, 0.1, M.metal("#cfc6b4"), x * 0.17, y, 0.3),
      );
  for (let i = 0; i < 4; i++)
    g.add(
      pipe(
        [
          [-0.12 + i * 0.08, 0.55, 0.39],
          [-0.105 + i * 0.07, 2.2, 0.4],
          [-0.105 + i * 0.07, 3.72, 0.385],
        ],
        0.008,
        M.satin("#f7f2e6"),
        { seg: 6, rad: 5 },
      ),
    );
  at(g, 0, 0.02, 0, -0.16, 0, -0.1);
  return cam(group(g), -22, 8, { fill: 0.82 });
}
export function angklung(p) {
  const [bam, dark] = p.colours;
  const g = group();
  const m = (c = bam) => M.gloss(c, { roughness: 0.45, clearcoat: 0.3 });
  const bar = (x1, y1, x2, y2, r, z = 0) =>
    g.add(
      pipe(
        [
          [x1, y1, z],
          [x2, y2, z],
        ],
        r,
        m(dark),
        { seg: 4 },
      ),
    );
  const base = cyl(0.2, 0.2, 3.0, m(), 0, 0, 0);
  g.add(at(group(base), 0, 0.22, 0, 0, 0, PI / 2));
  for (const x of [-1.0, -0.9, 0.9, 1.0]) g.add(at(torus(0.2, 0.02, m(dark)), x * 1.3, 0.22, 0, 0, PI / 2, 0));
  for (const [x, h] of [
    [-1.35, 3.4],
    [0.12, 3.4],
    [1.35, 2.6],
  ])
    bar(x, 0.35, x, h, 0.055);
  bar(-1.45, 3.3, 0.2, 3.3, 0.05);
  bar(-1.45, 1.5, 1.45, 1.5, 0.04);
  bar(0.1, 2.5, 1.45, 2.5, 0.05);
  const tube = (x, y, h, r) => {
    const pts = [
      [0, 0],
      [r * 0.9, 0, 0.05],
      [r, 0.1, 0.03],
      [r, h * 0.45, 0],
    ];
    g.add(at(lathe(pts, m()), x, y, 0.02));
    // Upper part is cut to a tongue.
    const tongue = sheet(
      (a, t) => {
        const th = PI + (a - 0.5) * PI * lerp(1.9, 0.9, smooth(0, 0.25, t));
        return [Math.sin(th) * r, h * 0.45 + t * h * 0.55, Math.cos(th) * r];
      },
      m(),
      { nt: 30, na: 30 },
    );
    g.add(at(tongue, x, y, 0.02));
    for (const k of [0.12, 0.44]) g.add(at(torus(r + 0.005, 0.022, m(dark)), x, y + h * k, 0.02, PI / 2));
  };
  tube(-0.62, 0.5, 2.6, 0.3);
  tube(0.72, 0.5, 1.85, 0.24);
  at(g, 0, 0, 0, 0, 0, 0);
  return cam(g, -20, 9, { fill: 0.8 });
}
export function kite(p) {
  const [red, yel, blue] = p.colours;
  const g = group();
  const paper = (c) => M.satin(c, { roughness: 0.8, side: 2 });
  const bow = (x, y) => -0.22 * x * x + 0.02 * y;
  const tri = (pts, c) => {
    const [A, B, C] = pts;
    const n = 14;
    return sheet(
      (a, t) => {
        const x = lerp(lerp(A[0], B[0], t), lerp(A[0], C[0], t), a);
        const y = lerp(lerp(A[1], B[1], t), lerp(A[1], C[1], t), a);
        return [x, y, bow(x, y)];
      },
      paper(c),
      { nt: n, na: n },
    );
  };
  const T = [0, 1.9];
  const Bo = [0, -1.7];
  const L = [-1.45, 0.55];
  const R = [1.45, 0.55];
  const O = [0, 0.55];
  g.add(tri([O, T, L], red), tri([O, R, T], yel), tri([O, Bo, R], red), tri([O, L, Bo], blue));
  const st = M.wood("#c99a5a", 1, 0.2);
  g.add(
    pipe(
      [
        [0, 1.92, 0.03],
        [0, -1.72, 0.0],
      ],
      0.03,
      st,
    ),
    pipe(
      [
        [-1.47, 0.55, bow(1.45, 0) + 0.02],
        [-0.7, 0.55, bow(0.7, 0) + 0.03],
        [0, 0.55, 0.04],
        [0.7, 0.55, bow(0.7, 0) + 0.03],
        [1.47, 0.55, bow(1.45, 0) + 0.02],
      ],
      0.03,
      st,
    ),
  );
  for (let i = 0; i < 4; i++) {
    const e = mesh(new THREE.SphereGeometry(0.26, 24, 16), paper("#f7efdc"));
    e.scale.set(1, 0.5, 0.04);
    e.position.x = 0.3;
    g.add(at(group(e), 0, 0.55, 0.02, 0, 0, PI / 4 + (i * PI) / 2));
  }
  g.add(
    sheet(
      (a, t) => [
        0.16 * Math.sin(t * 9) * t + (a - 0.5) * 0.12 + t * 0.5,
        -1.7 - t * 1.5,
        0.1 * Math.cos(t * 8) * t - 0.02,
      ],
      paper(yel),
      { nt: 40, na: 2 },
    ),
  );
  for (let i = 0; i < 4; i++) {
    const t = 0.2 + i * 0.24;
    for (const s of [-1, 1])
      g.add(
        at(
          mesh(new THREE.ConeGeometry(0.1, 0.3, 14), paper([red, blue, yel, red][i])),
          0.16 * Math.sin(t * 9) * t + t * 0.5 + s * 0.14,
          -1.7 - t * 1.5,
          0.02,
          0,
          0,
          (s * PI) / 2,
        ),
      );
  }
  at(g, 0, 0, 0, 0, 0, -0.3);
  return cam(group(g), -10, 4, { wall: -0.75, fill: 0.8 });
}

// ---- motoring
export function helmet(p) {
  const [col, dark] = p.colours;
  const g = group();
  const shell = loft(
    (t, a) => {
      const th = t * PI * 0.5;
      const phi = a * PI * 2;
      const front = Math.cos(phi - PI);
      const low = front > 0.35 ? 0.42 * smooth(0.35, 0.75, front) : 0;
      const y0 = -0.28 + low;
      const r = Math.cos(th) ** 0.75;
      const y = lerp(y0, 1.28, Math.sin(th));
      return [
        Math.sin(phi) * 1.18 * r * (1 - 0.08 * smooth(0.2, -0.3, y)),
        y,
        Math.cos(phi) * -1 * -1.32 * r * -1 * -1,
      ];
    },
    M.gloss(col, { roughness: 0.22, clearcoat: 1, clearcoatRoughness: 0.04 }),
    { nt: 36, na: 80 },
  );
  g.add(shell);
  const rim = pipe(
    Array.from({ length: 60 }, (_, i) => {
      const phi = (i / 60) * PI * 2;
      const front = Math.cos(phi - PI);
      const low = front > 0.35 ? 0.42 * smooth(0.35, 0.75, front) : 0;
      const y = -0.28 + low;
      const k = 1 - 0.08 * smooth(0.2, -0.3, y);
      return [Math.sin(phi) * 1.18 * k, y, Math.cos(phi) * 1.32];
    }),
    0.06,
    M.rubber(dark),
    { closed: true, seg: 160 },
  );
  g.add(rim);
  const visor = sheet(
    (a, t) => {
      const phi = PI + (a - 0.5) * 2.5;
      const y = lerp(0.62, -0.45, t);
      return [Math.sin(phi) * 1.3, y, Math.cos(phi) * 1.47 * (1 - 0.05 * (1 - t))];
    },
    M.gloss("#2a2f38", { roughness: 0.05, transparent: true, opacity: 0.72, clearcoat: 1 }),
    { nt: 16, na: 50 },
  );
  g.add(visor);
  g.add(
    pipe(
      Array.from({ length: 20 }, (_, i) => {
        const phi = PI + (i / 19 - 0.5) * 2.5;
        return [Math.sin(phi) * 1.3, 0.62, Math.cos(phi) * 1.4];
      }),
      0.05,
      M.plastic(dark),
      { seg: 60 },
    ),
  );
  for (const s of [-1, 1])
    g.add(
      at(cyl(0.17, 0.17, 0.12, M.plastic(dark)), s * 1.22, 0.42, -0.42, 0, 0, PI / 2),
      pipe(
        [
          [s * 1.08, -0.28, 0],
          [s * 0.9, -0.7, -0.1],
          [s * 0.3, -0.98, -0.25],
          [0, -1.02, -0.3],
        ],
        0.06,
        M.cloth(dark),
      ),
    );
  const stripe = loft(
    (t, a) => {
      const th = lerp(0.05, 0.95, t) * PI;
      const [x, d] = oval(a, 0.13, 0.012, 1);
      const r = 1.0 + d;
      return [x, Math.sin(th) ** 0.98 * 1.29 * r - 0.0, Math.cos(th) * -1.325 * r];
    },
    M.gloss("#f7f2e6", { roughness: 0.25 }),
    { nt: 80, na: 16 },
  );
  stripe.visible = true;
  g.add(stripe);
  g.rotation.y = PI;
  const o = group(g);
  o.position.y = 1.05;
  return cam(group(o), -34, 12, { fill: 0.72, views: [{ az: 40, el: 16 }] });
}
export function tyre(p) {
  const g = group();
  const m = M.rubber(p.colours[0], { roughness: 0.8 });
  const R = 1.45;
  const w = 0.42;
  const body = lathe(
    [
      [R - 0.42, -w * 0.62],
      [R - 0.28, -w * 0.98, 0.1],
      [R - 0.1, -w, 0.15],
      [R + 0.1, -w * 0.7, 0.15],
      [R + 0.16, 0, 0.2],
      [R + 0.1, w * 0.7, 0.15],
      [R - 0.1, w, 0.15],
      [R - 0.28, w * 0.98, 0.1],
      [R - 0.42, w * 0.62, 0.02],
      [R - 0.38, 0],
      [R - 0.42, -w * 0.62],
    ],
    m,
    { seg: 140 },
  );
  body.material.side = 2;
  body.rotation.x = PI / 2;
  const T = group(body);
  for (let i = 0; i < 46; i++) {
    const a = (i / 46) * PI * 2;
    for (const s of [-1, 1]) {
      const b = rbox(0.12, 0.05, 0.34, 0.02, m, 0, 0, 0, 1);
      at(b, 0, R + 0.15, s * 0.17, 0, s * 0.5, 0);
      const c = rbox(0.13, 0.06, 0.16, 0.02, m, 0, 0, 0, 1);
      at(c, 0, R + 0.08, s * 0.37, s * 0.75, 0, 0);
      T.add(at(group(b, c), 0, 0, 0, 0, 0, a + (s > 0 ? 0.07 : 0)));
    }
  }
  T.add(
    at(torus(R - 0.2, 0.012, M.rubber("#4a4a4e")), 0, 0, w * 0.985),
    at(torus(R - 0.34, 0.02, M.rubber("#3a3a3e")), 0, 0, w * 0.93),
  );
  g.add(at(T, 0, R + 0.17, 0));
  return cam(g, -34, 9, { fill: 0.72 });
}
