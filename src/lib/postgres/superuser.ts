import pg from "pg";
import type { Secrets } from "./cluster.ts";

/** A connection of the superuser, not yet opened, to a database of the server. The caller ends it. */
export function superuser(secrets: Secrets, database: string): pg.Client {
  const client = new pg.Client({
    host: "127.0.0.1",
    port: secrets.port,
    user: "postgres",
    password: secrets.superuserPassword,
    database,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
  });
  // Without a listener, an error between two queries would end the process. The next query reports it.
  client.on("error", () => {});
  return client;
}
