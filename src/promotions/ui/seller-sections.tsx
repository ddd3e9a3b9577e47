import { data, redirect } from "react-router";
import type { CatalogApi } from "#catalog/contract.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import type { VoucherApi } from "../vouchers/contract.ts";
import { areShopVouchersOpen } from "../vouchers/rules.ts";
import { previewed, readVoucher } from "./voucher-form-values.ts";
import { VoucherForm, type VoucherToCreate } from "./voucher-form.tsx";
import { VoucherList, type ListedVouchers } from "./voucher-list.tsx";
import { listedPage, stopIntent } from "./voucher-requests.ts";

/** `/manageMerchant?page=vouchers`: the shop's vouchers. */
export const sellerVouchersSection: Section<ListedVouchers> = {
  title: "Voucher",
  load: async (args) => {
    const { query, ...asked } = listedPage(args.request);
    const { result } = await pageApi<VoucherApi>(args)("GET /v1/seller/vouchers", { query });
    if (asked.page > 1 && result.rows.length === 0) throw redirect(sellerHrefs.sellerVouchers(asked.view));
    return { ...result, ...asked };
  },
  act: async (args, form) => {
    try {
      await pageApi<VoucherApi>(args)("POST /v1/seller/vouchers/:voucherId/stop", {
        params: { voucherId: stopIntent(form) },
      });
    } catch (error) {
      return formFailure(error, form);
    }
    return redirect(`${sellerHrefs.sellerVouchers()}&stopped=1`);
  },
  View: VoucherList,
};

/** `/manageMerchant?page=voucher`: the form of a new voucher. */
export const sellerVoucherSection: Section<VoucherToCreate> = {
  title: "Buat voucher",
  load: async (args) => {
    if (!areShopVouchersOpen())
      throw data({ message: "Voucher toko yang baru sedang tidak diterima." }, { status: 404 });
    const api = pageApi<CatalogApi & VoucherApi>(args);
    const [{ result: categories }, { result }] = await Promise.all([
      api("GET /v1/categories"),
      api("GET /v1/seller/vouchers"),
    ]);
    return { categories, today: result.today };
  },
  act: async (args, form) => {
    const api = pageApi<VoucherApi>(args);
    const body = readVoucher(form);
    try {
      if (form.get("intent") === "preview")
        return previewed(form, (await api("POST /v1/seller/vouchers/preview", { body })).result.text);
      const { data } = await api("POST /v1/seller/vouchers", { body });
      return redirect(`${sellerHrefs.sellerVouchers()}&created=${data.voucher_code}`);
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: SellerVoucherForm,
};

function SellerVoucherForm(shown: { data: VoucherToCreate; failure: FormFailure | undefined }) {
  return <VoucherForm {...shown} back={sellerHrefs.sellerVouchers()} />;
}
