import { expect, test } from "vitest";
import { loginReason } from "./login-reason.ts";

test("the login page says why a login is needed, from the address to return to", () => {
  expect(loginReason("/cart")).toBe("Keranjang Anda terbuka setelah Anda masuk.");
  expect(loginReason("/checkout?variant_id=x&quantity=1")).toContain("langsung ke pembelian");
  expect(loginReason("/checkout")).toContain("pembayaran");
  expect(loginReason("/profile?page=transactions")).toContain("halaman yang tadi dibuka");
  for (const from of ["/", "/product/kopi-gayo", "/guide"]) expect(loginReason(from)).toBeNull();
});
