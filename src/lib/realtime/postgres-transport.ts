import pg from "pg";
import { sql, type Queryable } from "../database.ts";
import { connectionName } from "../connection-name.ts";
import type { OpenTransport } from "./realtime.ts";

const channel = "kawung";

/**
 * Transport over PostgreSQL: one connection of this process listens, the pool sends. A lost connection is opened again
 * after 0.1 s at first and 5 s at most.
 */
export function postgresTransport(url: string, db: Queryable): OpenTransport {
  return ({ receive, connected, log }) => {
    let closed = false;
    let client: pg.Client | undefined;
    let timer: NodeJS.Timeout | undefined;
    let pause = 100;

    async function connect(): Promise<void> {
      const one = new pg.Client({
        connectionString: url,
        application_name: connectionName("kawung-listen"),
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
      });
      client = one;
      let over = false;
      const again = () => {
        if (over) return;
        over = true;
        one.end().catch(() => {});
        if (closed) return;
        timer = setTimeout(() => void connect(), pause);
        pause = Math.min(pause * 2, 5_000);
      };
      one.on("error", (error) => {
        log.warn({ err: error.message }, "the connection between processes failed");
        again();
      });
      one.on("end", again);
      one.on("notification", ({ payload }) => receive(payload ?? ""));
      try {
        await one.connect();
        await one.query(`listen ${channel}`);
        pause = 100;
        connected();
      } catch (error) {
        log.warn({ err: (error as Error).message }, "the connection between processes failed");
        again();
      }
    }
    void connect();

    return {
      send: async (text) => void (await db.run(sql`select pg_notify(${channel}, ${text})`)),
      async close() {
        closed = true;
        clearTimeout(timer);
        await client?.end().catch(() => {});
      },
    };
  };
}
