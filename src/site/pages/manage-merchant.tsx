import type { ReactNode } from "react";
import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { AccountApi } from "#accounts/contract.ts";
import { sellerMeasuresSection } from "#accounts/measures/ui/seller-section.tsx";
import { isSeller } from "#accounts/rules.ts";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { sellerComplaintSection, sellerComplaintsSection } from "#complaints/ui/seller-sections.tsx";
import { hrefs } from "#hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { ApiError, callContext, formFailure, pageApi, typedApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle, SectionArgs } from "#lib/page.ts";
import type { CodeOf, sessionRefusals } from "#lib/refusal.ts";
import type { SellerOrderApi } from "#orders/contract.ts";
import { sellerOverviewSection, type SellerSummary } from "#orders/ui/seller/statistics-sections.tsx";
import { sellerTransactionSection } from "#orders/ui/seller/order-section.tsx";
import { sellerOrdersSection } from "#orders/ui/seller/orders-section.tsx";
import { sellerBalanceSection } from "#payments/payouts/ui/balance-section.tsx";
import { sellerBankAccountsSection } from "#payments/payouts/ui/bank-accounts-section.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { WorkArea, type WorkLink } from "#ui/work-area.tsx";
import { openShopSection } from "#shops/ui/open-shop-section.tsx";
import { sellerProductSection } from "#catalog/ui/editor/product-section.tsx";
import { sellerProductsSection } from "#catalog/ui/editor/products-section.tsx";
import { sellerVoucherSection, sellerVouchersSection } from "#promotions/ui/seller-sections.tsx";
import { sellerQuestionsSection } from "#reviews/questions/ui/question-sections.tsx";
import { sellerReviewsSection } from "#reviews/ui/seller-section.tsx";
import { sellerTaxSection } from "#shops/ui/tax-section.tsx";
import { sellerVerificationSection } from "#shops/verification/ui/verification-section.tsx";
import { sellerSettingsSection } from "#shops/ui/settings-section.tsx";

// The type of a section's data is private to the section; the page only passes it from `load` to `View`.
type AnySection = {
  title: string;
  load: (args: SectionArgs) => Promise<unknown>;
  act?: (args: SectionArgs, form: FormData) => Promise<unknown>;
  View: (props: { data: never; failure: FormFailure | undefined }) => ReactNode;
};

const sections = {
  overview: sellerOverviewSection,
  orders: sellerOrdersSection,
  showTransaction: sellerTransactionSection,
  complaints: sellerComplaintsSection,
  complaint: sellerComplaintSection,
  products: sellerProductsSection,
  product: sellerProductSection,
  vouchers: sellerVouchersSection,
  voucher: sellerVoucherSection,
  reviews: sellerReviewsSection,
  questions: sellerQuestionsSection,
  balance: sellerBalanceSection,
  bankAccounts: sellerBankAccountsSection,
  tax: sellerTaxSection,
  verification: sellerVerificationSection,
  measures: sellerMeasuresSection,
  settings: sellerSettingsSection,
  openShop: openShopSection,
} satisfies Record<string, AnySection>;
type SectionName = keyof typeof sections;

function selectedSection(request: Request): SectionName {
  const asked = new URL(request.url).searchParams.get("page") ?? "overview";
  return Object.hasOwn(sections, asked) && asked !== "openShop" ? (asked as SectionName) : "overview";
}

/** The shop of the current seller; null before they open it. Other users get 403, and visitors 401 (the login). */
async function ownShop(args: SectionArgs): Promise<SellerSummary | null> {
  const { result: user } = await pageApi<AccountApi>(args)("GET /v1/users");
  if (!isSeller(user.type)) {
    const opens = user.type === "pembeli" ? { opensShop: true } : {};
    throw data({ message: "Halaman ini untuk penjual.", ...opens }, { status: 403 });
  }
  try {
    return (await typedApi<SellerOrderApi>(args.context.get(callContext))("GET /v1/seller/summary")).result;
  } catch (error) {
    if (error instanceof ApiError && error.code === ("session.forbidden" satisfies CodeOf<typeof sessionRefusals>))
      return null;
    throw error;
  }
}

type Loaded = {
  name: SectionName;
  data: unknown;
  shop: { name: string; slug: string } | null;
  waiting: number;
  complaints: number;
  isNew: boolean;
  isSuspended: boolean;
};

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const summary = await ownShop(args);
  const name = summary ? selectedSection(args.request) : "openShop";
  return {
    name,
    data: await sections[name].load(args),
    shop: summary ? { name: summary.shop.name, slug: summary.shop.slug } : null,
    isNew: summary !== null && new URL(args.request.url).searchParams.get("notice") === "opened",
    isSuspended: summary?.shop.is_suspended ?? false,
    complaints: summary?.disputed ?? 0,
    waiting: summary ? summary.to_confirm + summary.to_ship + summary.cancel_requests : 0,
  };
}

export async function action(args: ActionFunctionArgs): Promise<unknown> {
  let summary: SellerSummary | null;
  try {
    summary = await ownShop(args);
  } catch (error) {
    // Without a network the page stays with what was typed. The section has sent nothing yet.
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    return formFailure(new ApiError(0, { ...error.body, message: unsent }), await args.request.formData());
  }
  const section: AnySection = sections[summary ? selectedSection(args.request) : "openShop"];
  if (!section.act) throw data({ message: "Cara ini tidak tersedia." }, { status: 405 });
  return section.act(args, await args.request.formData());
}

const unsent = "Sambungan terputus, dan belum ada yang dikirim. Periksa jaringan Anda, lalu coba lagi.";

/** When an action is refused because the order changed meanwhile, the page shows the order as it is now. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}

export const handle: PageHandle<Loaded> = {
  layout: "work",
  head: ({ name, shop }) => ({ title: shop ? `${sections[name].title} · ${shop.name}` : "Buka toko", noindex: true }),
};

const rail: { name: SectionName; label: string; icon: IconName; href: string }[] = [
  { name: "overview", label: "Ringkasan", icon: "home", href: hrefs.manageMerchant() },
  { name: "orders", label: "Pesanan", icon: "receipt", href: hrefs.manageMerchant("orders") },
  { name: "complaints", label: "Komplain", icon: "shield", href: complaintHrefs.sellerComplaints() },
  { name: "products", label: "Produk", icon: "package", href: hrefs.manageMerchant("products") },
  { name: "vouchers", label: "Voucher", icon: "percent", href: sellerHrefs.sellerVouchers() },
  { name: "reviews", label: "Ulasan", icon: "star", href: hrefs.manageMerchant("reviews") },
  { name: "balance", label: "Saldo", icon: "wallet", href: hrefs.manageMerchant("balance") },
  { name: "verification", label: "Verifikasi", icon: "check", href: sellerHrefs.verification() },
  { name: "measures", label: "Tindakan pasar", icon: "warning", href: sellerHrefs.measures() },
  { name: "settings", label: "Pengaturan", icon: "settings", href: hrefs.manageMerchant("settings") },
];

/** The seller area (S025): a rail of sections, and the section in the query parameter `page`. */
export function Component() {
  const { name, data: own, shop, waiting, complaints, isNew, isSuspended } = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  const { View } = sections[name] as AnySection;
  const within: Partial<Record<SectionName, SectionName>> = {
    showTransaction: "orders",
    complaint: "complaints",
    product: "products",
    voucher: "vouchers",
    bankAccounts: "balance",
    tax: "balance",
    questions: "reviews",
  };
  const waitingAt = (at: SectionName) =>
    at === "complaints"
      ? { count: complaints, words: "komplain berjalan" }
      : { count: at === "orders" ? waiting : 0, words: "perlu dikerjakan" };
  const links: WorkLink[] = rail.map((link) => ({
    ...link,
    current: link.name === (within[name] ?? name),
    waiting: waitingAt(link.name),
  }));
  return (
    <WorkArea
      label="Toko"
      links={shop ? [...links, { label: "Lihat toko", icon: "store", href: hrefs.merchant(shop.slug) }] : []}
    >
      {isNew && shop && (
        <Notice tone="success" title={`${shop.name} sudah dibuka. Selamat berjualan.`}>
          Tokonya sudah bisa dikunjungi. Produk Anda tampil di pencarian segera setelah disimpan.
        </Notice>
      )}
      {isSuspended && name !== "measures" && (
        <Notice
          tone="warning"
          title="Toko Anda dihentikan sementara"
          action={
            <ButtonLink size="s" variant="outline" href={sellerHrefs.measures()}>
              Baca alasan dan ajukan banding
            </ButtonLink>
          }
        >
          Produk toko ini tidak dijual. Pesanan yang sudah masuk tetap berjalan.
        </Notice>
      )}
      <View data={own as never} failure={failure?.failed ? failure : undefined} />
    </WorkArea>
  );
}
