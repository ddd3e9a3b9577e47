// Batik and woven motifs, drawn as seamless 512 x 512 tiles: [ground, line, second colour].
export const PALETTES = {
  sogan: ["#2b1a12", "#e8cfa0", "#a9672f"],
  soganterang: ["#f0deb4", "#7a4a1e", "#b3702f"],
  biru: ["#0f2a4a", "#f3ead6", "#3f86c6"],
  biru2: ["#17356f", "#ffffff", "#6fb0e0"],
  merah: ["#7a1420", "#f7e7c6", "#d99a3a"],
  hijau: ["#123c2e", "#f0e6c8", "#3fa374"],
  tehhijau: ["#0f4a37", "#d7b45a", "#7fbf8f"],
  mega: ["#a5142a", "#ffffff", "#1d3f8f"],
  hitam: ["#1b1a1c", "#efe3c8", "#b98a4a"],
  ungu: ["#3f2a6b", "#f4e9fb", "#b58ad8"],
  kopi: ["#2a1a14", "#d9a441", "#8a5a2a"],
  bata: ["#7a2a14", "#f3c77a", "#d9652c"],
  pedas: ["#9a1f12", "#ffd166", "#f0662c"],
  kuning: ["#b3740a", "#fff0c4", "#f2c14e"],
};

export function canvas(w, h) {
  const c = document.createElement("canvas");
  c.width = w;
  c.height = h;
  return c;
}

const S = 512;

const draw = {
  kawung(g, p) {
    const s = 128;
    for (let y = 0; y <= 4; y++)
      for (let x = 0; x <= 4; x++) {
        for (let k = 0; k < 4; k++) {
          g.save();
          g.translate(x * s, y * s);
          g.rotate(Math.PI / 4 + (k * Math.PI) / 2);
          const oval = (rx, ry, fill) => {
            g.fillStyle = fill;
            g.beginPath();
            g.ellipse(45, 0, rx, ry, 0, 0, 7);
            g.fill();
          };
          oval(41, 23, p[1]);
          oval(34, 16.5, p[0]);
          oval(25, 9.5, p[2]);
          g.fillStyle = p[0];
          for (const d of [-12, 0, 12]) {
            g.beginPath();
            g.arc(45 + d, 0, 2.4, 0, 7);
            g.fill();
          }
          g.restore();
        }
        g.fillStyle = p[1];
        g.beginPath();
        g.arc(x * s, y * s, 6, 0, 7);
        g.fill();
        g.strokeStyle = p[1];
        g.lineWidth = 3;
        g.beginPath();
        g.moveTo(x * s + 52, y * s + 64);
        g.lineTo(x * s + 76, y * s + 64);
        g.moveTo(x * s + 64, y * s + 52);
        g.lineTo(x * s + 64, y * s + 76);
        g.stroke();
      }
  },
  parang(g, p) {
    g.translate(256, 256);
    g.rotate(-Math.PI / 4);
    const bw = 90.51;
    const step = 36.2;
    for (let b = -6; b <= 6; b++) {
      const y = b * bw;
      g.fillStyle = p[2];
      g.fillRect(-500, y - 8, 1000, 16);
      g.fillStyle = p[1];
      g.fillRect(-500, y - 10, 1000, 2.5);
      g.fillRect(-500, y + 7.5, 1000, 2.5);
      for (let i = -20; i < 20; i++) {
        const x = i * step;
        g.save();
        g.translate(x, y);
        g.fillStyle = p[1];
        g.rotate(Math.PI / 4);
        g.fillRect(-4, -4, 8, 8);
        g.restore();
        g.fillStyle = p[1];
        g.beginPath();
        g.moveTo(x, y + 14);
        g.bezierCurveTo(x + 46, y + 16, x + 6, y + 46, x + 40, y + bw - 14);
        g.bezierCurveTo(x + 6, y + bw - 16, x + 22, y + 46, x - 8, y + 30);
        g.bezierCurveTo(x - 14, y + 22, x - 8, y + 14, x, y + 14);
        g.fill();
        g.fillStyle = p[2];
        g.beginPath();
        g.ellipse(x + 5, y + 25, 6.5, 4, 0.6, 0, 7);
        g.fill();
      }
    }
  },
  ceplok(g, p) {
    for (let y = 0; y < 4; y++)
      for (let x = 0; x < 4; x++) {
        const cx = x * 128 + 64;
        const cy = y * 128 + 64;
        g.strokeStyle = p[1];
        g.lineWidth = 3;
        g.strokeRect(cx - 60, cy - 60, 120, 120);
        g.fillStyle = p[2];
        for (const [a, b] of [
          [-48, -48],
          [48, -48],
          [-48, 48],
          [48, 48],
        ]) {
          g.beginPath();
          g.arc(cx + a, cy + b, 6, 0, 7);
          g.fill();
        }
        for (let k = 0; k < 8; k++) {
          g.save();
          g.translate(cx, cy);
          g.rotate((k * Math.PI) / 4);
          g.fillStyle = k % 2 ? p[1] : p[2];
          g.beginPath();
          g.moveTo(0, 0);
          g.quadraticCurveTo(20, -28, 0, -54);
          g.quadraticCurveTo(-20, -28, 0, 0);
          g.fill();
          g.restore();
        }
        g.fillStyle = p[0];
        g.beginPath();
        g.arc(cx, cy, 11, 0, 7);
        g.fill();
        g.fillStyle = p[1];
        g.beginPath();
        g.arc(cx, cy, 6, 0, 7);
        g.fill();
      }
  },
  truntum(g, p) {
    const star = (cx, cy, r, c) => {
      for (let k = 0; k < 8; k++) {
        g.save();
        g.translate(cx, cy);
        g.rotate((k * Math.PI) / 4);
        g.fillStyle = c;
        g.beginPath();
        g.ellipse(0, -r * 0.6, r * 0.15, r * 0.42, 0, 0, 7);
        g.fill();
        g.restore();
      }
      g.fillStyle = p[2];
      g.beginPath();
      g.arc(cx, cy, r * 0.24, 0, 7);
      g.fill();
    };
    for (let y = 0; y <= 4; y++)
      for (let x = 0; x <= 4; x++) {
        star(x * 128, y * 128, 46, p[1]);
        star(x * 128 + 64, y * 128 + 64, 30, p[2]);
        g.fillStyle = p[1];
        for (const [a, b] of [
          [64, 0],
          [0, 64],
          [52, 12],
          [76, 12],
          [12, 52],
          [12, 76],
        ]) {
          g.beginPath();
          g.arc(x * 128 + a, y * 128 + b, 3.4, 0, 7);
          g.fill();
        }
      }
  },
  mega(g, p) {
    // Layered cloud: one path stroked with shrinking widths, light outside to dark inside.
    const path = (x, y, s) => {
      const q = new Path2D();
      const P = (a, b) => [x + a * s, y + b * s];
      q.moveTo(...P(-120, 20));
      q.bezierCurveTo(...P(-150, -18), ...P(-104, -52), ...P(-74, -30));
      q.bezierCurveTo(...P(-74, -84), ...P(4, -92), ...P(16, -48));
      q.bezierCurveTo(...P(52, -78), ...P(98, -44), ...P(82, -8));
      q.bezierCurveTo(...P(118, -22), ...P(146, 8), ...P(122, 26));
      q.bezierCurveTo(...P(92, 44), ...P(72, 22), ...P(44, 30));
      q.bezierCurveTo(...P(16, 52), ...P(-16, 46), ...P(-34, 30));
      q.bezierCurveTo(...P(-64, 46), ...P(-102, 44), ...P(-120, 20));
      q.closePath();
      return q;
    };
    const cloud = (x, y, s) => {
      const q = path(x, y, s);
      g.lineJoin = "round";
      for (let k = 0; k < 5; k++) {
        g.strokeStyle = `color-mix(in oklab, ${p[1]} ${100 - k * 25}%, ${p[2]})`;
        g.lineWidth = (62 - k * 13) * s;
        g.stroke(q);
      }
      g.fillStyle = p[2];
      g.fill(q);
      g.strokeStyle = p[1];
      g.lineWidth = 5 * s;
      g.stroke(path(x, y + 2 * s, s * 0.66));
    };
    for (const dx of [-512, 0, 512])
      for (const dy of [-512, 0, 512]) {
        cloud(dx + 150, dy + 120, 0.86);
        cloud(dx + 400, dy + 300, 0.7);
        cloud(dx + 130, dy + 420, 0.62);
      }
  },
  ikat(g, p) {
    const px = 8;
    const row = (y0, h, f) => {
      for (let y = 0; y < h; y += px)
        for (let x = 0; x < S; x += px) {
          const c = f(x, y);
          if (c) {
            g.fillStyle = c;
            g.fillRect(x, y0 + y, px, px);
          }
        }
    };
    const diamond = (x, y, w, h) => Math.abs((((x % w) + w) % w) - w / 2) / (w / 2) + Math.abs(y - h / 2) / (h / 2);
    row(0, 208, (x, y) => {
      const d = diamond(x, y, 128, 208);
      if (d < 0.22) return p[1];
      if (d < 0.42) return p[2];
      if (d < 0.56) return p[0];
      if (d < 0.72) return p[1];
      return d > 1.25 ? p[2] : null;
    });
    row(208, 16, () => p[1]);
    row(240, 64, (x, y) => ((Math.floor(x / 32) + Math.floor(y / 32)) % 2 ? p[2] : null));
    row(320, 16, () => p[1]);
    row(352, 128, (x, y) => {
      const z = Math.abs((x % 64) - 32) + y * 0.5;
      return z % 32 < 10 ? p[1] : z % 32 < 18 ? p[2] : null;
    });
    row(496, 16, () => p[2]);
  },
  lurik(g, p) {
    const w = [26, 6, 10, 6, 40, 4, 4, 4, 28];
    let x = 0;
    for (let i = 0; x < S; i++) {
      g.fillStyle = [p[0], p[1], p[2], p[1], p[0], p[1], p[0], p[2], p[0]][i % 9];
      g.fillRect(x, 0, w[i % 9], S);
      x += w[i % 9];
    }
  },
  kotak(g, p) {
    for (const v of [0, 1])
      for (let i = 0; i < 2; i++) {
        const band = (a, w, c, o) => {
          g.globalAlpha = o;
          g.fillStyle = c;
          if (v) g.fillRect(0, i * 256 + a, S, w);
          else g.fillRect(i * 256 + a, 0, w, S);
        };
        band(30, 80, p[2], 0.45);
        band(128, 5, p[1], 0.9);
        band(140, 5, p[1], 0.9);
        band(190, 36, "#000000", 0.25);
        band(206, 4, p[1], 0.8);
      }
    g.globalAlpha = 1;
  },
};

const cache = new Map();
export function motif(name, palette) {
  const id = `${name}:${palette}`;
  if (!cache.has(id)) {
    const c = canvas(S, S);
    const g = c.getContext("2d");
    const p = PALETTES[palette] ?? PALETTES.sogan;
    g.fillStyle = p[0];
    g.fillRect(0, 0, S, S);
    g.save();
    draw[name](g, p);
    g.restore();
    cache.set(id, c);
  }
  return cache.get(id);
}

const FONT = '"Jakarta", sans-serif';

/** Largest size <= max at which text stays within width. */
function fit(g, text, weight, max, width) {
  g.font = `${weight} ${max}px ${FONT}`;
  const w = g.measureText(text).width;
  return w > width ? (max * width) / w : max;
}

/**
 * A product label. `safe` is the share of the width that faces the camera:
 * no text leaves it.
 */
export function label(
  p,
  { w = 1024, h = 1024, bg, fg, accent, safe = 0.8, band = true, align = "center", top = 0.12, foot = 0 },
) {
  const c = canvas(w, h);
  const g = c.getContext("2d");
  const l = p.label;
  g.fillStyle = bg;
  g.fillRect(0, 0, w, h);
  const wide = Math.min(w * safe, h * 1.6);
  const cx = w / 2;
  let bottom = h * 0.94;
  if (band && p.motif && h / w > 0.55) {
    const m = motif(p.motif, p.palette);
    const pat = g.createPattern(m, "repeat");
    const s = w / 1100;
    pat.setTransform(new DOMMatrix([s, 0, 0, s, 0, h * (0.7 - foot)]));
    const y = h * (0.7 - foot);
    const bh = h * 0.19;
    g.fillStyle = pat;
    g.fillRect(0, y, w, bh);
    g.fillStyle = accent;
    g.fillRect(0, y - h * 0.008, w, h * 0.008);
    g.fillRect(0, y + bh, w, h * 0.008);
    const f = fit(g, l.net, 700, h * 0.042, wide);
    g.fillStyle = fg;
    g.textAlign = "center";
    g.textBaseline = "middle";
    g.font = `700 ${f}px ${FONT}`;
    g.fillText(l.net, cx, h * (0.945 - foot));
    bottom = h * (0.66 - foot);
  } else {
    g.strokeStyle = accent;
    g.lineWidth = Math.max(4, h * 0.012);
    for (const y of [h * 0.045, h * 0.955]) {
      g.beginPath();
      g.moveTo(0, y);
      g.lineTo(w, y);
      g.stroke();
    }
  }
  const net = !(band && p.motif && h / w > 0.55);
  // Rows: brand, rule, name lines, sub (, net); heights as shares of the free height.
  const y0 = h * top;
  const free = bottom - y0;
  const lines = l.name.split("\n");
  const gap = free * 0.045;
  const brandText = l.brand.toUpperCase().split("").join("\u200a");
  const fb = fit(g, brandText, 600, free * 0.1, wide * 0.86);
  let fn = free * (lines.length > 1 ? 0.235 : 0.3);
  for (const t of lines) fn = Math.min(fn, fit(g, t, 800, fn, wide));
  const fs = l.sub ? fit(g, l.sub, 500, free * 0.095, wide * 0.94) : 0;
  const fN = net ? fit(g, l.net, 700, free * 0.085, wide) : 0;
  const rule = Math.max(3, free * 0.014);
  const total =
    fb + gap + rule + gap + lines.length * fn * 1.04 + (fs ? gap * 0.7 + fs : 0) + (fN ? gap * 1.2 + fN : 0);
  let y = y0 + Math.max(0, (free - total) / 2);
  g.textAlign = align;
  g.textBaseline = "alphabetic";
  const put = (t, weight, f, fill) => {
    g.fillStyle = fill;
    g.font = `${weight} ${f}px ${FONT}`;
    y += f * 0.82;
    g.fillText(t, cx, y);
    y += f * 0.18;
  };
  put(brandText, 600, fb, fg);
  y += gap;
  g.fillStyle = accent;
  g.fillRect(cx - wide * 0.09, y, wide * 0.18, rule);
  y += rule + gap;
  for (const t of lines) {
    put(t, 800, fn, fg);
    y += fn * 0.04;
  }
  if (fs) {
    y += gap * 0.7;
    put(l.sub, 500, fs, fg);
  }
  if (fN) {
    y += gap * 1.2;
    put(l.net, 700, fN, accent);
  }
  return c;
}
