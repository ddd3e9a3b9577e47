// Geometry, materials and textures shared by all shapes.
import * as THREE from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { canvas, motif } from "./motifs.js";

export { THREE };
export const PI = Math.PI;
export const V2 = (x, y) => new THREE.Vector2(x, y);
export const V3 = (x, y, z) => new THREE.Vector3(x, y, z);
export const lerp = (a, b, t) => a + (b - a) * t;
export const clamp = (v, a = 0, b = 1) => Math.min(b, Math.max(a, v));
export const smooth = (a, b, v) => {
  const t = clamp((v - a) / (b - a));
  return t * t * (3 - 2 * t);
};
/** Piecewise smooth interpolation through [t, value] stops. */
export function curve(stops, t) {
  if (t <= stops[0][0]) return stops[0][1];
  for (let i = 1; i < stops.length; i++)
    if (t <= stops[i][0]) {
      const [a, va] = stops[i - 1];
      const [b, vb] = stops[i];
      const sl = (k) => {
        const p = stops[Math.max(0, k - 1)];
        const n = stops[Math.min(stops.length - 1, k + 1)];
        return n[0] === p[0] ? 0 : (n[1] - p[1]) / (n[0] - p[0]);
      };
      const h = b - a;
      const u = (t - a) / h;
      const u2 = u * u;
      const u3 = u2 * u;
      return (
        (2 * u3 - 3 * u2 + 1) * va + (u3 - 2 * u2 + u) * h * sl(i - 1) + (-2 * u3 + 3 * u2) * vb + (u3 - u2) * h * sl(i)
      );
    }
  return stops.at(-1)[1];
}

let seed = 1;
export function reseed(n) {
  seed = n >>> 0 || 1;
}
export function rnd(a = 0, b = 1) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return a + ((b - a) * seed) / 4294967296;
}

export function shade(hex, k) {
  const c = new THREE.Color(hex);
  const hsl = {};
  c.getHSL(hsl);
  c.setHSL(hsl.h, hsl.s, clamp(hsl.l + k));
  return `#${c.getHexString()}`;
}

// ---- textures
export function tex(c, ru = 1, rv = 1, colour = true) {
  const t = new THREE.CanvasTexture(c);
  if (colour) t.colorSpace = THREE.SRGBColorSpace;
  t.wrapS = t.wrapT = THREE.RepeatWrapping;
  t.repeat.set(ru, rv);
  t.anisotropy = 2;
  return t;
}
const made = new Map();
function once(id, make) {
  if (!made.has(id)) made.set(id, make());
  return made.get(id);
}
export const woodCanvas = (col) =>
  once(`wood${col}`, () => {
    const c = canvas(1024, 512);
    const g = c.getContext("2d");
    g.fillStyle = col;
    g.fillRect(0, 0, 1024, 512);
    reseed(77);
    for (let i = 0; i < 26; i++) {
      g.fillStyle = rnd() < 0.5 ? shade(col, -0.05) : shade(col, 0.05);
      g.globalAlpha = rnd(0.1, 0.3);
      g.fillRect(0, rnd(0, 512), 1024, rnd(8, 50));
    }
    for (let i = 0; i < 260; i++) {
      const y = rnd(-20, 532);
      const a = rnd(2, 9);
      const k = Math.floor(rnd(1, 3));
      const ph = rnd(0, 6.28);
      g.globalAlpha = rnd(0.08, 0.4);
      g.strokeStyle = shade(col, rnd(-0.17, -0.05));
      g.lineWidth = rnd(0.6, 2.4);
      g.beginPath();
      for (let x = 0; x <= 1024; x += 16) {
        const yy =
          y + a * Math.sin((x / 1024) * 2 * PI * k + ph) + a * 0.5 * Math.sin((x / 1024) * 2 * PI * 3 + ph * 2);
        if (x) g.lineTo(x, yy);
        else g.moveTo(x, yy);
      }
      g.stroke();
    }
    g.globalAlpha = 1;
    return c;
  });
/** Plain weave of flat strands, [colour, height] canvases. */
const weaveCanvas = (col) =>
  once(`weave${col}`, () => {
    const n = 8;
    const s = 64;
    const out = [canvas(512, 512), canvas(512, 512)];
    reseed(5);
    const [a, b] = out.map((c) => c.getContext("2d"));
    a.fillStyle = shade(col, -0.28);
    a.fillRect(0, 0, 512, 512);
    b.fillStyle = "#000";
    b.fillRect(0, 0, 512, 512);
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++) {
        const hor = (x + y) % 2 === 0;
        const tone = shade(col, rnd(-0.05, 0.05));
        const X = x * s;
        const Y = y * s;
        const box = hor ? [X - 7, Y + 5, s + 14, s - 10] : [X + 5, Y - 7, s - 10, s + 14];
        const along = (g) =>
          hor ? g.createLinearGradient(X - 7, 0, X + s + 7, 0) : g.createLinearGradient(0, Y - 7, 0, Y + s + 7);
        const ga = along(a);
        ga.addColorStop(0, shade(col, -0.2));
        ga.addColorStop(0.25, tone);
        ga.addColorStop(0.75, tone);
        ga.addColorStop(1, shade(col, -0.2));
        a.fillStyle = ga;
        a.fillRect(...box);
        a.strokeStyle = shade(col, -0.16);
        a.globalAlpha = 0.35;
        for (let k = 1; k < 4; k++) {
          a.beginPath();
          if (hor) {
            a.moveTo(box[0], box[1] + (box[3] * k) / 4);
            a.lineTo(box[0] + box[2], box[1] + (box[3] * k) / 4);
          } else {
            a.moveTo(box[0] + (box[2] * k) / 4, box[1]);
            a.lineTo(box[0] + (box[2] * k) / 4, box[1] + box[3]);
          }
          a.stroke();
        }
        a.globalAlpha = 1;
        const gb = along(b);
        gb.addColorStop(0, "#222");
        gb.addColorStop(0.5, "#fff");
        gb.addColorStop(1, "#222");
        b.fillStyle = gb;
        b.fillRect(...box);
      }
    return out;
  });
/** Coiled rattan: rows wrapped by slanting stitches. */
const coilCanvas = (col) =>
  once(`coil${col}`, () => {
    const out = [canvas(512, 512), canvas(512, 512)];
    const [a, b] = out.map((c) => c.getContext("2d"));
    reseed(9);
    const rows = 8;
    const h = 512 / rows;
    for (let r = 0; r < rows; r++) {
      const ga = a.createLinearGradient(0, r * h, 0, r * h + h);
      ga.addColorStop(0, shade(col, -0.24));
      ga.addColorStop(0.25, col);
      ga.addColorStop(0.6, shade(col, 0.05));
      ga.addColorStop(1, shade(col, -0.26));
      a.fillStyle = ga;
      a.fillRect(0, r * h, 512, h);
      const gb = b.createLinearGradient(0, r * h, 0, r * h + h);
      gb.addColorStop(0, "#000");
      gb.addColorStop(0.5, "#fff");
      gb.addColorStop(1, "#000");
      b.fillStyle = gb;
      b.fillRect(0, r * h, 512, h);
      const n = 20;
      for (let i = 0; i <= n; i++) {
        const x = (i / n) * 512 + (r % 2 ? 12 : 0);
        a.strokeStyle = shade(col, rnd(-0.22, -0.1));
        a.globalAlpha = 0.7;
        a.lineWidth = 3;
        a.beginPath();
        a.moveTo(x, r * h);
        a.lineTo(x - 10, r * h + h);
        a.stroke();
        a.globalAlpha = 1;
        b.strokeStyle = "rgba(0,0,0,.6)";
        b.lineWidth = 4;
        b.beginPath();
        b.moveTo(x, r * h);
        b.lineTo(x - 10, r * h + h);
        b.stroke();
      }
    }
    return out;
  });
const threadCanvas = () =>
  once("thread", () => {
    const c = canvas(256, 256);
    const g = c.getContext("2d");
    reseed(3);
    g.fillStyle = "#808080";
    g.fillRect(0, 0, 256, 256);
    for (let y = 0; y < 256; y += 4)
      for (let x = 0; x < 256; x += 4) {
        const v = ((x + y) / 4) % 2 ? 150 : 100;
        const k = v + rnd(-22, 22);
        g.fillStyle = `rgb(${k},${k},${k})`;
        g.fillRect(x, y, 4, 4);
      }
    return c;
  });
const noiseCanvas = (cell) =>
  once(`noise${cell}`, () => {
    const c = canvas(512, 512);
    const g = c.getContext("2d");
    reseed(13);
    g.fillStyle = "#777";
    g.fillRect(0, 0, 512, 512);
    for (let i = 0; i < 90000 / cell; i++) {
      const x = rnd(0, 512);
      const y = rnd(0, 512);
      const r = rnd(0.4, 1) * cell;
      const v = Math.floor(rnd(60, 200));
      g.fillStyle = `rgba(${v},${v},${v},.5)`;
      for (const dx of [0, x < r ? 512 : x > 512 - r ? -512 : 0])
        for (const dy of [0, y < r ? 512 : y > 512 - r ? -512 : 0]) {
          g.beginPath();
          g.arc(x + dx, y + dy, r, 0, 7);
          g.fill();
        }
    }
    return c;
  });
export const speckCanvas = (col, dots, n = 260, r = 3) =>
  once(`speck${col}${dots}${n}`, () => {
    const c = canvas(512, 512);
    const g = c.getContext("2d");
    g.fillStyle = col;
    g.fillRect(0, 0, 512, 512);
    reseed(21);
    for (let i = 0; i < n; i++) {
      g.fillStyle = dots;
      g.globalAlpha = rnd(0.3, 0.9);
      g.beginPath();
      g.arc(rnd(0, 512), rnd(0, 512), rnd(0.4, 1) * r, 0, 7);
      g.fill();
    }
    g.globalAlpha = 1;
    return c;
  });

// ---- materials
const phys = (o) => new THREE.MeshPhysicalMaterial(o);
const std = (o) => new THREE.MeshStandardMaterial(o);
/** Matt things (cloth, paper, wicker): cheap to shade, with a soft light from above instead of reflections. */
const matt = ({ roughness: _r, metalness: _m, clearcoat: _c, ...o }) => {
  const m = new THREE.MeshLambertMaterial(o);
  m.onBeforeCompile = (s) => {
    s.fragmentShader = s.fragmentShader.replace(
      "#include <lights_fragment_end>",
      `#include <lights_fragment_end>
      reflectedLight.indirectDiffuse += diffuseColor.rgb * mix(vec3(.17, .155, .14), vec3(.31, .31, .305), normal.y * .5 + .5);`,
    );
  };
  return m;
};
let ENV = null;
export function setEnv(t) {
  ENV = t;
}
export const M = {
  plastic: (color, o = {}) => std({ color, roughness: 0.42, ...o }),
  satin: (color, o = {}) => (o.metalness || (o.roughness ?? 1) < 0.5 ? std : matt)({ color, roughness: 0.6, ...o }),
  gloss: (color, o = {}) => phys({ color, roughness: 0.3, clearcoat: 0.9, clearcoatRoughness: 0.1, ...o }),
  metal: (color, o = {}) => std({ color, metalness: 1, roughness: 0.28, envMap: ENV, envMapIntensity: 1.25, ...o }),
  rubber: (color, o = {}) => std({ color, roughness: 0.78, ...o }),
  glass: (color = "#ffffff", opacity = 0.22, o = {}) =>
    phys({
      color,
      roughness: 0.04,
      transparent: true,
      opacity,
      depthWrite: false,
      envMap: ENV,
      envMapIntensity: 1.2,
      clearcoat: 1,
      clearcoatRoughness: 0.02,
      ...o,
    }),
  /** The shine of glass over contents: adds reflections, no haze. */
  coat: (o = {}) =>
    phys({
      color: "#000000",
      roughness: 0.05,
      transparent: true,
      depthWrite: false,
      envMap: ENV,
      envMapIntensity: 1.6,
      clearcoat: 1,
      clearcoatRoughness: 0.02,
      blending: THREE.CustomBlending,
      blendSrc: THREE.OneFactor,
      blendDst: THREE.OneFactor,
      blendSrcAlpha: THREE.ZeroFactor,
      blendDstAlpha: THREE.OneFactor,
      ...o,
    }),
  paper: (c, o = {}) => matt({ map: tex(c), roughness: 0.62, ...o }),
  print: (c, o = {}) => phys({ map: tex(c), roughness: 0.42, clearcoat: 0.35, clearcoatRoughness: 0.4, ...o }),
  cloth: (color, o = {}) =>
    matt({
      color,
      roughness: 0.95,
      bumpMap: tex(threadCanvas(), o.thread ?? 7, o.thread ?? 7, false),
      bumpScale: 0.9,
      ...drop(o, "thread"),
    }),
  clothMap: (map, o = {}) =>
    matt({
      map,
      roughness: 0.92,
      bumpMap: tex(threadCanvas(), (o.thread ?? 6) * 1, (o.thread ?? 6) * 1, false),
      bumpScale: 0.6,
      ...drop(o, "thread"),
    }),
  wood: (col, ru = 1, rv = 1, o = {}) => {
    const c = woodCanvas(col);
    return std({ map: tex(c, ru, rv), roughness: 0.5, ...o });
  },
  weave: (col, ru = 1, rv = 1, o = {}) => {
    const [a, b] = weaveCanvas(col);
    return matt({ map: tex(a, ru, rv), bumpMap: tex(b, ru, rv, false), bumpScale: 5, roughness: 0.72, ...o });
  },
  coil: (col, ru = 1, rv = 1, o = {}) => {
    const [a, b] = coilCanvas(col);
    return matt({ map: tex(a, ru, rv), bumpMap: tex(b, ru, rv, false), bumpScale: 6, roughness: 0.7, ...o });
  },
  leather: (color, o = {}) =>
    std({
      color,
      roughness: 0.55,
      bumpMap: tex(noiseCanvas(4), o.rep ?? 2, o.rep ?? 2, false),
      bumpScale: 0.9,
      ...drop(o, "rep"),
    }),
  grain: (color, o = {}) =>
    matt({
      color,
      roughness: 0.9,
      bumpMap: tex(noiseCanvas(3), o.rep ?? 2, o.rep ?? 2, false),
      bumpScale: 1.2,
      ...drop(o, "rep"),
    }),
};
function drop(o, k) {
  const { [k]: _gone, ...rest } = o;
  return rest;
}
/** Cloth of a picture: its motif (tile = world units per motif tile) or its plain colour. */
export function fabric(p, tile = 1, o = {}) {
  if (!p.motif) return M.cloth(p.colours[0], o);
  return M.clothMap(tex(motif(p.motif, p.palette), 1 / tile, 1 / tile), { thread: 6, ...o });
}

// ---- geometry
export function mesh(g, m, x = 0, y = 0, z = 0) {
  const o = new THREE.Mesh(g, m);
  o.position.set(x, y, z);
  o.castShadow = o.receiveShadow = true;
  if (m.transparent) o.castShadow = false;
  return o;
}
export const group = (...a) => {
  const g = new THREE.Group();
  if (a.length) g.add(...a);
  return g;
};
export function at(o, x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0, s = 1) {
  o.position.set(x, y, z);
  o.rotation.set(rx, ry, rz);
  if (s !== 1) o.scale.setScalar(s);
  return o;
}
/** Round the corners of a profile [x, y, radius?] and divide it finely. */
export function profile(pts, r0 = 0.04, step = 0.13) {
  const out = [];
  const n = pts.length;
  pts.forEach((p, i) => {
    const r = p[2] ?? r0;
    if (i === 0 || i === n - 1 || r === 0) {
      out.push([p[0], p[1]]);
      return;
    }
    const a = pts[i - 1];
    const b = pts[i + 1];
    const la = Math.hypot(a[0] - p[0], a[1] - p[1]);
    const lb = Math.hypot(b[0] - p[0], b[1] - p[1]);
    const t = Math.min(r, la * 0.49, lb * 0.49);
    const A = [p[0] + ((a[0] - p[0]) * t) / la, p[1] + ((a[1] - p[1]) * t) / la];
    const C = [p[0] + ((b[0] - p[0]) * t) / lb, p[1] + ((b[1] - p[1]) * t) / lb];
    for (let k = 0; k <= 4; k++) {
      const u = k / 4;
      out.push([
        (1 - u) ** 2 * A[0] + 2 * u * (1 - u) * p[0] + u * u * C[0],
        (1 - u) ** 2 * A[1] + 2 * u * (1 - u) * p[1] + u * u * C[1],
      ]);
    }
  });
  const fine = [out[0]];
  for (let i = 1; i < out.length; i++) {
    const a = out[i - 1];
    const b = out[i];
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (l < 1e-6) continue;
    const k = Math.max(1, Math.ceil(l / step));
    for (let j = 1; j <= k; j++) fine.push([lerp(a[0], b[0], j / k), lerp(a[1], b[1], j / k)]);
  }
  return fine;
}
export function latheGeo(pts, { r = 0.04, seg = 64, step = 0.13 } = {}) {
  const f = profile(pts, r, step);
  const g = new THREE.LatheGeometry(
    f.map((a) => V2(Math.max(0, a[0]), a[1])),
    seg,
    PI,
  );
  // v by arc length, so that textures do not stretch
  let L = 0;
  const len = f.map((a, i) => (i ? (L += Math.hypot(a[0] - f[i - 1][0], a[1] - f[i - 1][1])) : 0));
  const uv = g.attributes.uv;
  for (let i = 0; i < uv.count; i++) uv.setY(i, len[i % f.length] / L);
  return g;
}
export const lathe = (pts, m, o) => mesh(latheGeo(pts, o), m);
export function rbox(w, h, d, r, m, x = 0, y = 0, z = 0, seg = 4) {
  return mesh(new RoundedBoxGeometry(w, h, d, seg, Math.min(r, w / 2.01, h / 2.01, d / 2.01)), m, x, y, z);
}
export function cyl(r1, r2, h, m, x = 0, y = 0, z = 0, bevel = 0.02, seg = 64) {
  // lathe with bevelled rims, centred on y
  const o = lathe(
    [
      [0, -h / 2],
      [r2, -h / 2, bevel],
      [r1, h / 2, bevel],
      [0, h / 2],
    ],
    m,
    { seg, step: Math.max(0.05, h / 12) },
  );
  o.position.set(x, y, z);
  return o;
}
export const ball = (r, m, x = 0, y = 0, z = 0, seg = 36) =>
  mesh(new THREE.SphereGeometry(r, seg, Math.round(seg * 0.7)), m, x, y, z);
export function pipe(points, r, m, { seg = 60, rad = 10, closed = false } = {}) {
  const c = new THREE.CatmullRomCurve3(
    points.map((a) => V3(...a)),
    closed,
    "centripetal",
  );
  const o = mesh(new THREE.TubeGeometry(c, seg, r, rad, closed), m);
  if (!closed) {
    const g = group(o, ball(r, m, ...points[0], 16), ball(r, m, ...points.at(-1), 16));
    return g;
  }
  return o;
}
export const torus = (R, r, m, arc = PI * 2, seg = 80) => mesh(new THREE.TorusGeometry(R, r, 12, seg, arc), m);
export function shapeOf(pts) {
  return new THREE.Shape(pts.map((a) => V2(a[0], a[1])));
}
/** Extrude a 2D outline (in xy) along z with rounded edges; centred on z. */
export function extrude(shape, depth, m, bevel = 0.04, seg = 4, curveSegments = 32) {
  const g = new THREE.ExtrudeGeometry(shape, {
    depth: Math.max(0.001, depth - bevel * 2),
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelOffset: -bevel,
    bevelSegments: seg,
    curveSegments,
  });
  g.translate(0, 0, -depth / 2 + bevel);
  return mesh(g, m);
}
/** Surface over t (0..1) and a (0..1, closed); f returns [x, y, z]. The seam is smoothed. */
export function loft(f, m, { nt = 60, na = 64, uv, closed = true } = {}) {
  const pos = [];
  const tc = [];
  for (let i = 0; i <= nt; i++)
    for (let j = 0; j <= na; j++) {
      const q = f(i / nt, j / na);
      pos.push(...q);
      const w = uv ? uv(i / nt, j / na, q) : [j / na, i / nt];
      tc.push(...w);
    }
  const idx = [];
  for (let i = 0; i < nt; i++)
    for (let j = 0; j < na; j++) {
      const a = i * (na + 1) + j;
      const b = a + na + 1;
      idx.push(a, a + 1, b, b, a + 1, b + 1);
    }
  // Faces look outwards (shadows depend on it): away from the middle of a closed body, or of the axis for a sheet.
  let out = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let i = 0; i < pos.length; i += 3) {
    mx += pos[i];
    my += pos[i + 1];
    mz += pos[i + 2];
  }
  const n3 = pos.length / 3;
  const mid = closed ? [mx / n3, my / n3, mz / n3] : [0, my / n3 - 0.3, 0];
  for (let i = 0; i < idx.length; i += 3) {
    const [a, b, c] = [idx[i] * 3, idx[i + 1] * 3, idx[i + 2] * 3];
    const u = [pos[b] - pos[a], pos[b + 1] - pos[a + 1], pos[b + 2] - pos[a + 2]];
    const v = [pos[c] - pos[a], pos[c + 1] - pos[a + 1], pos[c + 2] - pos[a + 2]];
    out +=
      (u[1] * v[2] - u[2] * v[1]) * (pos[a] - mid[0]) +
      (u[2] * v[0] - u[0] * v[2]) * (pos[a + 1] - mid[1]) +
      (u[0] * v[1] - u[1] * v[0]) * (pos[a + 2] - mid[2]);
  }
  if (out < 0) for (let i = 0; i < idx.length; i += 3) [idx[i + 1], idx[i + 2]] = [idx[i + 2], idx[i + 1]];
  const g = new THREE.BufferGeometry();
  g.setAttribute("position", new THREE.Float32BufferAttribute(pos, 3));
  g.setAttribute("uv", new THREE.Float32BufferAttribute(tc, 2));
  g.setIndex(idx);
  g.computeVertexNormals();
  if (closed) {
    const n = g.attributes.normal;
    for (let i = 0; i <= nt; i++) {
      const a = i * (na + 1);
      const b = a + na;
      const v = V3(n.getX(a) + n.getX(b), n.getY(a) + n.getY(b), n.getZ(a) + n.getZ(b)).normalize();
      n.setXYZ(a, v.x, v.y, v.z);
      n.setXYZ(b, v.x, v.y, v.z);
    }
  }
  m.side = THREE.DoubleSide;
  return mesh(g, m);
}
/** Open sheet over u, v in 0..1. */
export const sheet = (f, m, o = {}) => loft((t, a) => f(a, t), m, { closed: false, ...o });
export const sgnpow = (v, k) => Math.sign(v) * Math.abs(v) ** k;
/** Point on a superellipse; a in 0..1 starts at the back (-z). e: 1 round, 0.3 squarish. */
export function oval(a, w, d, e = 1) {
  const th = a * PI * 2 - PI / 2;
  return [sgnpow(Math.cos(th), e) * w, sgnpow(Math.sin(th), e) * d];
}
/** Label on a cylinder of radius r between y0 and y1, facing +z. */
export function wrap(canvasLabel, r, y0, y1, arc = 2.3, o = {}) {
  const g = new THREE.CylinderGeometry(r, r, y1 - y0, 64, 1, true, -arc / 2, arc);
  return mesh(g, M.paper(canvasLabel, { roughness: 0.55, ...o }), 0, (y0 + y1) / 2, 0);
}
export function cam(o, az, el, more = {}) {
  o.userData.cam = { az, el, ...more };
  return o;
}
