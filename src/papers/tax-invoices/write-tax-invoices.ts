/**
 * Design note. Two files of Coretax for the same orders; a seller reports each order in one of them. The retail file
 * (faktur pajak digunggung) is for consumers whose identity the seller does not know, which is what a marketplace has;
 * the other one has a tax invoice for each order and needs the buyer's NIK or NPWP. Element names and their order are
 * those of the public templates, with their spelling (`BuyerAdress`). README.md says what is verified.
 */
import { writeXml, type XmlElement } from "#lib/xml.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { coretaxRate, formatSen, retailAmounts, taxInvoiceAmounts, transactionCode } from "./rules.ts";

export type TaxedLine = {
  name: string;
  variantName: string;
  price: Rupiah;
  quantity: number;
  /** What the seller asks for the line after own discounts and refunds; more than 0. */
  kept: Rupiah;
};

/** The lines of an order that have the same rate. */
export type TaxedOrder = {
  invoice: string;
  vatPerMille: number;
  /** The Jakarta day of the payment. */
  day: string;
  buyer: { name: string; address: string };
  lines: readonly TaxedLine[];
};

/** The number of who has none. */
const noNumber = "0".repeat(16);
/** The place of business: the head office. */
const headOffice = "000000";

/** One `TaxInvoiceBulk`. `taxNumber` is the seller's NPWP or NIK. */
export function taxInvoiceXml(taxNumber: string, orders: readonly TaxedOrder[]): string {
  return writeXml(
    [
      "TaxInvoiceBulk",
      [
        ["TIN", taxNumber],
        ["ListOfTaxInvoice", orders.map((order) => taxInvoice(taxNumber, order))],
      ],
    ],
    { "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance", "xsi:noNamespaceSchemaLocation": "TaxInvoice.xsd" },
  );
}

function taxInvoice(taxNumber: string, order: TaxedOrder): XmlElement {
  return [
    "TaxInvoice",
    [
      ["TaxInvoiceDate", order.day],
      ["TaxInvoiceOpt", "Normal"],
      ["TrxCode", transactionCode(order.vatPerMille)],
      ["AddInfo", ""],
      ["CustomDoc", ""],
      ["CustomDocMonthYear", ""],
      ["RefDesc", order.invoice],
      ["FacilityStamp", ""],
      ["SellerIDTKU", `${taxNumber}${headOffice}`],
      ["BuyerTin", noNumber],
      ["BuyerDocument", "National ID"],
      ["BuyerCountry", "IDN"],
      ["BuyerDocumentNumber", noNumber],
      ["BuyerName", order.buyer.name],
      ["BuyerAdress", order.buyer.address],
      ["BuyerEmail", ""],
      ["BuyerIDTKU", headOffice],
      ["ListOfGoodService", order.lines.map((line) => goodService(line, order.vatPerMille))],
    ],
  ];
}

function goodService(line: TaxedLine, vatPerMille: number): XmlElement {
  const { unitPrice, discount, base, otherBase, vat } = taxInvoiceAmounts({ ...line, vatPerMille });
  return [
    "GoodService",
    [
      ["Opt", "A"],
      ["Code", "000000"],
      ["Name", line.variantName === "" ? line.name : `${line.name}, ${line.variantName}`],
      // Pieces.
      ["Unit", "UM.0021"],
      ["Price", formatSen(unitPrice)],
      ["Qty", String(line.quantity)],
      ["TotalDiscount", formatSen(discount)],
      ["TaxBase", formatSen(base)],
      ["OtherTaxBase", formatSen(otherBase)],
      ["VATRate", String(coretaxRate)],
      ["VAT", formatSen(vat)],
      ["STLGRate", "0"],
      ["STLG", "0"],
    ],
  ];
}

/** One `RetailInvoiceBulk`, without buyers. `month` is `2026-11`. */
export function retailXml(taxNumber: string, month: string, orders: readonly TaxedOrder[]): string {
  const [year = "", number = ""] = month.split("-");
  return writeXml(
    [
      "RetailInvoiceBulk",
      [
        ["TIN", taxNumber],
        ["TaxPeriodMonth", String(Number(number))],
        ["TaxPeriodYear", year],
        ["ListOfRetailInvoice", orders.map(retailInvoice)],
      ],
    ],
    { "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance", "xsi:noNamespaceSchemaLocation": "schema.xsd" },
  );
}

function retailInvoice(order: TaxedOrder): XmlElement {
  const amounts = order.lines.map(({ kept }) => retailAmounts(kept, order.vatPerMille));
  const sum = (name: "base" | "otherBase" | "vat") => String(amounts.reduce((all, one) => all + one[name], 0));
  return [
    "RetailInvoice",
    [
      ["TrxCode", "Normal"],
      ["BuyerName", "-"],
      ["BuyerIdOpt", "NIK"],
      ["BuyerIdNumber", noNumber],
      ["GoodServiceOpt", "A"],
      ["SerialNo", order.invoice],
      ["TransactionDate", order.day],
      ["TaxBaseSellingPrice", sum("base")],
      ["OtherTaxBaseSellingPrice", sum("otherBase")],
      ["VAT", sum("vat")],
      ["STLG", "0"],
      ["Info", ""],
    ],
  ];
}
