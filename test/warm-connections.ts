import type pg from "pg";

type Idle = { client: pg.PoolClient };

/**
 * Makes a pool take the oldest of its free connections, where it otherwise takes the one that was returned last. Each
 * connection reads the catalogue and plans each statement itself, so a burst of statements would leave the next test of
 * a file with a connection that has done neither. A burst still has as many connections as before.
 */
export function takeOldestFirst(pool: pg.Pool): void {
  const { _idle: idle, _clients: clients } = pool as unknown as { _idle?: Idle[]; _clients?: pg.PoolClient[] };
  if (!Array.isArray(idle) || !Array.isArray(clients)) throw new Error("the pool has no list of free connections");
  const ages = new WeakMap<pg.PoolClient, number>();
  let opened = 0;
  pool.on("connect", (client) => void ages.set(client, (opened += 1)));
  idle.pop = () => {
    const ageOf = (at: number) => ages.get(idle[at]?.client as pg.PoolClient) ?? 0;
    let oldest = 0;
    for (let at = 1; at < idle.length; at += 1) if (ageOf(at) < ageOf(oldest)) oldest = at;
    return idle.splice(oldest, 1)[0];
  };
}
