import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vatOf, vatRates } from "#payments/tax/rules.ts";
import { formatSen, retailAmounts, taxInvoiceAmounts, transactionCode } from "./rules.ts";
import { retailXml, taxInvoiceXml, type TaxedOrder } from "./write-tax-invoices.ts";

const rate = fc.constantFrom<number>(vatRates.ordinary, vatRates.luxury);
const line = fc.record({
  price: fc.integer({ min: 100, max: 1_000_000_000 }),
  quantity: fc.integer({ min: 1, max: 999 }),
  /** Of the line's price, per million. */
  share: fc.integer({ min: 0, max: 1_000_000 }),
});
const keptOf = ({ price, quantity, share }: { price: number; quantity: number; share: number }) =>
  Math.max(1, Number((BigInt(price * quantity) * BigInt(share)) / 1_000_000n));

describe("the amounts of a line, for any price, quantity and refund", () => {
  test("unit price times quantity minus discount is the tax base, and the PPN is 12 % of the other base", () => {
    fc.assert(
      fc.property(line, rate, (one, vatPerMille) => {
        const kept = keptOf(one);
        const { unitPrice, discount, base, otherBase, vat } = taxInvoiceAmounts({ ...one, kept, vatPerMille });
        expect(unitPrice * BigInt(one.quantity) - discount).toBe(base);
        expect(discount >= 0n).toBe(true);
        const exact = vatPerMille === vatRates.ordinary ? Number(base) * (11 / 12) : Number(base);
        expect(Math.abs(Number(otherBase) - exact)).toBeLessThan(1);
        expect(Math.abs(Number(vat) - Number(otherBase) * 0.12)).toBeLessThan(1);
        // Together what the buyer was asked, to the sen and its rounding.
        expect(Math.abs(Number(base + vat) - kept * 100)).toBeLessThanOrEqual(1);
        // Less than one rupiah from our invoice.
        const ours = vatOf(kept, vatPerMille);
        expect(Math.abs(Number(vat) - ours * 100)).toBeLessThan(100);
        expect(Math.abs(Number(base) - (kept - ours) * 100)).toBeLessThan(100);
      }),
      { numRuns: 1000 },
    );
  });

  test("the retail file has exactly the rupiah of our invoice", () => {
    fc.assert(
      fc.property(line, rate, (one, vatPerMille) => {
        const kept = keptOf(one);
        const { base, otherBase, vat } = retailAmounts(kept, vatPerMille);
        expect([vat, base + vat]).toEqual([vatOf(kept, vatPerMille), kept]);
        expect(Math.abs(otherBase * 0.12 - vat)).toBeLessThan(1);
      }),
      { numRuns: 500 },
    );
  });
});

const order: TaxedOrder = {
  invoice: "INV/20261021/7KQ2M9XA0B",
  vatPerMille: vatRates.ordinary,
  day: "2026-10-21",
  buyer: { name: "Sari Dewi", address: "Kota Bandung, Jawa Barat" },
  lines: [{ name: "Kain batik", variantName: "Merah", price: 111_000, quantity: 2, kept: 200_000 }],
};

test("a tax invoice of a consumer, as Coretax's template has it", () => {
  expect(taxInvoiceXml("0123456789012345", [order])).toBe(`<?xml version="1.0" encoding="utf-8"?>
<TaxInvoiceBulk xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="TaxInvoice.xsd">
  <TIN>0123456789012345</TIN>
  <ListOfTaxInvoice>
    <TaxInvoice>
      <TaxInvoiceDate>2026-10-21</TaxInvoiceDate>
      <TaxInvoiceOpt>Normal</TaxInvoiceOpt>
      <TrxCode>04</TrxCode>
      <AddInfo/>
      <CustomDoc/>
      <CustomDocMonthYear/>
      <RefDesc>INV/20261021/7KQ2M9XA0B</RefDesc>
      <FacilityStamp/>
      <SellerIDTKU>0123456789012345000000</SellerIDTKU>
      <BuyerTin>0000000000000000</BuyerTin>
      <BuyerDocument>National ID</BuyerDocument>
      <BuyerCountry>IDN</BuyerCountry>
      <BuyerDocumentNumber>0000000000000000</BuyerDocumentNumber>
      <BuyerName>Sari Dewi</BuyerName>
      <BuyerAdress>Kota Bandung, Jawa Barat</BuyerAdress>
      <BuyerEmail/>
      <BuyerIDTKU>000000</BuyerIDTKU>
      <ListOfGoodService>
        <GoodService>
          <Opt>A</Opt>
          <Code>000000</Code>
          <Name>Kain batik, Merah</Name>
          <Unit>UM.0021</Unit>
          <Price>100000.00</Price>
          <Qty>2</Qty>
          <TotalDiscount>19819.82</TotalDiscount>
          <TaxBase>180180.18</TaxBase>
          <OtherTaxBase>165165.17</OtherTaxBase>
          <VATRate>12</VATRate>
          <VAT>19819.82</VAT>
          <STLGRate>0</STLGRate>
          <STLG>0</STLG>
        </GoodService>
      </ListOfGoodService>
    </TaxInvoice>
  </ListOfTaxInvoice>
</TaxInvoiceBulk>
`);
});

test("a row of the retail file has no buyer", () => {
  const file = retailXml("0123456789012345", "2026-10", [order]);
  expect(file).toContain(`<TIN>0123456789012345</TIN>
  <TaxPeriodMonth>10</TaxPeriodMonth>
  <TaxPeriodYear>2026</TaxPeriodYear>
  <ListOfRetailInvoice>
    <RetailInvoice>
      <TrxCode>Normal</TrxCode>
      <BuyerName>-</BuyerName>
      <BuyerIdOpt>NIK</BuyerIdOpt>
      <BuyerIdNumber>0000000000000000</BuyerIdNumber>
      <GoodServiceOpt>A</GoodServiceOpt>
      <SerialNo>INV/20261021/7KQ2M9XA0B</SerialNo>
      <TransactionDate>2026-10-21</TransactionDate>
      <TaxBaseSellingPrice>180180</TaxBaseSellingPrice>
      <OtherTaxBaseSellingPrice>165165</OtherTaxBaseSellingPrice>
      <VAT>19820</VAT>
      <STLG>0</STLG>
      <Info/>
    </RetailInvoice>`);
  expect(file).not.toContain("Sari");
  expect(retailXml("0123456789012345", "2026-01", [])).toContain("<TaxPeriodMonth>1</TaxPeriodMonth>");
});

test("hostile names of products and buyers stay texts", () => {
  const hostile = '</Name><VAT>0</VAT><Name>"&\u0000\ud800]]><!--';
  const line = { name: hostile, variantName: hostile, price: 111_000, quantity: 1, kept: 111_000 };
  const file = taxInvoiceXml("0123456789012345", [
    { ...order, buyer: { name: hostile, address: hostile }, lines: [line] },
  ]);
  expect(file.match(/<VAT>/g)).toHaveLength(1);
  expect(file.match(/<Name>/g)).toHaveLength(1);
  expect(file).toContain(
    "<BuyerName>&lt;/Name&gt;&lt;VAT&gt;0&lt;/VAT&gt;&lt;Name&gt;&quot;&amp;]]&gt;&lt;!--</BuyerName>",
  );
  expect(file.isWellFormed()).toBe(true);
  expect(file).not.toContain("\u0000");
});

test("amounts in sen have two decimals, luxury goods another code, and an unknown rate is a bug", () => {
  expect([0n, 5n, 105n, 12_345_678n].map(formatSen)).toEqual(["0.00", "0.05", "1.05", "123456.78"]);
  expect([vatRates.ordinary, vatRates.luxury].map(transactionCode)).toEqual(["04", "01"]);
  expect(() => transactionCode(100)).toThrow("no code");
});
