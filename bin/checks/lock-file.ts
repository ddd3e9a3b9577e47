// npm omits optional packages of other platforms from the lock file when it cannot reach them, and then refuses to
// install from it ("npm ci": missing from lock file). This finds them, and scripts/complete-lock.ts adds them.

type Entry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  license?: string;
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
export type LockFile = { packages: Record<string, Entry> };

/** The entries that the lock file lacks: path in node_modules, and the fields that can be derived. */
export function missingFromLock(lock: LockFile): Map<string, Entry> {
  const missing = new Map<string, Entry>();
  for (const [parentPath, parent] of Object.entries(lock.packages)) {
    const wanted = Object.entries(parent.optionalDependencies ?? {});
    const present = wanted.map(([name]) => lock.packages[`node_modules/${name}`]);
    for (const [name, version] of wanted) {
      if (isInLock(lock, parentPath, name) || !/^\d/.test(version)) continue;
      const sibling = present.find((entry) => entry !== undefined);
      missing.set(`node_modules/${name}`, {
        version,
        ...platformOf(name),
        ...(sibling?.license && { license: sibling.license }),
        ...(parent.dev && { dev: true }),
        optional: true,
        ...(sibling?.engines && { engines: sibling.engines }),
      });
    }
  }
  return missing;
}

function isInLock(lock: LockFile, parentPath: string, name: string): boolean {
  for (
    let folder = parentPath;
    folder !== "";
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    if (lock.packages[`${folder}/node_modules/${name}`]) return true;
  }
  return lock.packages[`node_modules/${name}`] !== undefined;
}

/** Reads the platform from a name such as "…-linux-x64-musl". */
function platformOf(name: string): Pick<Entry, "os" | "cpu" | "libc"> {
  const words = name.split(/[/-]/);
  const pick = (known: readonly string[]) => known.filter((one) => words.includes(one)).slice(0, 1);
  const os = pick(["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]);
  const cpu = pick(["arm64", "x64", "ia32", "arm", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"]);
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : os[0] === "linux" && words.includes("gnu")
      ? ["glibc"]
      : [];
  return { ...(cpu[0] && { cpu }), ...(libc[0] && { libc }), ...(os[0] && { os }) };
}
