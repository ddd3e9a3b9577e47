// Larger compositions: the still life of the home page and the batik of Laweyan.
import { motif } from "./motifs.js";
import { M, PI, THREE, at, ball, cam, cyl, group, mesh, pipe, rbox, sheet, smooth, tex } from "./kit.js";
import { mugGroup, plantGroup, terracotta } from "./shapes-home.js";
import { folded, rattanbag } from "./shapes-wear.js";

const bare = (o) => {
  delete o.userData.cam;
  return o;
};

export function stilllife(p) {
  const g = group();
  // Warm disc behind everything.
  const sun = mesh(
    new THREE.CircleGeometry(3.2, 120),
    new THREE.MeshBasicMaterial({ color: p.colours[0] }),
    0.25,
    3.0,
    -2.9,
  );
  sun.castShadow = sun.receiveShadow = false;
  g.add(sun);
  // A round plinth.
  const top = cyl(3.75, 3.75, 0.4, M.satin("#f0e2c8", { roughness: 0.85 }), 0, -0.2, 0, 0.08, 120);
  g.add(top);
  const bag = bare(rattanbag({ colours: ["#bd8a4e", "#6b4426"] }));
  g.add(at(bag, 1.5, 0, -0.85, 0, -0.22, 0, 1.12));
  const plant = plantGroup({ colours: ["#b9653f", "#3f8a52"], options: { kind: "monstera" } });
  // Clay pot instead of the glazed one.
  plant.children[0].visible = false;
  plant.remove(plant.children[0]);
  plant.add(terracotta(0.86, 1.28, "#b9653f"));
  g.add(at(plant, -1.75, 0, -0.95, 0, 0.5, 0, 1.26));
  const mug = mugGroup({ colours: ["#f7f4ee", "#0f2a4a"], motif: "kawung", palette: "biru" });
  g.add(at(mug, 1.05, 0, 1.6, 0, -0.45, 0, 0.8));
  const cloth = bare(folded({ colours: ["#a9672f"], motif: "parang", palette: "sogan", options: { n: 1 } }));
  g.add(at(cloth, -1.3, 0, 1.25, 0, 0.3, 0, 0.86));
  for (const [x, z, r] of [
    [2.55, 1.35, 0.15],
    [2.85, 1.05, 0.13],
    [2.4, 0.95, 0.13],
  ])
    g.add(ball(r, M.gloss("#7a3f22", { roughness: 0.4 }), x, r, z, 24));
  return cam(g, 0, 13, { fill: 0.93, fov: 24, floor: -0.4 });
}

export function batikline(p) {
  const g = group();
  const wood = M.wood(p.colours[0], 3, 0.3);
  const lineY = 3.6;
  const W = 6.5;
  g.add(
    pipe(
      [
        [-W / 2 - 0.3, lineY, 0],
        [0, lineY - 0.05, 0],
        [W / 2 + 0.3, lineY, 0],
      ],
      0.075,
      wood,
      { seg: 40 },
    ),
  );
  for (const x of [-W / 2 - 0.1, W / 2 + 0.1]) g.add(cyl(0.12, 0.14, 4.0, wood, x, 1.75, 0, 0.05));
  const cloths = [
    ["parang", "sogan", -2.1, 1.85, 3.05],
    ["kawung", "biru", 0, 2.1, 3.3],
    ["truntum", "merah", 2.1, 1.85, 2.95],
  ];
  cloths.forEach(([m, pal, x0, w, len], ci) => {
    const tile = 1.5;
    const panel = (sign, length) =>
      sheet(
        (a, t) => {
          const u = a * 2 - 1;
          const k = smooth(0.02, 0.3, t);
          const fold = 0.17 * k * Math.sin(u * 6.2 + ci * 2 + 1) + 0.04 * k * Math.sin(u * 15 + t * 2);
          const wind = 0.35 * ((t * length) / len) ** 2 * Math.sin(u * 1.4 + ci + 0.6);
          const head = t < 0.035;
          const th = head ? (t / 0.035) * (PI / 2) : PI / 2;
          return [
            x0 + u * (w / 2) * (1 - 0.05 * k),
            head
              ? lineY - 0.03 + 0.09 * Math.cos(th)
              : lineY - 0.03 - (t - 0.035) * length - 0.05 * Math.sin(u * 6.2 + ci * 2) * t,
            sign * 0.09 * Math.sin(th) + fold + wind,
          ];
        },
        M.clothMap(tex(motif(m, pal), 1 / tile, 1 / tile), { thread: 5 }),
        { nt: 60, na: 64, uv: (t, a) => [a * w, -t * length] },
      );
    g.add(panel(1, len), panel(-1, len * 0.55));
    for (const s of [-1, 1])
      g.add(at(rbox(0.09, 0.3, 0.16, 0.03, M.wood("#e0b878", 0.4, 0.4)), x0 + s * w * 0.4, lineY + 0.02, 0.04));
  });
  // Brass stamp and a bowl of wax on a low bench.
  const bench = group(rbox(2.6, 0.16, 1.1, 0.05, wood, 0, 0.62, 0));
  for (const x of [-1.1, 1.1]) for (const z of [-0.4, 0.4]) bench.add(cyl(0.07, 0.06, 0.6, wood, x, 0.3, z));
  const pan = terracotta(0.42, 0.42, "#8a4a2c");
  bench.add(
    at(pan, -0.6, 0.7, 0),
    at(mesh(new THREE.CircleGeometry(0.36, 40), M.gloss("#6b3a14", { roughness: 0.2 })), -0.6, 1.06, 0, -PI / 2),
  );
  const canting = group(
    cyl(0.045, 0.04, 1.0, M.wood("#c99a5a", 1, 0.2), 0, 0, 0),
    ball(0.1, M.metal("#b87333"), 0, 0.52, 0.05, 20),
  );
  bench.add(at(group(canting), 0.5, 0.8, 0.15, PI / 2 - 0.02, 0, 1.1));
  g.add(at(bench, 1.6, 0, 1.5, 0, -0.15, 0));
  return cam(g, -9, 7, { fill: 0.93, fov: 24 });
}
