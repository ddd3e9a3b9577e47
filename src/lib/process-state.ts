/** What this process says about itself to a load balancer. */
export type ProcessState = {
  /** It was asked to stop, finishes what is running, and should get no new requests. */
  isDraining: boolean;
  /** Whether this process runs background jobs; `stopped` when they ended although they should run. */
  jobs: "none" | "running" | "stopped";
};

/** The state of a process that has just started and runs no jobs yet. */
export function createProcessState(): ProcessState {
  return { isDraining: false, jobs: "none" };
}
