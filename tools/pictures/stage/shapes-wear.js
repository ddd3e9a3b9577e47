// Cloth, garments, shoes, bags, jewellery.
import { canvas, motif } from "./motifs.js";
import {
  M,
  PI,
  THREE,
  at,
  ball,
  cam,
  clamp,
  curve,
  cyl,
  extrude,
  fabric,
  group,
  lathe,
  lerp,
  loft,
  mesh,
  oval,
  pipe,
  profile,
  rbox,
  rnd,
  sgnpow,
  shade,
  shapeOf,
  sheet,
  smooth,
  tex,
  torus,
  woodCanvas,
} from "./kit.js";

/** Cloth folded into layers: a zigzag ribbon, pushed along x, its ends thinned to soft edges. */
function foldStack({ W = 3, D = 2.1, layers = 5, th = 0.13, wave = 1, mat, tile = 1 }) {
  const path = [];
  const pitch = th * 1.22;
  for (let l = 0; l < layers; l++) {
    const y = l * pitch + th / 2;
    const front = l % 2 === 0;
    const n = 11;
    for (let i = 0; i <= n; i++) path.push([lerp(front ? -D / 2 : D / 2, front ? D / 2 : -D / 2, i / n), y]);
    if (l < layers - 1) {
      const zc = front ? D / 2 : -D / 2;
      for (let k = 1; k < 6; k++) {
        const a = -PI / 2 + (k / 6) * PI;
        path.push([zc + (front ? 1 : -1) * Math.cos(a) * pitch * 0.72, y + pitch / 2 + Math.sin(a) * pitch * 0.5]);
      }
    }
  }
  // Both sides of the ribbon, as one closed outline.
  const nrm = path.map((_, i) => {
    const a = path[Math.max(0, i - 1)];
    const b = path[Math.min(path.length - 1, i + 1)];
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [-(b[1] - a[1]) / l, (b[0] - a[0]) / l];
  });
  const line = [];
  let s = 0;
  path.forEach((q, i) => {
    if (i) s += Math.hypot(q[0] - path[i - 1][0], q[1] - path[i - 1][1]);
    line.push({ q, n: nrm[i], k: 1, s, i });
  });
  const back = [...line].reverse().map((e) => ({ ...e, k: -1 }));
  const tip = (e, dir) =>
    [0.5, 0, -0.5].map((k) => ({ ...e, k: k * 2, push: dir * Math.sqrt(1 - k * k * 4 * 0.9) * th * 0.5 }));
  const loop = [...line, ...tip(line.at(-1), 1), ...back, ...tip(line[0], -1).reverse(), line[0]];
  const H = layers * pitch;
  return loft(
    (t, a) => {
      const e = loop[Math.round(a * (loop.length - 1))];
      const r = 0.09;
      const u = t * 2 - 1;
      const x = (u * W) / 2;
      const d = W / 2 - Math.abs(x);
      const k = d < r ? Math.sqrt(clamp(1 - (1 - d / r) ** 2)) : 1;
      const off = (e.k * th * k) / 2;
      const dirZ = e.i === 0 ? -1 : layers % 2 ? 1 : -1;
      let z = e.q[0] + e.n[0] * off + (e.push ? Math.abs(e.push) * dirZ * k : 0);
      let y = e.q[1] + e.n[1] * off;
      const l = y / H;
      y +=
        wave *
        l *
        (0.03 * Math.sin(x * 1.9 + e.i * 0.02) +
          0.025 * Math.cos(z * 2.2 + x) -
          0.05 * ((2 * Math.abs(x)) / W) ** 4 -
          0.04 * ((2 * Math.abs(z)) / D) ** 4);
      z += 0.015 * Math.sin(x * 3 + l * 9);
      return [x * (1 + 0.008 * Math.sin(l * 22)), y, z];
    },
    mat,
    {
      nt: 70,
      na: loop.length - 1,
      uv: (t, a) => [(t * W) / tile / 1, loop[Math.round(a * (loop.length - 1))].s / tile],
    },
  );
}

export function folded(p) {
  const n = p.options?.n ?? 1;
  const g = group();
  const sets =
    n === 3
      ? [
          ["parang", "sogan"],
          ["kawung", "biru"],
          ["ceplok", "merah"],
        ]
      : null;
  let y = 0;
  const wide = { mega: 1.9, ikat: 1.6, kotak: 1.7, lurik: 1.1 };
  for (let i = 0; i < n; i++) {
    const q = sets ? { ...p, motif: sets[i][0], palette: sets[i][1] } : p;
    const tile = wide[q.motif] ?? 1.7;
    let mat;
    if (q.motif) mat = M.clothMap(tex(motif(q.motif, q.palette)), { thread: 9 });
    else mat = M.cloth(i % 2 ? shade(p.colours[0], -0.06) : p.colours[0], { thread: 9 });
    const layers = n === 1 ? 6 : n === 2 ? 5 : 4;
    const th = 0.135;
    const f = foldStack({ mat, tile, layers, th, W: 3 - i * 0.06, D: 2.15 - i * 0.05, wave: n === 1 ? 1 : 0.5 });
    f.position.y = y;
    f.rotation.y = [0.04, -0.05, 0.03][i];
    g.add(f);
    y += layers * th * 1.22 - 0.02;
  }
  if (n === 1) {
    // A loose end draped over the top and down the front.
    const mat = p.motif
      ? M.clothMap(tex(motif(p.motif, p.palette)), { thread: 9 })
      : M.cloth(p.colours[0], { thread: 9 });
    const tile = wide[p.motif] ?? 1.7;
    const top = y + 0.03;
    const w = 1.25;
    const line = profile(
      [
        [-0.95, top],
        [1.0, top + 0.01, 0.1],
        [1.17, top - 0.2, 0.2],
        [1.22, 0.14, 0.2],
        [1.62, 0.035, 0],
      ],
      0.1,
      0.05,
    );
    let L = 0;
    const acc = line.map((a, i) => (i ? (L += Math.hypot(a[0] - line[i - 1][0], a[1] - line[i - 1][1])) : 0));
    const drape = sheet(
      (a, t) => {
        const e = line[Math.round(t * (line.length - 1))];
        const u = a * 2 - 1;
        const hang = smooth(top, top - 0.3, e[1]);
        return [
          0.55 + u * (w / 2) * (1 + 0.07 * hang) + 0.03 * Math.sin(t * 9),
          e[1] + 0.03 * (1 - hang) * Math.cos(u * 2.6 + t * 2),
          e[0] + hang * (0.05 * Math.sin(u * 7) + 0.03),
        ];
      },
      mat,
      { nt: line.length - 1, na: 40, uv: (t, a) => [(a * w) / tile, acc[Math.round(t * (line.length - 1))] / tile] },
    );
    g.add(drape);
  }
  return cam(g, -30, 24, {
    fill: 0.78,
    views: [
      { az: 24, el: 34 },
      { az: -34, el: 22, zoom: 2.1, tx: -0.05, ty: 0.1 },
    ],
  });
}

function hanger(w = 1.5, y = 0) {
  const wood = M.wood("#a9743f", 1, 0.4);
  const g = group();
  g.add(
    pipe(
      [
        [-w, y - 0.42, 0],
        [-w * 0.55, y - 0.14, 0],
        [0, y + 0.06, 0],
        [w * 0.55, y - 0.14, 0],
        [w, y - 0.42, 0],
      ],
      0.075,
      wood,
    ),
  );
  const hook = pipe(
    [
      [0, y, 0],
      [0, y + 0.28, 0],
      [0.03, y + 0.42, 0],
      [0.2, y + 0.52, 0],
      [0.24, y + 0.7, 0],
      [0.08, y + 0.84, 0],
      [-0.12, y + 0.76, 0],
    ],
    0.03,
    M.metal("#cfc9bd"),
  );
  g.add(hook);
  return g;
}

function garment(p, { len = 3.1, waist = 1.05, hem = 1.12, sleeve = "short", collar = "kemeja", skirt = false }) {
  const tile = { mega: 2.2 }[p.motif] ?? 1.9;
  const plain = p.options?.print || !p.motif;
  const mk = () =>
    plain
      ? M.cloth(p.colours[0], { thread: 5 })
      : M.clothMap(tex(motif(p.motif, p.palette), 1 / tile, 1 / tile), { thread: 5 });
  const planar = (_t, _a, q) => [q[0], q[1]];
  const g = group();
  const widths = skirt
    ? [
        [0, hem],
        [0.28, hem * 0.83],
        [0.5, waist],
        [0.62, waist * 1.0],
        [0.85, 1.1],
        [0.95, 1.02],
        [1, 0.42],
      ]
    : [
        [0, hem],
        [0.5, waist],
        [0.85, 1.16],
        [0.94, 1.06],
        [1, 0.42],
      ];
  const neckY = len;
  const body = loft(
    (t, a) => {
      const w = curve(widths, t);
      const d =
        (skirt ? lerp(0.42, 0.28, smooth(0, 0.5, t)) : lerp(0.27, 0.24, t)) *
        (t > 0.93 ? lerp(1, 0.7, smooth(0.93, 1, t)) : 1);
      const [x, z] = oval(a, w, d, 0.8);
      // Shoulder line slopes from the neck out.
      const y = t < 0.86 ? (t / 0.86) * (neckY - 0.5) : neckY - 0.5 + smooth(0, 1, (t - 0.86) / 0.14) * 0.5;
      const fold =
        (skirt ? 0.09 * smooth(0.55, 0, t) : 0.03 * smooth(1, 0.2, t)) *
        Math.sin((a * (skirt ? 22 : 14) + (skirt ? 0 : t * 1.5)) * PI + x);
      const wr = 0.022 * Math.sin(x * 5 + y * 3.2) * Math.sin(y * 2.3 - x * 2) * smooth(0.97, 0.8, t);
      return [x + (skirt ? (fold * x) / w : 0), y, z + fold + wr];
    },
    mk(),
    { nt: 54, na: 76, uv: planar },
  );
  g.add(body);
  const long = sleeve === "long";
  for (const s of [-1, 1]) {
    const A = [s * 0.74, neckY - 0.5, 0];
    const B = long ? [s * 1.5, neckY - 2.25, 0.12] : [s * 1.58, neckY - 1.12, 0.03];
    const dir = [B[0] - A[0], B[1] - A[1], B[2] - A[2]];
    const L = Math.hypot(...dir);
    const dx = dir[0] / L;
    const dy = dir[1] / L;
    const bend = long ? 0.24 : 0.08;
    const sl = loft(
      (t, a) => {
        const r =
          lerp(0.32, long ? 0.39 : 0.44, smooth(0, 0.25, t)) +
          (long ? -0.15 : -0.07) * smooth(0.2, 1, t) * (t > 0.985 ? 0.97 : 1);
        const [u, z] = oval(a, r, 0.22 + (1 - t) * 0.02, 0.85);
        const bow = Math.sin(t * PI) * bend * s;
        const wr = 0.025 * Math.sin(t * (long ? 24 : 9) + u * 5) * (long ? smooth(0.25, 0.5, t) : 0.7);
        return [A[0] + dir[0] * t + bow - dy * u, A[1] + dir[1] * t + dx * u, A[2] + dir[2] * t + z + wr];
      },
      mk(),
      { nt: 34, na: 32, uv: (t, a, q) => (long ? [q[0] * 0.9 + q[1] * 0.35 * s, q[1]] : [q[0], q[1]]) },
    );
    g.add(sl);
    if (long) {
      const m = plain ? M.cloth(shade(p.colours[0], -0.03)) : mk();
      const cuff = cyl(0.25, 0.26, 0.26, m, B[0] + 0.02 * s, B[1] - 0.06, B[2], 0.03);
      cuff.scale.z = 0.85;
      cuff.rotation.z = s * 0.28;
      g.add(cuff);
    }
  }
  const inside = M.satin(shade(p.colours[0], -0.12), { side: 2 });
  if (collar === "kemeja") {
    for (const s of [-1, 1]) {
      const leaf = sheet(
        (a, t) => {
          const ang = lerp(0.02, 1, a);
          const R = 0.42;
          const th = ang * 1.35;
          const x = s * Math.sin(th) * R * 1.02;
          const z = Math.cos(th) * 0.26;
          const drop = lerp(0.36, 0.2, a) * t;
          return [
            x + s * 0.13 * t * (0.4 + 0.7 * (1 - a)),
            neckY + 0.1 - 0.11 * Math.cos(th) - drop,
            z + 0.05 + 0.1 * t * (1 - 0.5 * a),
          ];
        },
        mk(),
        { nt: 14, na: 30, uv: (_t, _a, q) => [q[0], q[1]] },
      );
      g.add(leaf);
    }
    const zf = (y) => lerp(0.3, 0.26, y / neckY) + 0.005;
    const strip = sheet(
      (a, t) => [lerp(-0.1, 0.1, a), t * (neckY - 0.14), zf(t * neckY) - 0.003 * Math.abs(a - 0.5)],
      mk(),
      { nt: 40, na: 4, uv: (_t, _a, q) => [q[0] + 0.07, q[1]] },
    );
    g.add(strip);
    for (let i = 0; i < 6; i++) {
      const y = neckY - 0.42 - i * 0.5;
      const b = cyl(0.05, 0.05, 0.03, M.gloss("#f1e6d0"), 0, y, zf(y) + 0.02);
      b.rotation.x = PI / 2;
      g.add(b);
    }
  } else if (collar === "koko") {
    const st = loft(
      (t, a) => {
        const [x, z] = oval(a, 0.43, 0.24, 1);
        return [x, neckY - 0.08 + t * 0.2 - 0.06 * (z > 0 ? z / 0.24 : 0), z + 0.03];
      },
      mk(),
      { nt: 6, na: 50 },
    );
    g.add(st);
    const trim = M.cloth(p.colours[1] ?? "#9dbcaa");
    g.add(rbox(0.3, 1.25, 0.03, 0.012, trim, 0, neckY - 0.78, 0.29));
    for (let i = 0; i < 4; i++) {
      const b = cyl(0.045, 0.045, 0.03, M.gloss("#f7f2e6"), 0, neckY - 0.32 - i * 0.3, 0.32);
      b.rotation.x = PI / 2;
      g.add(b);
    }
  } else {
    const rib = M.cloth(shade(p.colours[0], -0.035), { thread: 3 });
    const ring = pipe(
      Array.from({ length: 24 }, (_, i) => {
        const th = (i / 24) * PI * 2;
        return [
          Math.sin(th) * 0.43,
          neckY - 0.06 - 0.13 * (Math.cos(th) > 0 ? Math.cos(th) : 0),
          Math.cos(th) * 0.19 + 0.02,
        ];
      }),
      0.055,
      rib,
      { closed: true, seg: 90 },
    );
    g.add(ring);
  }
  const dark = mesh(new THREE.CircleGeometry(0.4, 40), inside, 0, neckY - 0.06, 0);
  dark.rotation.x = -PI / 2 + 0.35;
  dark.scale.y = 0.5;
  g.add(dark);
  if (p.options?.print) {
    const c = canvas(512, 512);
    const k = c.getContext("2d");
    k.translate(256, 256);
    for (let i = 0; i < 4; i++) {
      k.save();
      k.rotate(PI / 4 + (i * PI) / 2);
      k.fillStyle = p.colours[1];
      k.beginPath();
      k.ellipse(120, 0, 108, 62, 0, 0, 7);
      k.fill();
      k.fillStyle = p.colours[0];
      k.beginPath();
      k.ellipse(124, 0, 62, 24, 0, 0, 7);
      k.fill();
      k.restore();
    }
    const m = M.satin("#ffffff", {
      map: tex(c),
      transparent: true,
      roughness: 0.95,
      polygonOffset: true,
      polygonOffsetFactor: -2,
    });
    const pr = sheet((a, t) => [lerp(-0.55, 0.55, a), lerp(1.35, 2.45, t), 0.3 - 0.05 * (2 * a - 1) ** 2 + 0.02], m, {
      nt: 10,
      na: 10,
    });
    pr.castShadow = false;
    g.add(pr);
  }
  return g;
}
const onWall = (g, more = {}) =>
  cam(g, -9, 4, {
    wall: -0.42,
    fill: 0.84,
    views: [
      { az: 16, el: 6 },
      { az: -12, el: 2, zoom: 2.1, ty: 0.5, tx: 0.05 },
    ],
    ...more,
  });

export function shirt(p) {
  const g = garment(p, { sleeve: p.options?.long ? "long" : "short", collar: p.options?.koko ? "koko" : "kemeja" });
  const h = hanger(1.02, 3.04);
  g.add(h);
  return onWall(g);
}
export function tshirt(p) {
  const baby = p.options?.baby;
  const g = garment(p, { len: baby ? 2.35 : 2.85, waist: 1.1, hem: 1.12, collar: "kaos" });
  g.add(hanger(1.0, (baby ? 2.35 : 2.85) - 0.06));
  return onWall(g);
}
export function dress(p) {
  const g = garment(p, { len: 4.1, waist: 0.72, hem: 1.62, skirt: true, collar: "kaos" });
  g.add(hanger(1.0, 4.04));
  const sash = loft(
    (t, a) => {
      const [x, z] = oval(a, 0.75, 0.33, 0.8);
      return [x, 1.96 + t * 0.26, z + 0.02];
    },
    M.cloth(shade(p.colours[0], p.motif ? 0.08 : -0.08)),
    { nt: 6, na: 60 },
  );
  g.add(sash);
  return onWall(g);
}

export function scarf(p) {
  const g = group();
  const wood = M.wood("#a9743f", 2, 0.3);
  const rodY = 3.4;
  const rod = cyl(0.09, 0.09, 3.1, wood, 0, rodY, 0);
  rod.rotation.z = PI / 2;
  g.add(rod, at(ball(0.15, wood), -1.58, rodY, 0), at(ball(0.15, wood), 1.58, rodY, 0));
  const tile = { mega: 1.9, lurik: 0.9 }[p.motif] ?? 1;
  const mk = () =>
    p.motif
      ? M.clothMap(tex(motif(p.motif, p.palette), 1 / tile, 1 / tile), { thread: 4 })
      : M.cloth(p.colours[0], { thread: 4 });
  const W = 1.9;
  const panel = (len, sign) =>
    sheet(
      (a, t) => {
        const u = a * 2 - 1;
        const g0 = smooth(0, 0.35, t);
        const fold = (0.06 + 0.13 * g0) * Math.sin(u * 8.5 + 1) + 0.03 * g0 * Math.sin(u * 17 + t * 3);
        const arc = t < 0.04 ? (t / 0.04) * (PI / 2) : PI / 2;
        const y = t < 0.04 ? rodY + 0.1 * Math.cos(arc) : rodY - (t - 0.04) * len;
        const z = t < 0.04 ? sign * 0.1 * Math.sin(arc) : sign * 0.1;
        return [
          u * (W / 2) * (1 - 0.1 * g0 + 0.03 * Math.sin(t * 3)),
          y - 0.03 * Math.sin(u * 8.5 + 1) * t,
          z + fold * (t < 0.04 ? 0.3 : smooth(0.02, 0.2, t)) + sign * 0.03,
        ];
      },
      mk(),
      { nt: 56, na: 64, uv: (t, a) => [a * W * 1.15, sign > 0 ? -t * len : t * len] },
    );
  g.add(panel(3.1, 1), panel(3.35, -1));
  if (p.motif) {
    const fr = M.cloth(p.motif === "lurik" ? "#f3e7cd" : "#e9dcf5");
    for (let i = 0; i < 44; i++) {
      const u = (i / 43) * 2 - 1;
      const z = 0.13 + (0.06 + 0.13) * Math.sin(u * 8.5 + 1) + 0.03 * Math.sin(u * 17 + 3);
      const y = rodY - 0.96 * 3.1 - 0.03 * Math.sin(u * 8.5 + 1);
      g.add(
        pipe(
          [
            [u * 0.95 * 0.91, y + 0.02, z],
            [u * 0.95 * 0.91 + rnd(-0.02, 0.02), y - 0.16, z],
            [u * 0.95 * 0.91 + rnd(-0.03, 0.03), y - 0.28, z],
          ],
          0.014,
          fr,
          { seg: 2, rad: 4 },
        ),
      );
    }
  }
  return onWall(g, { wall: -0.6, fill: 0.82 });
}

export function hat(p) {
  const straw = p.options?.straw;
  const g = group();
  const m = () => (straw ? M.coil(p.colours[0], 3, 1.4) : M.cloth(p.colours[0], { thread: 9 }));
  const pts = straw
    ? [
        [0, 1.12],
        [0.62, 1.14, 0.2],
        [0.82, 0.98, 0.2],
        [0.92, 0.14, 0.12],
        [1.75, 0.02, 0.05],
        [1.78, 0, 0.01],
        [1.72, -0.02, 0.01],
        [0.9, 0.06, 0.02],
      ]
    : [
        [0, 1.2],
        [0.72, 1.2, 0.1],
        [0.88, 0.42, 0.1],
        [1.32, 0.02, 0.06],
        [1.34, -0.02, 0.01],
        [1.3, -0.02, 0.01],
        [0.85, 0.36, 0.02],
      ];
  const o = lathe(pts, m());
  o.material.side = 2;
  g.add(o);
  if (straw)
    g.add(
      lathe(
        [
          [0.93, 0.17, 0],
          [0.945, 0.19, 0.01],
          [0.905, 0.46, 0.01],
          [0.89, 0.47, 0],
        ],
        M.cloth(p.colours[1]),
      ),
    );
  else
    for (const k of [0.3, 0.55, 0.8]) {
      const r = lerp(0.9, 1.3, k);
      g.add(at(torus(r, 0.008, M.cloth(shade(p.colours[0], -0.15))), 0, lerp(0.4, 0.05, k) + 0.03, 0, PI / 2));
    }
  return cam(g, -20, 24, { fill: 0.72 });
}

export function peci(p) {
  const g = loft(
    (t, a) => {
      const k = t < 0.82 ? 1 : Math.max(0, Math.cos(((t - 0.82) / 0.18) * (PI / 2))) ** 0.7;
      const [x, z] = oval(a, 1.0 * k, 1.3 * k, 0.95);
      const y = t < 0.82 ? (t / 0.82) * 1.15 : 1.15 + 0.05 * smooth(0.82, 0.9, t) - 0.03 * smooth(0.9, 1, t);
      return [x * (1 - 0.02 * y), y, z * (1 - 0.02 * y)];
    },
    M.cloth(p.colours[0], { thread: 14, roughness: 0.85 }),
    { nt: 36, na: 64 },
  );
  const band = loft(
    (t, a) => {
      const [x, z] = oval(a, 1.012, 1.312, 0.95);
      return [x, 0.1 + t * 0.05, z];
    },
    M.metal("#cfa449", { roughness: 0.45 }),
    { nt: 2, na: 90 },
  );
  const stitch = loft(
    (t, a) => {
      const [x, z] = oval(a, 0.93, 1.22, 0.95);
      return [x, 1.178 + t * 0.004, z * (1 - t * 0.01)];
    },
    M.cloth("#3a3a40"),
    { nt: 2, na: 90 },
  );
  return cam(group(g, band, stitch), -58, 22, { fill: 0.72 });
}

export function cap(p) {
  const g = group();
  const m = M.cloth(p.colours[0], { thread: 9 });
  g.add(
    loft(
      (t, a) => {
        const th = t * PI * 0.5;
        const [x, z] = oval(a, Math.max(0, Math.cos(th)) ** 0.8 * 1.0, Math.max(0, Math.cos(th)) ** 0.8 * 1.12, 1);
        return [x, Math.sin(th) * 1.02 + 0.02, z];
      },
      m,
      { nt: 26, na: 60 },
    ),
  );
  g.add(
    sheet(
      (a, t) => {
        const th = lerp(-1.25, 1.25, a);
        const x = Math.sin(th);
        const z = Math.cos(th) * 1.12;
        const out = Math.cos(th * 0.95) ** 0.6 * 1.0 * t;
        return [x * (1 + 0.02 * t), 0.04 - 0.16 * t * t - 0.24 * x * x * t + 0.05 * Math.sin(t * 3), z + out];
      },
      M.cloth(p.colours[0], { thread: 9 }),
      { nt: 24, na: 50 },
    ),
  );
  for (let i = 0; i < 3; i++) {
    const a = (i / 3) * PI + 0.0;
    const ring = at(torus(1.03, 0.014, M.cloth(shade(p.colours[0], -0.1)), PI), 0, 0.02, 0, 0, a, 0);
    g.add(ring);
  }
  g.add(ball(0.08, m, 0, 1.05, 0));
  const badge = extrude(
    shapeOf(
      Array.from({ length: 40 }, (_, i) => {
        const a = (i / 40) * PI * 2;
        const r = 0.14 + 0.13 * Math.abs(Math.sin(a * 2));
        return [Math.cos(a) * r, Math.sin(a) * r];
      }),
    ),
    0.05,
    M.cloth(p.colours[1]),
    0.01,
  );
  at(badge, 0, 0.5, 1.0, -0.42, 0, 0);
  g.add(badge);
  return cam(g, -34, 16, { fill: 0.74 });
}

// ---- shoes: length along x (toe at +x)
const footHalf = (t, side) =>
  curve(
    side > 0
      ? [
          [0, 0.0],
          [0.03, 0.28],
          [0.2, 0.42],
          [0.5, 0.4],
          [0.75, 0.55],
          [0.92, 0.42],
          [0.985, 0.2],
          [1, 0],
        ]
      : [
          [0, 0.0],
          [0.03, 0.28],
          [0.2, 0.4],
          [0.45, 0.34],
          [0.72, 0.46],
          [0.92, 0.36],
          [0.985, 0.18],
          [1, 0],
        ],
    t,
  );
function soleShape(L, grow = 0) {
  const pts = [];
  for (let i = 0; i <= 60; i++)
    pts.push([(i / 60 - 0.5) * L * (1 + grow), footHalf(i / 60, 1) + (i > 1 && i < 59 ? grow : 0)]);
  for (let i = 59; i > 0; i--)
    pts.push([(i / 60 - 0.5) * L * (1 + grow), -footHalf(i / 60, -1) - (i > 1 && i < 59 ? grow : 0)]);
  return shapeOf(pts);
}
function soleMesh(L, h, m, grow = 0, bevel = 0.04) {
  const s = extrude(soleShape(L, grow), h, m, bevel, 3);
  s.rotation.x = -PI / 2;
  return group(s);
}

function oneShoe(p, mirror) {
  const o = p.options ?? {};
  const L = o.baby ? 2.3 : 3;
  const S = new THREE.Group();
  const sole = M.rubber(p.colours[1]);
  const sh = o.sport ? 0.34 : o.leather ? 0.2 : 0.27;
  S.add(at(soleMesh(L * 1.03, sh, sole, 0.03, 0.05), 0, sh / 2, 0));
  if (!o.leather) S.add(at(soleMesh(L * 1.036, 0.045, M.rubber(p.colours[2]), 0.035, 0.01), 0, sh * 0.62, 0));
  const upperMat = () =>
    p.motif
      ? M.clothMap(tex(motif(p.motif, p.palette), 0.75, 0.75), { thread: 6 })
      : o.leather
        ? M.leather(p.colours[0], { rep: 2 })
        : M.cloth(p.colours[0], { thread: 6 });
  const top = (t) =>
    curve(
      [
        [0, 0.25],
        [0.02, 0.72],
        [0.08, 0.96],
        [0.16, 1.0],
        [0.34, 0.86],
        [0.42, 0.9],
        [0.6, 0.72],
        [0.78, 0.5],
        [0.92, 0.4],
        [0.985, 0.26],
        [1, 0.1],
      ],
      t,
    ) * (o.baby ? 1.12 : 1);
  const xo = (t) => (t - 0.5) * L * 0.985;
  const upper = loft(
    (t, a) => {
      const th = (a - 0.5) * PI;
      const side = Math.sin(th);
      const w = footHalf(clamp(t, 0.004, 0.996), side > 0 ? 1 : -1) * 0.98;
      const h = top(t);
      const up = Math.cos(th);
      // the opening: lower in the middle between heel and tongue
      const open = smooth(0.05, 0.1, t) * smooth(0.42, 0.36, t);
      const narrow = 1 - 0.36 * smooth(0.35, 0.95, up) * (1 - 0.55 * smooth(0.55, 0.85, t));
      const y = sh * 0.7 + h * up ** 0.72;
      const z = w * sgnpow(side, 0.72) * (open > 0.5 ? narrow : narrow);
      return [xo(t), open > 0 ? Math.min(y, lerp(y, sh * 0.7 + h * 0.9, open)) : y, z];
    },
    upperMat(),
    { nt: 72, na: 40, closed: false, uv: (_t, _a, q) => [q[0] * 0.8, q[1] * 0.8 + q[2] * 0.5] },
  );
  S.add(upper);
  // collar opening
  const lining = M.cloth(o.leather ? "#c9a678" : shade(p.colours[1], -0.08));
  const y0 = sh * 0.7 + top(0.2) * 0.86;
  const op = Array.from({ length: 22 }, (_, i) => {
    const a = (i / 22) * PI * 2;
    return [
      xo(0.215) + Math.cos(a) * 0.145 * L,
      y0 + 0.09 * Math.cos(a * 2) * 0.7 + (Math.cos(a) < 0 ? 0.03 : -0.02),
      Math.sin(a) * 0.27,
    ];
  });
  S.add(
    pipe(op, 0.075, o.leather ? M.leather(shade(p.colours[0], -0.05)) : M.cloth(shade(p.colours[0], -0.06)), {
      closed: true,
      seg: 90,
    }),
  );
  const hole = mesh(
    new THREE.CircleGeometry(1, 40),
    M.satin(shade(lining.color ? `#${lining.color.getHexString()}` : "#ccc", -0.28)),
    xo(0.215),
    y0 + 0.015,
    0,
  );
  hole.scale.set(0.145 * L, 0.27, 1);
  hole.rotation.x = -PI / 2;
  S.add(hole);
  // tongue and laces
  const tongue = sheet(
    (a, t) => {
      const u = a * 2 - 1;
      const x = lerp(0.34, 0.66, t);
      return [
        xo(x) - (1 - t) * 0.12,
        sh * 0.7 + top(x) + 0.035 + (1 - t) ** 2 * 0.22 - 0.06 * u * u,
        u * (0.21 - 0.05 * t),
      ];
    },
    o.leather ? M.leather(shade(p.colours[0], -0.03)) : M.cloth(p.motif ? p.colours[2] : shade(p.colours[0], 0.03)),
    { nt: 20, na: 14 },
  );
  S.add(tongue);
  const lace = o.leather ? M.cloth(p.colours[2]) : M.cloth("#fbf8f0");
  const n = o.baby ? 3 : 5;
  for (let i = 0; i < n; i++) {
    const x = lerp(0.4, 0.64, i / (n - 1));
    const y = sh * 0.7 + top(x) + 0.06;
    const w = 0.25 - i * 0.008;
    S.add(
      pipe(
        [
          [xo(x), y - 0.1, -w],
          [xo(x) + 0.03, y + 0.01, -w * 0.5],
          [xo(x + 0.012), y + 0.025, 0],
          [xo(x) + 0.03, y + 0.01, w * 0.5],
          [xo(x), y - 0.1, w],
        ],
        0.034,
        lace,
        { seg: 24, rad: 8 },
      ),
    );
  }
  const kx = xo(0.385);
  const ky = sh * 0.7 + top(0.39) + 0.14;
  for (const s of [-1, 1])
    S.add(
      pipe(
        [
          [kx, ky, 0],
          [kx - 0.05, ky + 0.1, s * 0.16],
          [kx - 0.02, ky + 0.02, s * 0.36],
          [kx + 0.05, ky - 0.04, s * 0.2],
          [kx, ky, 0],
        ],
        0.028,
        lace,
        { seg: 40, rad: 8 },
      ),
      pipe(
        [
          [kx, ky, 0],
          [kx + 0.12, ky - 0.06, s * 0.2],
          [kx + 0.2, ky - 0.26, s * 0.4],
        ],
        0.026,
        lace,
        { seg: 24, rad: 8 },
      ),
    );
  if (!o.leather) {
    // rubber toe cap and heel tab
    const tm = o.sport ? M.plastic(p.colours[2]) : M.rubber(p.colours[1]);
    S.add(
      loft(
        (t, a) => {
          const tt = lerp(0.86, 1, t);
          const th = (a - 0.5) * PI;
          const w = footHalf(clamp(tt, 0, 0.996), Math.sin(th) > 0 ? 1 : -1) * 1.0;
          return [
            xo(tt) + 0.02,
            sh * 0.7 + (top(tt) + 0.015) * Math.cos(th) ** 0.72 * (1 - 0.25 * smooth(0.5, 0, t)),
            w * sgnpow(Math.sin(th), 0.72) * 1.01,
          ];
        },
        tm,
        { nt: 30, na: 40, closed: false },
      ),
    );
    S.add(rbox(0.07, 0.62, 0.3, 0.03, M.rubber(p.colours[2]), xo(0.012), sh * 0.7 + 0.42, 0));
  }
  if (mirror) S.scale.z = -1;
  return S;
}
export function sneaker(p) {
  const g = group();
  const a = oneShoe(p, false);
  const b = oneShoe(p, true);
  at(a, -0.15, 0, 0.72, 0, 0.12, 0);
  b.position.set(0.2, 0, -0.72);
  b.rotation.y = -0.22;
  g.add(a, b);
  return cam(g, 24, 24, {
    fill: 0.8,
    views: [
      { az: 58, el: 20 },
      { az: 8, el: 14, zoom: 1.6, tx: 0.1, ty: 0 },
    ],
  });
}

function strapSandal(p, kind, mirror) {
  const S = group();
  const L = 2.9;
  const h = kind === "flip" ? 0.2 : 0.24;
  S.add(at(soleMesh(L, h, M.rubber(kind === "flip" ? p.colours[0] : "#5a3a24"), 0.01, 0.05), 0, h / 2, 0));
  const foot =
    kind === "flip"
      ? M.rubber(p.colours[1])
      : p.options?.woven
        ? M.weave(p.colours[1], 2.2, 2.2)
        : M.leather(p.colours[1]);
  const inner = extrude(soleShape(L * 0.97, -0.035), 0.04, foot, 0.015);
  inner.rotation.x = -PI / 2;
  S.add(at(group(inner), 0, h + 0.01, 0));
  if (kind === "flip") {
    const m = M.rubber(p.colours[0], { roughness: 0.5 });
    const tx = 0.86;
    for (const s of [-1, 1])
      S.add(
        pipe(
          [
            [tx, h + 0.02, 0.02],
            [tx - 0.06, h + 0.24, 0.03 * s],
            [tx - 0.42, h + 0.42, s * 0.2],
            [0.1, h + 0.34, s * 0.4],
            [-0.25, h - 0.04, s * 0.43],
          ],
          0.075,
          m,
          { seg: 60 },
        ),
      );
  } else {
    const m = p.options?.woven ? M.weave(p.colours[0], 3, 1.6) : M.leather(p.colours[0], { rep: 2 });
    const arch = sheet(
      (a, t) => {
        const th = (a - 0.5) * PI;
        const x = lerp(0.02, 0.85, t) + 0.12 * Math.cos(th) * (t - 0.35);
        const w = footHalf(x / L + 0.5, Math.sin(th) > 0 ? 1 : -1) * 1.03;
        return [x, h * 0.6 + (0.58 - 0.2 * t) * Math.cos(th) ** 0.7, w * sgnpow(Math.sin(th), 0.75)];
      },
      m,
      { nt: 24, na: 50 },
    );
    S.add(arch);
    const rim = (t) =>
      pipe(
        Array.from({ length: 20 }, (_, i) => {
          const th = (i / 19 - 0.5) * PI;
          const x = lerp(0.02, 0.85, t) + 0.12 * Math.cos(th) * (t - 0.35);
          const w = footHalf(x / L + 0.5, Math.sin(th) > 0 ? 1 : -1) * 1.03;
          return [x, h * 0.6 + (0.58 - 0.2 * t) * Math.max(0, Math.cos(th)) ** 0.7, w * sgnpow(Math.sin(th), 0.75)];
        }),
        0.03,
        M.leather(shade(p.colours[0], -0.06)),
      );
    S.add(rim(0), rim(1));
  }
  if (mirror) S.scale.z = -1;
  return S;
}
const pair = (p, kind) => {
  const g = group(at(strapSandal(p, kind, false), -0.1, 0, 0.62, 0, 0.1, 0));
  const b = strapSandal(p, kind, true);
  b.position.set(0.25, 0, -0.62);
  b.rotation.y = -0.2;
  g.add(b);
  return cam(g, 26, 36, { fill: 0.78, views: [{ az: 60, el: 28 }] });
};
export const flipflop = (p) => pair(p, "flip");
export const slide = (p) => pair(p, "slide");

// ---- bags
export function tote(p) {
  const W = 1.25;
  const H = 2.5;
  const tile = { mega: 1.9 }[p.motif] ?? 1.8;
  const f = (sign) => (a, t) => {
    const u = a * 2 - 1;
    const b = clamp(1 - u ** 6) ** 0.6 * lerp(0.3, 0.14, t) * (0.75 + 0.25 * smooth(0, 0.08, t));
    return [
      u * W * lerp(0.98, 1.02, t),
      t * H - 0.04 * smooth(0.9, 1, t) * Math.sin(u * 3.1 + 1.5) * sign,
      sign * b + 0.045 * Math.sin(u * 5 + t * 4 + sign) * Math.sin(t * 3),
    ];
  };
  const mk = () =>
    p.motif
      ? M.clothMap(tex(motif(p.motif, p.palette), 1 / tile, 1 / tile), { thread: 5 })
      : M.cloth(p.colours[0], { thread: 6 });
  const uv = (_t, _a, q) => [q[0], q[1]];
  const g = group(sheet(f(1), mk(), { nt: 36, na: 36, uv }), sheet(f(-1), mk(), { nt: 36, na: 36, uv }));
  const strapM = () => (p.motif ? M.leather("#7a4a2a") : M.cloth(p.colours[1], { thread: 4 }));
  const strap = (z, lean) =>
    sheet(
      (a, t) => {
        const th = t * PI;
        const w = (a - 0.5) * 0.2;
        const x = -Math.cos(th) * (0.58 + w * Math.abs(Math.cos(th)) * 0.9);
        const y = H - 0.25 + Math.sin(th) ** 0.75 * (1.3 + w);
        const drop = t < 0.04 || t > 0.96 ? -0.1 : 0;
        return [x, y + drop, z + lean * Math.sin(th) ** 2];
      },
      strapM(),
      { nt: 60, na: 4 },
    );
  g.add(strap(0.2, 0.14), strap(-0.17, -0.2));
  if (!p.motif) {
    const c = canvas(512, 512);
    const k = c.getContext("2d");
    k.translate(256, 256);
    k.strokeStyle = p.colours[1];
    k.lineWidth = 14;
    for (let i = 0; i < 4; i++) {
      k.save();
      k.rotate(PI / 4 + (i * PI) / 2);
      k.beginPath();
      k.ellipse(120, 0, 100, 56, 0, 0, 7);
      k.stroke();
      k.restore();
    }
    const pr = sheet(
      (a, t) => {
        const q = f(1)(lerp(0.24, 0.76, a), lerp(0.26, 0.78, t));
        return [q[0], q[1], q[2] + 0.012];
      },
      M.satin("#ffffff", { map: tex(c), transparent: true, roughness: 0.95 }),
      { nt: 30, na: 30 },
    );
    pr.castShadow = false;
    g.add(pr);
  }
  return cam(g, -20, 10, { fill: 0.8, views: [{ az: 26, el: 16 }] });
}

export function rattanbag(p) {
  const R = 1.35;
  const g = group();
  const w = 0.72;
  const m = (ru, rv) => M.coil(p.colours[0], ru, rv);
  const drum = lathe(
    [
      [0, -w / 2 - 0.06],
      [R * 0.5, -w / 2 - 0.05, 0.2],
      [R - 0.06, -w / 2, 0.1],
      [R, -w / 2 + 0.06, 0.05],
      [R, w / 2 - 0.06, 0.05],
      [R - 0.06, w / 2, 0.1],
      [R * 0.5, w / 2 + 0.05, 0.2],
      [0, w / 2 + 0.06],
    ],
    m(6, 2.6),
  );
  drum.rotation.x = PI / 2;
  at(group(drum));
  const body = group(drum);
  for (const z of [-w / 2 + 0.02, w / 2 - 0.02]) {
    const rope = torus(R + 0.01, 0.075, m(24, 0.6), PI * 2, 120);
    body.add(at(rope, 0, 0, z));
  }
  // flower in the middle, woven
  for (let i = 0; i < 4; i++) {
    const e = mesh(new THREE.TorusGeometry(0.26, 0.035, 10, 50), m(8, 0.5));
    e.scale.set(1, 0.55, 1);
    const h = group(e);
    e.position.x = 0.3;
    body.add(at(h, 0, 0, w / 2 + 0.07, 0, 0, PI / 4 + (i * PI) / 2));
  }
  body.position.y = R + 0.08;
  g.add(body);
  const leather = M.leather(p.colours[1]);
  g.add(
    rbox(0.3, 0.62, 0.04, 0.02, leather, 0, R * 2 - 0.12, w / 2 + 0.08),
    rbox(0.3, 0.05, w + 0.16, 0.02, leather, 0, R * 2 + 0.14, 0),
  );
  const knob = cyl(0.08, 0.08, 0.06, M.metal("#d9b45a"), 0, R * 2 - 0.28, w / 2 + 0.12);
  knob.rotation.x = PI / 2;
  g.add(knob);
  const strap = pipe(
    [
      [-R * 0.96, R + 0.55, 0],
      [-R * 0.98, R * 2 + 0.3, 0.05],
      [-0.6, R * 2 + 1.55, 0.02],
      [0.5, R * 2 + 1.6, -0.05],
      [R * 0.98, R * 2 + 0.3, 0],
      [R * 0.96, R + 0.55, 0],
    ],
    0.055,
    leather,
    { seg: 120 },
  );
  g.add(strap);
  return cam(g, -26, 8, {
    fill: 0.8,
    views: [
      { az: 30, el: 16 },
      { az: -14, el: 8, zoom: 2.2, tx: 0, ty: -0.2 },
    ],
  });
}

export function basketbag(p) {
  const g = group();
  const H = 1.9;
  const f = (t, a) => {
    const [x, z] = oval(a, lerp(1.0, 1.42, t), lerp(0.55, 0.66, t), 0.72);
    return [x, t * H + 0.02, z];
  };
  g.add(loft(f, M.weave(p.colours[0], 5, 2), { nt: 16, na: 64 }));
  g.add(
    loft(
      (t, a) => {
        const [x, z] = oval(a, t * 1.0, t * 0.55, 0.72);
        return [x, 0.03, z];
      },
      M.weave(p.colours[0], 2, 1),
      { nt: 4, na: 60 },
    ),
  );
  g.add(
    loft(
      (t, a) => {
        const [x, z] = oval(a, t * 1.38, t * 0.62, 0.72);
        return [x, H - 0.28, z];
      },
      M.satin("#7a5a34"),
      { nt: 4, na: 60 },
    ),
  );
  const rim = pipe(
    Array.from({ length: 40 }, (_, i) => f(1, i / 40)),
    0.07,
    M.coil(p.colours[0], 20, 0.6),
    { closed: true, seg: 160 },
  );
  g.add(rim);
  const band = loft(
    (t, a) => {
      const [x, z] = oval(a, lerp(1.0, 1.42, lerp(0.45, 0.62, t)) + 0.012, lerp(0.55, 0.66, 0.55) + 0.012, 0.72);
      return [x, lerp(0.45, 0.62, t) * H, z];
    },
    M.weave("#7a4a2a", 6, 0.25),
    { nt: 4, na: 100 },
  );
  g.add(band);
  for (const z of [0.62, -0.62])
    g.add(
      pipe(
        [
          [-0.62, H - 0.45, z + 0.05 * Math.sign(z)],
          [-0.62, H + 0.3, z * 1.1],
          [-0.3, H + 0.95, z * 0.95],
          [0.3, H + 0.95, z * 0.95],
          [0.62, H + 0.3, z * 1.1],
          [0.62, H - 0.45, z + 0.05 * Math.sign(z)],
        ],
        0.06,
        M.leather(p.colours[1]),
        { seg: 80 },
      ),
    );
  return cam(g, -22, 13, { fill: 0.78, views: [{ az: 28, el: 20 }] });
}

export function basket(p) {
  const tall = p.options?.tall;
  const g = group();
  const H = tall ? 2.4 : 1.3;
  const r0 = tall ? 0.95 : 1.05;
  const r1 = tall ? 1.15 : 1.4;
  const f = (t, a) => {
    const [x, z] = oval(a, lerp(r0, r1, t ** 0.8), lerp(r0, r1, t ** 0.8), 1);
    return [x, t * H, z];
  };
  g.add(loft(f, tall ? M.weave(p.colours[0], 6, 2.2) : M.coil(p.colours[0], 4, 1.4), { nt: 16, na: 64 }));
  g.add(
    mesh(new THREE.CircleGeometry(r0 + 0.1, 50), M.coil(shade(p.colours[0], -0.05), 2, 2), 0, 0.1, 0).rotateX(-PI / 2),
  );
  g.add(at(torus(r1, 0.085, M.coil(p.colours[0], 26, 0.6), PI * 2, 130), 0, H, 0, PI / 2));
  for (const s of [-1, 1])
    g.add(
      pipe(
        [
          [s * r1, H - 0.28, -0.32],
          [s * (r1 + 0.12), H + 0.12, -0.3],
          [s * (r1 + 0.14), H + 0.3, 0],
          [s * (r1 + 0.12), H + 0.12, 0.3],
          [s * r1, H - 0.28, 0.32],
        ],
        0.075,
        M.leather("#7a4a2a"),
        { seg: 60 },
      ),
    );
  if (tall) {
    // towel hanging over the rim
    const line = profile(
      [
        [0.7, H - 0.5],
        [r1 - 0.12, H + 0.1, 0.12],
        [r1 + 0.1, H + 0.12, 0.1],
        [r1 + 0.14, H - 1.0, 0],
      ],
      0.08,
      0.05,
    );
    g.add(
      sheet(
        (a, t) => {
          const e = line[Math.round(t * (line.length - 1))];
          const u = (a - 0.5) * 1.0 + 0.1;
          return [
            Math.sin(u) * e[0],
            e[1] + 0.02 * Math.sin(u * 12),
            Math.cos(u) * e[0] + 0.03 * Math.sin(u * 13) * smooth(H, H - 0.4, e[1]),
          ];
        },
        M.cloth(p.colours[1], { thread: 8 }),
        { nt: line.length - 1, na: 40 },
      ),
    );
  } else {
    const cols = ["#f1e8d8", "#7fa3b8", "#c98a5a"];
    for (let i = 0; i < 3; i++) {
      const r = lathe(
        [
          [0, -0.8],
          [0.36, -0.8, 0.15],
          [0.36, 0.8, 0.15],
          [0, 0.8],
        ],
        M.cloth(cols[i], { thread: 6 }),
      );
      at(r, -0.62 + i * 0.6, H - 0.18 + (i === 1 ? 0.1 : 0), 0.0, PI / 2 - 0.12, 0, 0);
      r.rotation.set(PI / 2 - 0.1, 0.12 * (i - 1), 0);
      g.add(r);
    }
  }
  return cam(g, -18, 20, { fill: 0.76, views: [{ az: 30, el: 32 }] });
}

export function backpack(p) {
  const g = group();
  const cl = () => M.cloth(p.colours[0], { thread: 8 });
  const body = loft(
    (t, a) => {
      const [x, z] = oval(
        a,
        curve(
          [
            [0, 0],
            [0.02, 0.7],
            [0.08, 1.0],
            [0.6, 1.05],
            [0.86, 0.92],
            [0.96, 0.6],
            [1, 0],
          ],
          t,
        ),
        curve(
          [
            [0, 0],
            [0.02, 0.36],
            [0.08, 0.55],
            [0.6, 0.5],
            [0.88, 0.4],
            [0.97, 0.22],
            [1, 0],
          ],
          t,
        ),
        0.62,
      );
      return [
        x,
        curve(
          [
            [0, 0.02],
            [0.08, 0.12],
            [0.86, 2.45],
            [1, 2.85],
          ],
          t,
        ),
        z + 0.02 * Math.sin(x * 4 + t * 9),
      ];
    },
    cl(),
    { nt: 50, na: 60 },
  );
  g.add(body);
  const pocket = loft(
    (t, a) => {
      const k = curve(
        [
          [0, 0],
          [0.04, 0.7],
          [0.12, 0.8],
          [0.85, 0.78],
          [0.96, 0.66],
          [1, 0],
        ],
        t,
      );
      const [x, z] = oval(a, k, 0.26 * (k / 0.8), 0.5);
      return [x, 0.18 + t * 1.05, 0.5 + z];
    },
    M.cloth(shade(p.colours[0], -0.03), { thread: 8 }),
    { nt: 40, na: 70 },
  );
  g.add(pocket);
  const leather = M.leather(p.colours[1]);
  g.add(rbox(1.3, 0.05, 0.06, 0.02, M.metal("#b9a06a"), 0, 1.12, 0.74));
  g.add(
    pipe(
      Array.from({ length: 15 }, (_, i) => {
        const a = (i / 14) * PI;
        return [-Math.cos(a) * 0.84, 1.5 + Math.sin(a) ** 0.8 * 1.0, 0.46 - 0.14 * Math.sin(a)];
      }),
      0.025,
      M.metal("#b9a06a"),
      { seg: 80 },
    ),
  );
  g.add(
    pipe(
      [
        [-0.3, 2.7, -0.1],
        [-0.22, 3.02, -0.1],
        [0.22, 3.02, -0.1],
        [0.3, 2.7, -0.1],
      ],
      0.06,
      leather,
    ),
  );
  g.add(rbox(0.42, 0.3, 0.05, 0.02, leather, 0, 1.75, 0.535));
  for (const s of [-1, 1]) {
    g.add(
      pipe(
        [
          [s * 0.6, 2.6, -0.3],
          [s * 1.05, 2.3, -0.55],
          [s * 1.18, 1.3, -0.6],
          [s * 0.95, 0.35, -0.4],
        ],
        0.11,
        cl(),
        { seg: 50 },
      ),
    );
    g.add(rbox(0.16, 0.5, 0.06, 0.02, leather, s * 0.45, 0.98, 0.77));
  }
  return cam(g, -24, 9, { fill: 0.78, views: [{ az: 34, el: 14 }] });
}

export function wallet(p) {
  const g = group();
  const m = () => M.leather(p.colours[0], { rep: 1.5 });
  const half = (z) => rbox(2.2, 1.7, 0.14, 0.06, m(), 0, 0.85, z, 6);
  g.add(at(group(half(0)), 0, 0, 0.0, -0.32, 0, 0), at(group(half(0)), 0, 0, -0.62, 0.18, 0, 0));
  const st = M.cloth(shade(p.colours[0], 0.22));
  const front = g.children[0];
  for (const [x, y, w, h] of [
    [0, 0.1, 2.0, 0.014],
    [0, 1.6, 2.0, 0.014],
    [-1.0, 0.85, 0.014, 1.5],
    [1.0, 0.85, 0.014, 1.5],
  ])
    front.add(rbox(w, h, 0.02, 0.005, st, x, y, 0.07));
  const flower = group();
  for (let i = 0; i < 4; i++) {
    const e = mesh(new THREE.TorusGeometry(0.15, 0.012, 8, 40), M.leather(shade(p.colours[0], -0.12)));
    e.scale.set(1, 0.55, 1);
    e.position.x = 0.17;
    flower.add(at(group(e), 0, 0, 0, 0, 0, PI / 4 + (i * PI) / 2));
  }
  front.add(at(flower, 0.62, 0.42, 0.075));
  for (let i = 0; i < 3; i++)
    g.add(
      at(
        rbox(1.7, 1.0, 0.03, 0.05, M.plastic(["#243b7a", "#1e6b45", "#d99a1b"][i], { roughness: 0.35 }), 0, 0, 0),
        0.05,
        1.36 + i * 0.11,
        -0.42 - i * 0.06,
        -0.1,
        0,
        0,
      ),
    );
  return cam(g, -26, 16, { fill: 0.74, views: [{ az: 26, el: 22 }] });
}

export function sling(p) {
  const g = group();
  const W = 1.3;
  const m = () => M.leather(p.colours[0], { rep: 2 });
  const body = loft(
    (t, a) => {
      const k = curve(
        [
          [0, 0],
          [0.03, 0.86],
          [0.12, 1],
          [0.9, 0.96],
          [0.98, 0.86],
          [1, 0],
        ],
        t,
      );
      const [x, z] = oval(a, W * k, 0.36 * k, 0.5);
      return [x, t * 1.75, z];
    },
    m(),
    { nt: 50, na: 80 },
  );
  g.add(body);
  const flap = sheet(
    (a, t) => {
      const u = a * 2 - 1;
      const low = lerp(1.78, 0.62 + 0.3 * u ** 4, t);
      return [
        u * W * 0.97,
        t < 0.08 ? 1.76 : low,
        t < 0.08 ? lerp(-0.1, 0.3, t / 0.08) : 0.375 + 0.03 * Math.sin(t * PI) - 0.08 * u ** 6,
      ];
    },
    M.leather(shade(p.colours[0], -0.03), { rep: 2 }),
    { nt: 50, na: 60 },
  );
  g.add(flap);
  const gold = M.metal(p.colours[1]);
  const lock = cyl(0.16, 0.16, 0.07, gold, 0, 0.82, 0.44);
  lock.rotation.x = PI / 2;
  g.add(lock);
  for (const s of [-1, 1]) g.add(at(torus(0.12, 0.03, gold), s * 1.27, 1.62, 0, 0, PI / 2, 0));
  g.add(
    pipe(
      [
        [-1.27, 1.7, 0],
        [-1.35, 2.4, 0.02],
        [-0.75, 3.3, 0.05],
        [0.7, 3.35, -0.05],
        [1.35, 2.4, -0.02],
        [1.27, 1.7, 0],
      ],
      0.055,
      m(),
      { seg: 120 },
    ),
  );
  return cam(g, -22, 10, { fill: 0.78, views: [{ az: 28, el: 18 }] });
}

export function zippouch(p) {
  const g = group();
  const W = 1.45;
  const H = 1.5;
  const mk = () => fabric(p, 1.5, { thread: 6 });
  const f = (s) => (a, t) => {
    const u = a * 2 - 1;
    const b = clamp(1 - u ** 6) ** 0.6 * lerp(0.55, 0.06, t ** 0.8);
    return [u * W * lerp(0.93, 1, t), t * H + 0.03 * (1 - t), s * b];
  };
  const uv = (_t, _a, q) => [q[0], q[1]];
  g.add(sheet(f(1), mk(), { nt: 40, na: 60, uv }), sheet(f(-1), mk(), { nt: 40, na: 60, uv }));
  g.add(
    rbox(W * 2, 0.09, 0.13, 0.03, M.cloth("#3a2416"), 0, H + 0.03, 0),
    rbox(W * 1.9, 0.03, 0.05, 0.01, M.metal("#d9b45a"), 0, H + 0.08, 0),
  );
  g.add(at(rbox(0.09, 0.4, 0.03, 0.02, M.leather("#8a5a32")), W * 0.82, H - 0.12, 0.16, 0.2, 0, 0.12));
  return cam(g, -20, 17, { fill: 0.74 });
}

export function towels(p) {
  const g = group();
  let y = 0;
  p.colours.forEach((c, i) => {
    const f = foldStack({
      mat: M.cloth(c, { thread: 16, bumpScale: 3 }),
      layers: 3,
      th: 0.24,
      W: 2.7 - i * 0.12,
      D: 1.9 - i * 0.08,
      wave: 0.5,
    });
    f.position.y = y;
    f.rotation.y = [0.05, -0.06, 0.04][i];
    g.add(f);
    y += 3 * 0.24 * 1.22 - 0.04;
  });
  return cam(g, -26, 18, { fill: 0.74 });
}

export function sajadah(p) {
  // Prayer rug: half rolled out, drawn on a canvas.
  const c = canvas(700, 1150);
  const k = c.getContext("2d");
  const [base, gold] = p.colours;
  k.fillStyle = base;
  k.fillRect(0, 0, 700, 1150);
  const fr = (i, w, col) => {
    k.strokeStyle = col;
    k.lineWidth = w;
    k.strokeRect(i, i, 700 - 2 * i, 1150 - 2 * i);
  };
  fr(26, 8, gold);
  fr(96, 5, gold);
  k.save();
  k.beginPath();
  k.rect(34, 34, 632, 1082);
  k.rect(92, 92, 516, 966);
  k.clip("evenodd");
  const pat = k.createPattern(motif("ceplok", base === "#14503a" ? "tehhijau" : "merah"), "repeat");
  pat.setTransform(new DOMMatrix([0.46, 0, 0, 0.46, 4, 4]));
  k.fillStyle = pat;
  k.fillRect(0, 0, 700, 1150);
  k.restore();
  const arch = (i) => {
    k.beginPath();
    k.moveTo(150 + i, 1030 - i);
    k.lineTo(150 + i, 470);
    k.bezierCurveTo(150 + i, 330, 300, 300, 350, 190 + i * 1.4);
    k.bezierCurveTo(400, 300, 550 - i, 330, 550 - i, 470);
    k.lineTo(550 - i, 1030 - i);
    k.closePath();
  };
  arch(0);
  k.fillStyle = shade(base, 0.09);
  k.fill();
  k.strokeStyle = gold;
  k.lineWidth = 7;
  k.stroke();
  arch(28);
  k.lineWidth = 3;
  k.stroke();
  // hanging lamp
  k.beginPath();
  k.moveTo(350, 250);
  k.lineTo(350, 400);
  k.stroke();
  k.fillStyle = gold;
  k.beginPath();
  k.moveTo(320, 400);
  k.lineTo(380, 400);
  k.quadraticCurveTo(420, 470, 372, 510);
  k.lineTo(328, 510);
  k.quadraticCurveTo(280, 470, 320, 400);
  k.fill();
  for (let i = 0; i < 8; i++) {
    k.save();
    k.translate(350, 760);
    k.rotate((i * PI) / 4);
    k.beginPath();
    k.ellipse(0, -70, 22, 60, 0, 0, 7);
    k.fillStyle = i % 2 ? gold : shade(base, 0.16);
    k.fill();
    k.restore();
  }
  const W = 1.95;
  const L = 3.2;
  const m = M.clothMap(tex(c), { thread: 12 });
  const roll = 0.2;
  const g = group();
  g.add(
    sheet(
      (a, t) => {
        const u = a * 2 - 1;
        return [(u * W) / 2, 0.05 + 0.008 * Math.sin(t * 14) * (1 - Math.abs(u)), lerp(L / 2, -L / 2, t)];
      },
      m,
      { nt: 60, na: 20, uv: (t, a) => [a, lerp(0, 0.93, t)] },
    ),
  );
  g.add(rbox(W, 0.03, L, 0.01, M.cloth(shade(base, -0.1)), 0, 0.015, 0));
  const spiral = [];
  for (let i = 0; i <= 60; i++) {
    const a = (i / 60) * PI * 4.4;
    const r = roll * (1 - i / 95);
    spiral.push([-L / 2 - Math.sin(a) * r, 0.04 + roll - Math.cos(a) * r]);
  }
  g.add(
    sheet(
      (a, t) => {
        const e = spiral[Math.round(t * 60)];
        return [((a * 2 - 1) * W) / 2, e[1], e[0]];
      },
      M.cloth(shade(base, -0.04), { thread: 9 }),
      { nt: 60, na: 4 },
    ),
  );
  const fm = M.cloth(gold);
  for (let i = 0; i < 46; i++)
    g.add(
      pipe(
        [
          [lerp(-W / 2 + 0.02, W / 2 - 0.02, i / 45), 0.03, L / 2],
          [lerp(-W / 2 + 0.02, W / 2 - 0.02, i / 45) + rnd(-0.02, 0.02), 0.018, L / 2 + 0.2],
        ],
        0.012,
        fm,
        { seg: 2, rad: 5 },
      ),
    );
  return cam(g, -24, 44, { fill: 0.82, views: [{ az: 30, el: 30 }] });
}

export function belt(p) {
  const m = M.leather(p.colours[0], { rep: 3 });
  const g = group();
  const turns = 2.6;
  const hgt = 0.42;
  g.add(
    sheet(
      (a, t) => {
        const th = t * turns * PI * 2;
        const r = 0.62 + t * 0.55;
        return [Math.sin(th) * r, a * hgt + 0.01, Math.cos(th) * r];
      },
      m,
      { nt: 220, na: 4 },
    ),
  );
  g.add(
    sheet(
      (a, t) => {
        const th = t * turns * PI * 2;
        const r = 0.56 + t * 0.55;
        return [Math.sin(th) * r, a * hgt + 0.01, Math.cos(th) * r];
      },
      M.leather(shade(p.colours[0], -0.05)),
      { nt: 220, na: 2 },
    ),
  );
  g.add(
    sheet(
      (a, t) => {
        const th = t * turns * PI * 2;
        const r = 0.56 + a * 0.06 + t * 0.55;
        return [Math.sin(th) * r, hgt + 0.01, Math.cos(th) * r];
      },
      M.leather(shade(p.colours[0], 0.03)),
      { nt: 220, na: 1 },
    ),
  );
  const gold = M.metal(p.colours[1]);
  const th = turns * PI * 2;
  const e = [Math.sin(th) * 1.17, Math.cos(th) * 1.17];
  const b = group();
  const outer = new THREE.Shape(
    [
      [-0.3, -0.3],
      [0.3, -0.3],
      [0.3, 0.3],
      [-0.3, 0.3],
    ].map((q) => new THREE.Vector2(...q)),
  );
  outer.holes.push(
    new THREE.Path(
      [
        [-0.2, -0.22],
        [-0.2, 0.22],
        [0.2, 0.22],
        [0.2, -0.22],
      ].map((q) => new THREE.Vector2(...q)),
    ),
  );
  b.add(extrude(outer, 0.09, gold, 0.03), rbox(0.42, 0.05, 0.05, 0.02, gold, 0.06, 0, 0.05));
  const tan = th + PI / 2;
  at(b, e[0] + Math.sin(tan) * 0.26, hgt / 2 + 0.06, e[1] + Math.cos(tan) * 0.26, 0, th, 0);
  g.add(b);
  return cam(g, -10, 30, { fill: 0.72 });
}

// ---- jewellery and small things
export function watch(p) {
  const o = p.options ?? {};
  const g = group();
  const body = p.colours[0];
  const strap = p.colours[1];
  // Strap stands as a loop; the case faces the camera, leaning back.
  const R = 1.05;
  const bandM = o.wood ? M.wood(strap, 0.3, 2) : o.smart ? M.rubber(strap) : M.leather(strap);
  const ring = loft(
    (t, a) => {
      const th = t * PI * 2;
      const [x, d] = oval(a, lerp(0.36, 0.42, Math.cos(th) * 0.5 + 0.5), 0.06, 0.5);
      const rr = R + d;
      return [
        x,
        R * 1.05 + 0.06 + Math.sin(th + PI / 2 + 0.0) * -1 * rr * 1.05 * -1,
        Math.cos(th + PI / 2) * rr * 0.92 * -1,
      ];
    },
    bandM,
    { nt: 80, na: 20 },
  );
  g.add(ring);
  const face = group();
  const caseM = o.wood ? M.wood(body, 1, 1) : M.metal(o.smart ? "#3a3c42" : body);
  if (o.smart) {
    face.add(rbox(1.25, 1.45, 0.32, 0.16, M.gloss(body, { roughness: 0.3 }), 0, 0, 0, 8));
    const c = canvas(400, 470);
    const k = c.getContext("2d");
    k.fillStyle = "#0b0c10";
    k.fillRect(0, 0, 400, 470);
    k.fillStyle = "#fff";
    k.textAlign = "center";
    k.font = "700 120px Jakarta";
    k.fillText("10.09", 200, 205);
    k.font = "500 36px Jakarta";
    k.fillStyle = "#f2c14e";
    k.fillText("Sabtu 21 Nov", 200, 270);
    [
      ["#f0906b", 0.75],
      ["#7fcba0", 0.6],
      ["#9ab0f0", 0.85],
    ].forEach(([col, v], i) => {
      k.lineWidth = 13;
      k.lineCap = "round";
      k.strokeStyle = "#24262e";
      k.beginPath();
      k.arc(100 + i * 100, 370, 34, 0, 7);
      k.stroke();
      k.strokeStyle = col;
      k.beginPath();
      k.arc(100 + i * 100, 370, 34, -1.57, -1.57 + v * 6.28);
      k.stroke();
    });
    face.add(
      mesh(
        new THREE.PlaneGeometry(1.05, 1.23),
        new THREE.MeshStandardMaterial({
          map: tex(c),
          roughness: 0.15,
          emissive: "#ffffff",
          emissiveMap: tex(c),
          emissiveIntensity: 0.7,
        }),
        0,
        0,
        0.165,
      ),
    );
    const crown = cyl(0.11, 0.11, 0.12, M.metal("#8a8c92"), 0.66, 0.25, 0);
    crown.rotation.z = PI / 2;
    face.add(crown);
  } else {
    const cs = lathe(
      [
        [0, -0.16],
        [0.72, -0.16, 0.06],
        [0.76, 0.1, 0.05],
        [0.66, 0.18, 0.03],
        [0.64, 0.12, 0.01],
        [0, 0.12],
      ],
      caseM,
    );
    cs.rotation.x = PI / 2;
    face.add(cs);
    const c = canvas(512, 512);
    const k = c.getContext("2d");
    if (o.wood) k.drawImage(woodCanvas(shade(body, 0.14)), 0, 0);
    else {
      k.fillStyle = "#f7f3ea";
      k.fillRect(0, 0, 512, 512);
    }
    k.translate(256, 256);
    for (let i = 0; i < 60; i++) {
      k.save();
      k.rotate((i * PI) / 30);
      k.fillStyle = "#2b2118";
      k.fillRect(i % 5 ? -2 : -6, -236, i % 5 ? 4 : 12, i % 5 ? 14 : 44);
      k.restore();
    }
    k.fillStyle = "#2b2118";
    k.font = "700 30px Jakarta";
    k.textAlign = "center";
    k.fillText("Waskita", 0, -86);
    const d = mesh(new THREE.CircleGeometry(0.65, 80), M.paper(c, { roughness: 0.5 }), 0, 0, 0.13);
    face.add(d);
    const hand = (l, w, r, col) => {
      const h = rbox(w, l, 0.015, 0.006, M.satin(col), 0, l / 2 - 0.06, 0);
      return at(group(h), 0, 0, 0.15, 0, 0, r);
    };
    face.add(hand(0.4, 0.05, 1.0, "#2b2118"), hand(0.58, 0.036, -0.95, "#2b2118"), hand(0.6, 0.014, 2.6, "#b3411f"));
    face.add(mesh(new THREE.CircleGeometry(0.66, 60), M.coat({ envMapIntensity: 0.5 }), 0, 0, 0.17));
    const crown = cyl(0.09, 0.09, 0.14, M.metal("#c9a24a"), 0.82, 0, 0);
    crown.rotation.z = PI / 2;
    face.add(crown);
  }
  at(face, 0, R * 1.05 + 0.12, R * 0.95);
  g.add(face);
  const tip = group(g);
  at(g, 0, 0, 0, -0.38, 0, 0);
  tip.updateMatrixWorld(true);
  const bb = new THREE.Box3().setFromObject(tip, true);
  g.position.y = -bb.min.y;
  return cam(group(tip), -26, 12, { fill: 0.72, views: [{ az: 22, el: 22 }] });
}

export function beads(p) {
  const g = group();
  const tas = p.options?.tasbih;
  const n = tas ? 58 : 64;
  const r = tas ? 0.115 : 0.12;
  const cols = p.colours;
  const pt = (i) => {
    const a = (i / n) * PI * 2;
    const R = 1.35 + 0.12 * Math.sin(a * 2 + 0.6) + 0.06 * Math.sin(a * 3);
    return [Math.sin(a) * R, Math.cos(a) * R * 0.92];
  };
  const mats = cols.map((c) => (tas ? M.wood(c, 0.4, 0.4) : M.gloss(c, { roughness: 0.3 })));
  const gold = M.metal("#cfa449");
  for (let i = 0; i < n; i++) {
    const [x, z] = pt(i);
    const k = tas ? 0 : [0, 0, 1, 0, 0, 3, 2, 3][i % 8];
    const big = !tas && i % 8 === 6;
    const m = tas && i % 20 === 10 ? gold : mats[Math.min(k, mats.length - 1)];
    const b = ball(big ? r * 1.35 : r, m, x, big ? r * 1.35 : r, z, 24);
    g.add(b);
  }
  // pendant or tassel at the front
  const [x, z] = pt(0);
  if (tas) {
    g.add(ball(0.17, gold, x, 0.17, z + 0.26, 24));
    const th = M.cloth("#14503a");
    for (let i = 0; i < 26; i++)
      g.add(
        pipe(
          [
            [x + rnd(-0.05, 0.05), 0.14, z + 0.36],
            [x + rnd(-0.12, 0.12), 0.1, z + 0.7],
            [x + rnd(-0.2, 0.2), 0.03, z + 1.05],
          ],
          0.018,
          th,
          { seg: 6, rad: 5 },
        ),
      );
  } else {
    const pen = lathe(
      [
        [0, -0.1],
        [0.4, -0.09, 0.05],
        [0.42, 0, 0.04],
        [0.3, 0.1, 0.05],
        [0, 0.12],
      ],
      M.gloss(cols[0], { roughness: 0.3 }),
    );
    g.add(at(pen, x, 0.12, z + 0.52));
    g.add(at(torus(0.28, 0.04, gold), x, 0.22, z + 0.52, PI / 2), ball(0.14, M.gloss(cols[1]), x, 0.26, z + 0.52, 24));
  }
  return cam(g, -12, 46, { fill: 0.76, views: [{ az: 26, el: 28 }] });
}

export function bracelet(p) {
  const g = group();
  const strand = (y, R, tilt, cols, r) => {
    const s = group();
    const n = Math.round((PI * 2 * R) / (r * 2.02));
    for (let i = 0; i < n; i++) {
      const a = (i / n) * PI * 2;
      s.add(
        ball(
          r,
          i % 7 === 0 ? M.metal(p.colours[2]) : M.wood(cols[i % cols.length], 0.4, 0.4),
          Math.sin(a) * R,
          0,
          Math.cos(a) * R,
          24,
        ),
      );
    }
    return at(s, 0, y, 0, tilt, 0, tilt * 0.5);
  };
  g.add(
    strand(0.16, 1.05, 0, [p.colours[0]], 0.16),
    at(strand(0.46, 0.98, 0.12, [p.colours[1]], 0.15), 0.12, 0.5, 0.05, 0.14, 0, -0.1),
  );
  return cam(g, -16, 32, { fill: 0.72 });
}

export function ring(p) {
  const g = group();
  const silver = M.metal(p.colours[0], { roughness: 0.16 });
  const R = 0.85;
  const band = loft(
    (t, a) => {
      const th = t * PI * 2;
      const top = (Math.cos(th) + 1) / 2;
      const [x, d] = oval(a, lerp(0.13, 0.3, top ** 2), 0.085, 0.8);
      return [Math.sin(th) * (R + d), R + 0.09 + Math.cos(th) * (R + d), x];
    },
    silver,
    { nt: 80, na: 22 },
  );
  const ringG = group(band);
  const y = R * 2 + 0.1;
  ringG.add(
    lathe(
      [
        [0, 0],
        [0.34, 0, 0.05],
        [0.4, 0.16, 0.04],
        [0.36, 0.2, 0.02],
        [0, 0.2],
      ],
      silver,
    ).translateY(y),
  );
  ringG.add(
    at(
      mesh(
        new THREE.IcosahedronGeometry(0.35, 1),
        M.gloss(p.colours[1], { roughness: 0.05, flatShading: true, clearcoat: 1 }),
      ),
      0,
      y + 0.24,
      0,
    ),
  );
  ringG.children.at(-1).scale.y = 0.66;
  for (let i = 0; i < 16; i++) {
    const a = (i / 16) * PI * 2;
    ringG.add(ball(0.045, silver, Math.sin(a) * 0.41, y + 0.15, Math.cos(a) * 0.41, 14));
  }
  at(ringG, 0, 0, 0, 0, -0.5, 0);
  g.add(ringG);
  const pad = rbox(2.4, 0.36, 1.7, 0.14, M.cloth("#4a3a6b", { thread: 10 }), 0, -0.14, 0);
  g.add(pad);
  return cam(g, -14, 18, { fill: 0.68, views: [{ az: 30, el: 28 }] });
}

export function earring(p) {
  const g = group();
  const gold = M.metal(p.colours[1], { roughness: 0.18 });
  const pearl = M.gloss(p.colours[0], { roughness: 0.2, sheen: 0.6, sheenColor: "#ffd9e0", clearcoat: 1 });
  // A small stand of two posts with a bar.
  const wood = M.wood("#b98a56", 1, 0.5);
  g.add(rbox(2.5, 0.16, 0.9, 0.06, wood, 0, 0.08, 0));
  for (const s of [-1, 1]) g.add(cyl(0.05, 0.05, 2.2, gold, s * 1.0, 1.2, 0));
  const barr = cyl(0.05, 0.05, 2.3, gold, 0, 2.3, 0);
  barr.rotation.z = PI / 2;
  g.add(barr);
  for (const s of [-1, 1]) {
    const e = group();
    e.add(at(torus(0.11, 0.022, gold), 0, -0.06, 0, 0, PI / 2, 0));
    e.add(ball(0.12, pearl, 0, -0.28, 0, 30));
    e.add(cyl(0.014, 0.014, 0.4, gold, 0, -0.56, 0));
    for (let i = 0; i < 4; i++) {
      const t = mesh(new THREE.TorusGeometry(0.13, 0.022, 10, 40), gold);
      t.scale.set(1, 0.55, 1);
      t.position.x = 0.14;
      e.add(at(group(t), 0, -0.82, 0, 0, 0, PI / 4 + (i * PI) / 2));
    }
    e.add(ball(0.27, pearl, 0, -1.36, 0, 40));
    e.add(cyl(0.09, 0.12, 0.08, gold, 0, -1.1, 0));
    g.add(at(e, s * 0.42, 2.3, 0, 0, s * 0.1, 0));
  }
  return cam(g, -16, 10, { fill: 0.72 });
}

export function keychain(p) {
  const g = group();
  const steel = M.metal(p.colours[1], { roughness: 0.22 });
  g.add(
    at(torus(0.55, 0.05, steel), 0, 0.06, -1.3, PI / 2),
    at(torus(0.55, 0.05, steel), 0.02, 0.12, -1.31, PI / 2 - 0.06),
  );
  for (let i = 0; i < 4; i++)
    g.add(at(torus(0.13, 0.035, steel), 0.02 * i, 0.09, -0.68 + i * 0.18, i % 2 ? PI / 2 : PI / 2 + 0.9, 0, 0));
  const s = new THREE.Shape();
  s.absarc(0, 0, 1.0, 0, PI * 2);
  const hole = new THREE.Path();
  hole.absarc(0, 0.82, 0.09, 0, PI * 2, true);
  s.holes.push(hole);
  const disc = extrude(s, 0.2, M.wood(p.colours[0], 0.5, 0.5), 0.05, 4, 60);
  const tagG = group(disc);
  for (let i = 0; i < 4; i++) {
    const e = mesh(new THREE.SphereGeometry(0.34, 30, 20), M.wood("#5a3420", 0.6, 0.6));
    e.scale.set(1, 0.55, 0.16);
    e.position.x = 0.4;
    tagG.add(at(group(e), 0, -0.08, 0.1, 0, 0, PI / 4 + (i * PI) / 2));
  }
  g.add(at(tagG, 0.06, 0.12, 0.85, -PI / 2, 0, -0.08));
  return cam(g, -20, 48, { fill: 0.76 });
}

export function glasses(p) {
  const g = group();
  const wood = M.wood(p.colours[0], 1, 1);
  const lensM = M.gloss(p.colours[1], { roughness: 0.06, clearcoat: 1, transparent: true, opacity: 0.88 });
  for (const s of [-1, 1]) {
    const sh = new THREE.Shape();
    const pts = [];
    const hp = [];
    for (let i = 0; i < 60; i++) {
      const a = (i / 60) * PI * 2;
      const x = sgnpow(Math.cos(a), 0.72) * 0.74;
      const y = sgnpow(Math.sin(a), 0.72) * 0.56 * (Math.sin(a) < 0 ? 1 - 0.06 * Math.cos(a) * s : 1);
      pts.push(new THREE.Vector2(x, y));
      hp.push(new THREE.Vector2(x * 0.84, y * 0.82));
    }
    sh.setFromPoints(pts);
    sh.holes.push(new THREE.Path(hp.toReversed()));
    g.add(at(group(extrude(sh, 0.14, wood, 0.035)), s * 0.86, 0.62, 0));
    g.add(at(group(extrude(new THREE.Shape(hp), 0.03, lensM, 0.01)), s * 0.86, 0.62, 0));
    g.add(at(ball(0.06, M.metal("#c9a24a")), s * 1.5, 0.95, 0.08));
    g.add(
      pipe(
        [
          [s * 1.56, 0.92, 0],
          [s * 1.6, 0.92, -0.3],
          [s * 1.58, 0.84, -1.5],
          [s * 1.52, 0.72, -2.0],
          [s * 1.46, 0.36, -2.4],
        ],
        0.06,
        wood,
        { seg: 60 },
      ),
    );
  }
  g.add(
    pipe(
      [
        [-0.2, 0.78, 0.02],
        [0, 0.86, 0.06],
        [0.2, 0.78, 0.02],
      ],
      0.06,
      wood,
    ),
  );
  at(g, 0, 0, 0, -0.06, 0, 0);
  return cam(group(g), -22, 24, { fill: 0.84 });
}
