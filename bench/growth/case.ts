// What a measured case is, and the functions that all cases are written with.
import { randomUUID } from "node:crypto";
import type { Facts, Role } from "./facts.ts";

export type Call = { method?: "GET" | "POST" | "PUT"; url: string; body?: unknown; key?: boolean };
type Answer = { status: number; body: unknown };
/** Makes a call as the case's role and returns its JSON. */
export type Ask = (call: Call) => Promise<Answer>;

export type Case = {
  name: string;
  group: string;
  /** The most milliseconds that the median of a call may take at the largest size. */
  wanted: number;
  as?: Role;
  /** The calls that are measured in turn. `ask` makes calls that prepare them. */
  calls: (facts: Facts, ask: Ask) => Call[] | Promise<Call[]>;
  /** Calls before each measured one, which do not count; they may change it. */
  before?: (call: Call, facts: Facts, ask: Ask) => Promise<Call>;
  /**
   * Counts the entries of a response whose length differs between the sizes. The figures are then milliseconds for a
   * thousand entries.
   */
  perThousand?: ((body: unknown) => number) | undefined;
  /** Fewer rounds for what takes long. */
  rounds?: number;
};

/** One call for each address. */
export const get = (urls: readonly string[]): Call[] => urls.map((url) => ({ url }));
/** The address of a listing of 24 products. */
export const products = (query: string) => `/v1/products?limit=24${query}`;
export const encoded = encodeURIComponent;

type GivenCase = Omit<Case, "group" | "wanted"> & { wanted?: number };

/** The cases of `list`, each with the fields of `common` that it does not give itself. */
export function inGroup(common: Omit<Case, "name" | "calls">, list: readonly GivenCase[]): Case[] {
  return list.map((one) => ({ ...common, ...one }));
}

/** A name for the headers of a call that must not be repeated. */
export function idempotencyKey(): string {
  return randomUUID();
}
