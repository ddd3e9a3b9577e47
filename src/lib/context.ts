import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database.ts";
import type { AtLogin, Authenticate } from "./http/endpoint.ts";
import type { Logger } from "./log.ts";
import type { PageCache } from "./http/page-cache.ts";
import type { ProcessState } from "./process-state.ts";
import type { Realtime } from "./realtime/realtime.ts";

/** What operations, routes and jobs get: the parts of a running process. Made once, in server.ts or a test. */
export type Context = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Logger;
  pages: PageCache;
  /** Messages between processes; connected in server.ts. */
  realtime: Realtime;
  /** What this process tells load balancers; changed in server.ts. */
  state: ProcessState;
  authenticate: Authenticate;
  atLogin: AtLogin;
  /** Secret of this installation, for signatures that must survive a restart. */
  secret: Buffer;
};
