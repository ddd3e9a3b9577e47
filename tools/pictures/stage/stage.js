// Draws one picture: many jittered samples give soft light, soft shadows and smooth edges.
import * as THREE from "three";
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";
import * as pack from "./shapes-pack.js";
import * as wear from "./shapes-wear.js";
import * as home from "./shapes-home.js";
import * as things from "./shapes-things.js";
import * as art from "./shapes-art.js";
import { reseed, setEnv } from "./kit.js";

const shapes = { ...pack, ...wear, ...home, ...things, ...art };
const renderer = new THREE.WebGLRenderer({
  antialias: false,
  preserveDrawingBuffer: true,
  alpha: true,
  premultipliedAlpha: true,
});
renderer.shadowMap.enabled = true;
renderer.shadowMap.type = THREE.PCFShadowMap;
renderer.setClearColor(0x000000, 0);
renderer.toneMapping = THREE.NoToneMapping;
renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
const pmrem = new THREE.PMREMGenerator(renderer);
const env = pmrem.fromScene(new RoomEnvironment(), 0.03).texture;
setEnv(env);

const quad = new THREE.Mesh(new THREE.PlaneGeometry(2, 2));
const quadCam = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);
const quadScene = new THREE.Scene();
quadScene.add(quad);
const vert = "varying vec2 v;void main(){v=uv;gl_Position=vec4(position.xy,0.,1.);}";
// Khronos PBR Neutral keeps product colours true; samples are averaged after tone mapping.
const addMat = new THREE.ShaderMaterial({
  vertexShader: vert,
  fragmentShader: `varying vec2 v;uniform sampler2D t;uniform float w;
vec3 neutral(vec3 c){float s=.8-.04;float x=min(c.r,min(c.g,c.b));float o=x<.08?x-6.25*x*x:.04;c-=o;float p=max(c.r,max(c.g,c.b));if(p<s)return c;float d=1.-s;float n=1.-d*d/(p+d-s);c*=n/p;float g=1.-1./(.15*(p-n)+1.);return mix(c,vec3(n),g);}
vec3 srgb(vec3 c){return mix(c*12.92,1.055*pow(max(c,vec3(0.)),vec3(1./2.4))-.055,step(.0031308,c));}
void main(){vec4 c=texture2D(t,v);vec3 k=c.a>0.0001?c.rgb/c.a:vec3(0.);k=srgb(neutral(max(k*1.04,0.)));gl_FragColor=vec4(k*c.a,c.a)*w;}`,
  uniforms: { t: { value: null }, w: { value: 1 } },
  blending: THREE.CustomBlending,
  blendSrc: THREE.OneFactor,
  blendDst: THREE.OneFactor,
  blendEquation: THREE.AddEquation,
  depthTest: false,
  depthWrite: false,
});
const outMat = new THREE.ShaderMaterial({
  vertexShader: vert,
  fragmentShader: `varying vec2 v;uniform sampler2D t;uniform sampler2D f;uniform vec2 px;uniform vec3 bg;uniform float clear;
void main(){vec4 c=texture2D(t,v);vec4 s=vec4(0.);for(int i=-2;i<=2;i++)for(int j=-2;j<=2;j++)s+=texture2D(f,v+vec2(float(i),float(j))*px)*.04;c=min(c,vec4(1.));c+=s*(1.-c.a);if(clear>.5){gl_FragColor=c;return;}
float d=length((v-vec2(.46,.56))*vec2(1.,1.1));vec3 b=bg*(1.018-.075*smoothstep(.2,.95,d));b=min(b,1.);
gl_FragColor=vec4(c.rgb+b*(1.-c.a),1.);}`,
  uniforms: {
    t: { value: null },
    f: { value: null },
    px: { value: new THREE.Vector2() },
    bg: { value: new THREE.Vector3() },
    clear: { value: 0 },
  },
  depthTest: false,
  depthWrite: false,
  blending: THREE.NoBlending,
});
// Every surface gets a colour and a bump texture and two sides: few shader programs, compiled once.
const plain = new THREE.DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1);
plain.colorSpace = THREE.SRGBColorSpace;
plain.needsUpdate = true;
function alike(m) {
  if (m.isMeshBasicMaterial || m.isShadowMaterial) return;
  m.map ??= plain;
  if (!m.bumpMap) {
    m.bumpMap = plain;
    m.bumpScale = 0;
  }
  if (m.side === THREE.FrontSide) m.shadowSide = THREE.BackSide;
  m.side = THREE.DoubleSide;
  m.forceSinglePass = true;
}
let size = [0, 0];
let one;
let sum;
let floorOne;
let floorSum;
const FLOOR = 0.4;
function resize(w, h) {
  if (size[0] === w && size[1] === h) return;
  size = [w, h];
  one?.dispose();
  sum?.dispose();
  floorOne?.dispose();
  floorSum?.dispose();
  renderer.setPixelRatio(1);
  renderer.setSize(w, h);
  one = new THREE.WebGLRenderTarget(w, h, { type: THREE.HalfFloatType });
  sum = new THREE.WebGLRenderTarget(w, h, { type: THREE.HalfFloatType, depthBuffer: false });
  // Shadows on the ground are soft: a smaller picture of them is enough.
  const half = [Math.round(w * FLOOR), Math.round(h * FLOOR)];
  floorOne = new THREE.WebGLRenderTarget(...half, { type: THREE.HalfFloatType, depthBuffer: false });
  floorSum = new THREE.WebGLRenderTarget(...half, { type: THREE.HalfFloatType, depthBuffer: false });
}
const halton = (i, b) => {
  let f = 1;
  let r = 0;
  for (; i > 0; i = Math.floor(i / b)) {
    f /= b;
    r += f * (i % b);
  }
  return r;
};

/** Camera that looks from az/el (degrees) and fills `fill` of the frame with the object. */
function frame(obj, { az = 0, el = 15, fill = 0.72, zoom = 1, tx = 0, ty = 0, fov = 22 }, aspect) {
  const c = new THREE.PerspectiveCamera(fov, aspect, 0.1, 200);
  const pts = [];
  obj.updateMatrixWorld(true);
  const v = new THREE.Vector3();
  obj.traverse((m) => {
    if (!m.isMesh || m.userData.free) return;
    const p = m.geometry.attributes.position;
    const n = m.isInstancedMesh ? 1 : 1;
    const step = Math.max(1, Math.floor(p.count / 600)) * n;
    for (let i = 0; i < p.count; i += step) pts.push(v.fromBufferAttribute(p, i).applyMatrix4(m.matrixWorld).clone());
  });
  const box = new THREE.Box3().setFromPoints(pts);
  const mid = box.getCenter(new THREE.Vector3());
  const A = (az * Math.PI) / 180;
  const E = (el * Math.PI) / 180;
  const dir = new THREE.Vector3(Math.sin(A) * Math.cos(E), Math.sin(E), Math.cos(A) * Math.cos(E));
  let dist = box.getSize(v).length() * 3;
  const target = mid.clone();
  for (let k = 0; k < 5; k++) {
    c.position.copy(target).addScaledVector(dir, dist);
    c.lookAt(target);
    c.updateMatrixWorld(true);
    let x0 = 9,
      x1 = -9,
      y0 = 9,
      y1 = -9;
    for (const p of pts) {
      v.copy(p).project(c);
      x0 = Math.min(x0, v.x);
      x1 = Math.max(x1, v.x);
      y0 = Math.min(y0, v.y);
      y1 = Math.max(y1, v.y);
    }
    const half = Math.tan((fov * Math.PI) / 360) * dist;
    const right = new THREE.Vector3().setFromMatrixColumn(c.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(c.matrixWorld, 1);
    target.addScaledVector(right, ((x0 + x1) / 2) * half * aspect).addScaledVector(up, ((y0 + y1) / 2) * half);
    dist *= Math.max((x1 - x0) / 2, (y1 - y0) / 2) / fill;
  }
  dist /= zoom;
  const half = Math.tan((fov * Math.PI) / 360) * dist * zoom;
  const right = new THREE.Vector3().setFromMatrixColumn(c.matrixWorld, 0);
  const up = new THREE.Vector3().setFromMatrixColumn(c.matrixWorld, 1);
  target.addScaledVector(right, tx * half).addScaledVector(up, ty * half);
  c.position.copy(target).addScaledVector(dir, dist);
  c.lookAt(target);
  return { camera: c, box };
}

const VIEWS = [{}, { daz: 38, del: 9 }, { daz: -16, del: -3, zoom: 1.9, tx: 0.02, ty: 0.16 }];

async function drawPicture(p, view = 1, { samples = 16, w = 900, h = 900, transparent = false } = {}) {
  resize(w, h);
  reseed([...p.key].reduce((a, c) => a * 31 + c.charCodeAt(0), 7));
  const obj = await shapes[p.shape](p);
  const base = obj.userData.cam ?? {};
  const extra = view > 1 ? { ...VIEWS[view - 1], ...base.views?.[view - 2] } : {};
  const shot = {
    ...base,
    ...extra,
    az: (extra.az ?? base.az ?? -20) + (extra.az === undefined ? (extra.daz ?? 0) : 0) + (p.turn ?? 0),
    el: (extra.el ?? base.el ?? 14) + (extra.el === undefined ? (extra.del ?? 0) : 0),
  };
  const { camera, box } = frame(obj, shot, w / h);
  const scene = new THREE.Scene();
  scene.environment = env;
  scene.environmentIntensity = 0.38;
  obj.traverse((o) => {
    if (o.isMesh) for (const m of [o.material].flat()) alike(m);
  });
  scene.add(obj);
  const R = box.getSize(new THREE.Vector3()).length() * 0.75;
  const mid = box.getCenter(new THREE.Vector3());
  const catcher = new THREE.Mesh(
    new THREE.PlaneGeometry(R * 30, R * 30),
    new THREE.ShadowMaterial({ opacity: base.wall === undefined ? 0.42 : 0.34, color: "#2a1508" }),
  );
  catcher.receiveShadow = true;
  if (base.wall === undefined) {
    catcher.rotation.x = -Math.PI / 2;
    catcher.position.y = (base.floor ?? box.min.y) - 0.002;
  } else catcher.position.z = base.wall;
  catcher.layers.set(1);
  const light = (color, intensity) => {
    const l = new THREE.DirectionalLight(color, intensity);
    l.castShadow = true;
    l.shadow.mapSize.set(768, 768);
    l.shadow.radius = 3;
    const k = R * 1.35;
    Object.assign(l.shadow.camera, { left: -k, right: k, top: k, bottom: -k, near: 0.1, far: R * 12 });
    l.shadow.bias = -0.001;
    l.shadow.normalBias = 0.006 * R;
    l.target.position.copy(mid);
    l.layers.enable(1);
    scene.add(l, l.target);
    return l;
  };
  const key = light("#fff3e2", 2.1);
  const dome = light("#f4f2ff", 1.15);
  const rim = new THREE.DirectionalLight("#dfe9ff", 0.7);
  rim.position.copy(mid).add(new THREE.Vector3(5, 4, -6));
  rim.target = key.target;
  scene.add(rim);
  // The light turns with the camera, so that every view is lit from the upper left.
  const turn = (v) => v.applyAxisAngle(new THREE.Vector3(0, 1, 0), (shot.az * Math.PI) / 180);
  for (const t of [sum, floorSum]) {
    renderer.setRenderTarget(t);
    renderer.clear();
  }
  const add = (from, to) => {
    addMat.uniforms.t.value = from.texture;
    addMat.uniforms.w.value = 1 / samples;
    quad.material = addMat;
    renderer.setRenderTarget(to);
    renderer.autoClear = false;
    renderer.render(quadScene, quadCam);
    renderer.autoClear = true;
  };
  scene.add(catcher);
  for (let i = 0; i < samples; i++) {
    const a = halton(i + 1, 2);
    const b = halton(i + 1, 3);
    const c = halton(i + 1, 5);
    const d = halton(i + 1, 7);
    camera.setViewOffset(w, h, a - 0.5, b - 0.5, w, h);
    const q = Math.sqrt(c) * 1.5;
    key.position
      .copy(mid)
      .addScaledVector(
        turn(
          new THREE.Vector3(
            -4.2 + q * Math.cos(d * 6.283),
            6.6 + q * 0.5 * Math.sin(d * 6.283),
            5 + q * Math.sin(d * 6.283),
          ).normalize(),
        ),
        R * 5,
      );
    const y = Math.sqrt(1 - 0.93 * b);
    const s = Math.sqrt(1 - y * y);
    const hemi =
      base.wall === undefined
        ? new THREE.Vector3(s * Math.cos(a * 6.283), y, s * Math.sin(a * 6.283))
        : new THREE.Vector3(s * Math.cos(a * 6.283), s * Math.sin(a * 6.283), y);
    dome.position.copy(mid).addScaledVector(turn(hemi), R * 5);
    catcher.visible = false;
    renderer.setRenderTarget(one);
    renderer.clear();
    renderer.render(scene, camera);
    add(one, sum);
    // The ground alone, with the shadow maps just made: objects move to a layer the camera does not see.
    catcher.visible = true;
    renderer.shadowMap.autoUpdate = false;
    camera.layers.set(1);
    renderer.setRenderTarget(floorOne);
    renderer.clear();
    renderer.render(scene, camera);
    camera.layers.set(0);
    renderer.shadowMap.autoUpdate = true;
    add(floorOne, floorSum);
  }
  const col = new THREE.Color().setStyle(p.bg, THREE.LinearSRGBColorSpace);
  outMat.uniforms.t.value = sum.texture;
  outMat.uniforms.f.value = floorSum.texture;
  outMat.uniforms.px.value.set(1 / floorSum.width, 1 / floorSum.height);
  outMat.uniforms.bg.value.set(col.r, col.g, col.b);
  outMat.uniforms.clear.value = transparent ? 1 : 0;
  quad.material = outMat;
  renderer.setRenderTarget(null);
  renderer.clear();
  renderer.render(quadScene, quadCam);
  const blob = await new Promise((done) => {
    renderer.domElement.toBlob(done, "image/png");
  });
  scene.traverse((o) => {
    if (!o.isMesh) return;
    o.geometry.dispose();
    // Only textures go: compiled programs stay for the next picture.
    for (const m of [o.material].flat())
      for (const k of ["map", "bumpMap", "emissiveMap"]) if (m[k] !== plain) m[k]?.dispose();
  });
  key.shadow.dispose();
  dome.shadow.dispose();
  return new Promise((done) => {
    const r = new FileReader();
    r.onload = () => done(String(r.result).split(",")[1]);
    r.readAsDataURL(blob);
  });
}

await Promise.all([500, 600, 700, 800].map((w) => document.fonts.load(`${w} 40px Jakarta`)));
window.shapeNames = Object.keys(shapes);
window.drawPicture = drawPicture;
window.ready = true;
