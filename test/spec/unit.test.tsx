// The rules in docs/requirements.md: a test for each number whose last column says `unit`.
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { isSeller, typeLabel } from "../../src/accounts/rules.ts";
import { safeReturnPath } from "../../src/accounts/login/rules.ts";
import { categoryHref, hrefs } from "../../src/hrefs.ts";
import {
  notificationStatuses,
  maxNotificationTextLength,
  notificationTypes,
  notificationUserTypes,
} from "../../src/notifications/rules.ts";
import { unwrapList } from "../../src/lib/browser/list-cache.ts";
import { suggestionDelay } from "../../src/search/rules.ts";
import { SessionProvider, useSession, type SessionUser } from "../../src/accounts/ui/session/session-provider.tsx";
import { checkboxValue } from "../../src/ui/checkbox-value.ts";
import { currencyPrefix, formatCurrency, parseCurrency } from "../../src/ui/currency.ts";
import { clampQuantity, minQuantity } from "../../src/ui/quantity.ts";
import { ratingSteps } from "../../src/ui/rating.ts";
import { capitalise, headerNameLength, truncate } from "../../src/ui/truncate.ts";

test("S003 the user type penjual means seller", () => {
  expect(isSeller("penjual")).toBe(true);
  expect(typeLabel("penjual")).toBe("Penjual");
});

test("S004 any other user type is a buyer, empty and unknown ones too", () => {
  for (const type of ["pembeli", "", "Penjual", "PENJUAL", "seller", "penjual ", "entah", null, undefined]) {
    expect(isSeller(type), String(type)).toBe(false);
    expect(typeLabel(type), String(type)).toBe("Pembeli");
  }
});

test("S044 a custom category leads to its own url", () => {
  expect(categoryHref({ slug: "promo", isCustom: "1", url: "/product?discount=1" })).toBe("/product?discount=1");
});

test("S045 any other category leads to its listing", () => {
  expect(categoryHref({ slug: "batik-kain", isCustom: "0", url: null })).toBe("/product?category=batik-kain");
  expect(categoryHref({ slug: "batik-kain" })).toBe("/product?category=batik-kain");
  // Only the string '1' marks a custom category.
  expect(categoryHref({ slug: "kopi", isCustom: "true", url: "/lain" })).toBe("/product?category=kopi");
});

test("S046 a sub-category leads to its listing", () => {
  expect(hrefs.category("tenun-ikat")).toBe("/product?category=tenun-ikat");
});

test("S058 S161 the header shows the first 14 characters of a name", () => {
  expect(headerNameLength).toBe(14);
  expect(truncate("Siti Rahmawati", headerNameLength)).toBe("Siti Rahmawati");
  expect(truncate("Siti Rahmawatis", headerNameLength)).toBe("Siti Rahmawati…");
  // An emoji of a family is one character.
  const family = "👨‍👩‍👧";
  expect(truncate(family.repeat(14), headerNameLength)).toBe(family.repeat(14));
  expect(truncate(family.repeat(15), headerNameLength)).toBe(`${family.repeat(14)}…`);
});

test("S059 the user type is shown with a capital letter", () => {
  expect(capitalise("penjual")).toBe("Penjual");
  expect(capitalise("pembeli")).toBe("Pembeli");
});

test("S081 notifications are about an order, the user or a complaint", () => {
  expect([...notificationTypes].sort()).toEqual(["complaint", "order", "user"]);
});

test("S082 notifications address a buyer or a seller", () => {
  expect([...notificationUserTypes].sort()).toEqual(["buyer", "seller"]);
});

test("S083 notifications are unread or read", () => {
  expect([...notificationStatuses].sort()).toEqual(["read", "unread"]);
});

test("S089 a checkbox is stored as 1 or 0", () => {
  const form = new FormData();
  expect(checkboxValue(form, "is_main")).toBe(0);
  form.append("is_main", "0");
  expect(checkboxValue(form, "is_main")).toBe(0);
  form.append("is_main", "1");
  expect(checkboxValue(form, "is_main")).toBe(1);
});

test("S101 the prefix of currency inputs is `Rp. `", () => {
  expect(currencyPrefix).toBe("Rp. ");
  expect(parseCurrency(`${currencyPrefix}1.250.000`)).toBe(1_250_000);
});

test("S102 currency inputs separate thousands", () => {
  expect(formatCurrency(1_250_000)).toBe("1.250.000");
  expect(formatCurrency(999)).toBe("999");
  expect(formatCurrency(1000)).toBe("1.000");
});

test("S103 currency inputs hold no negative value", () => {
  for (const typed of ["-5000", "Rp. -5.000", "−5000", "5000-"]) expect(parseCurrency(typed), typed).toBe(5000);
  expect(formatCurrency(-5000)).toBe("0");
});

test("S104 a quantity is at least 1", () => {
  expect(minQuantity).toBe(1);
  for (const typed of [0, -1, "", "0", "-1", " ", "abc", null, undefined, Number.NaN, 0.4]) {
    expect(clampQuantity(typed, 10), String(typed)).toBe(1);
  }
  expect(clampQuantity("0", 0)).toBe(1);
});

test("S105 S106 S162 ratings go from 0 to 5 in whole steps", () => {
  expect(ratingSteps).toEqual([0, 1, 2, 3, 4, 5]);
});

const user: SessionUser = {
  id: "2f0d3a52-3e0e-4f0f-8a35-3c4a0c1a0f11",
  name: "Siti Rahmawati",
  email: "siti@kawung.test",
  image: null,
  type: "pembeli",
  total_notification: 0,
  total_cart: 0,
};

function Shown() {
  const session = useSession();
  return <p>{session.state === "in" ? `in: ${session.user.name}` : session.state}</p>;
}

test("S111 a session is loading, then a user or nobody", () => {
  const stateWith = (initial: SessionUser | null | undefined) =>
    renderToString(
      <SessionProvider initial={initial}>
        <Shown />
      </SessionProvider>,
    );
  expect(stateWith(undefined)).toBe("<p>loading</p>");
  expect(stateWith(user)).toBe("<p>in: Siti Rahmawati</p>");
  expect(stateWith(null)).toBe("<p>out</p>");
});

test("S117 `from` leads only to a path of this site", () => {
  for (const own of ["/cart", "/profile?page=notification", "/product?name=kopi&type=product#hasil", "/"]) {
    expect(safeReturnPath(own)).toBe(own);
  }
  const foreign = [
    "https://jahat.example/",
    "//jahat.example",
    "/\\jahat.example",
    "\\\\jahat.example",
    "/%2f%2fjahat.example",
    "/\t/jahat.example",
    "/..//jahat.example",
    "javascript:alert(1)",
    "http:jahat.example",
    "cart",
    "",
    null,
    undefined,
  ];
  for (const from of foreign) expect(safeReturnPath(from), String(from)).toBe("/");
});

test("S149 the list cache hands out what is in result", () => {
  expect(unwrapList({ success: true, result: [{ name: "kopi" }] })).toEqual([{ name: "kopi" }]);
});

test("S159 suggestions wait 500 ms", () => {
  expect(suggestionDelay).toBe(500);
});

test("S160 the text of a notification is shown up to 80 characters", () => {
  expect(maxNotificationTextLength).toBe(80);
  expect(truncate("a".repeat(80), maxNotificationTextLength)).toBe("a".repeat(80));
  expect(truncate("a".repeat(81), maxNotificationTextLength)).toBe(`${"a".repeat(80)}…`);
});
