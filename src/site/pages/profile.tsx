import { useEffect, useRef, type ReactNode } from "react";
import {
  Form,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { biodataSection } from "#accounts/ui/profile/biodata-section.tsx";
import type { SectionSuccess } from "#accounts/ui/section-success.ts";
import { securitySection } from "#accounts/ui/security-section.tsx";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { buyerComplaintSection, buyerComplaintsSection, openComplaintSection } from "#complaints/ui/buyer-sections.tsx";
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle, Section, SectionArgs } from "#lib/page.ts";
import { formatLongDate } from "#lib/time.ts";
import { notificationSection } from "#notifications/ui/notification-section.tsx";
import { buyerTransactionSection, buyerTransactionsSection } from "#orders/ui/buyer-sections.tsx";
import { refundsSection } from "#payments/refunds/ui/refunds-section.tsx";
import { buyerBankAccountsSection } from "#payments/payouts/ui/bank-accounts-section.tsx";
import { privacySection } from "#privacy/ui/privacy-section.tsx";
import { buyerQuestionsSection } from "#reviews/questions/ui/question-sections.tsx";
import { listingReportsSection } from "#catalog/reports/ui/listing-reports-section.tsx";
import { reportsSection } from "#reviews/reports/ui/reports-section.tsx";
import { buyerReviewsSection } from "#reviews/ui/buyer-section.tsx";
import { addressSection } from "#addresses/ui/address-section.tsx";
import { BackLink } from "#ui/back-link.tsx";
import { classes } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Notice } from "#ui/notice.tsx";
import { useShowRefusal } from "#ui/show-refusal.ts";
import { useSession } from "#accounts/ui/session/session-provider.tsx";
import { becomeSellerSection } from "../ui/become-seller-section.tsx";
import { isShopOpeningOpen } from "#shops/opening-rules.ts";
import styles from "./profile.module.css";

type Part = {
  title: string;
  load: (args: SectionArgs) => Promise<unknown>;
  act: ((args: SectionArgs, form: FormData) => Promise<unknown>) | undefined;
  view: (data: unknown, failure: FormFailure | undefined) => ReactNode;
};

// A section's View gets what its own `load` returned: the loader below pairs them by name.
function part<Data>({ title, load, act, View }: Section<Data>): Part {
  return { title, load, act, view: (data, failure) => <View data={data as Data} failure={failure} /> };
}

/** The sections of /profile by `page` (S022–S024); any other value shows the user's own data. */
const parts: Record<string, Part> = {
  settings: part(biodataSection),
  transactions: part(buyerTransactionsSection),
  showTransaction: part(buyerTransactionSection),
  complaints: part(buyerComplaintsSection),
  complaint: part(buyerComplaintSection),
  openComplaint: part(openComplaintSection),
  refunds: part(refundsSection),
  reviews: part(buyerReviewsSection),
  questions: part(buyerQuestionsSection),
  reports: part(reportsSection),
  listingReports: part(listingReportsSection),
  notification: part(notificationSection),
  addresses: part(addressSection),
  bankAccounts: part(buyerBankAccountsSection),
  security: part(securitySection),
  privacy: part(privacySection),
  openShop: part(becomeSellerSection),
};

type Entry = { page: string; label: string; icon: IconName; href: string };
const rail: readonly Entry[] = [
  { page: "settings", label: "Profil", icon: "user", href: hrefs.profile() },
  { page: "transactions", label: "Pesanan", icon: "receipt", href: hrefs.profile("transactions") },
  { page: "complaints", label: "Komplain", icon: "shield", href: complaintHrefs.buyerComplaints() },
  { page: "refunds", label: "Pengembalian dana", icon: "wallet", href: hrefs.profile("refunds") },
  { page: "reviews", label: "Ulasan", icon: "star", href: reviewHrefs.buyerReviews() },
  { page: "notification", label: "Notifikasi", icon: "bell", href: hrefs.profile("notification") },
  { page: "addresses", label: "Alamat", icon: "pin", href: hrefs.profile("addresses") },
  { page: "bankAccounts", label: "Rekening bank", icon: "bank", href: accountHrefs.bankAccounts("buyer") },
  { page: "security", label: "Keamanan", icon: "lock", href: hrefs.profile("security") },
  { page: "privacy", label: "Privasi & data", icon: "shield", href: hrefs.profile("privacy") },
];

/** Only buyers get this: sellers have their own area, and operators open no shop. */
const openShop: Entry = {
  page: "openShop",
  label: "Buka toko gratis",
  icon: "store",
  href: hrefs.profile("openShop"),
};

/** Links that a wide screen has in its header and a phone has here. */
function accountLinks(type: string | undefined): Entry[] {
  return [
    ...(type === "penjual"
      ? [{ page: "", label: "Toko", icon: "store", href: hrefs.manageMerchant() } as const]
      : type === "operator"
        ? [{ page: "", label: "Konsol operator", icon: "receipt", href: hrefs.operator() } as const]
        : []),
    { page: "", label: "Bantuan", icon: "help", href: hrefs.guide() },
  ];
}

function pageOf(url: string): string {
  const asked = new URL(url, "http://site.invalid").searchParams.get("page") ?? "";
  return Object.hasOwn(parts, asked) ? asked : "settings";
}

function partOf(page: string): Part {
  const found = parts[page];
  if (!found) throw new Error(`profile has no part ${page}`);
  return found;
}

/** Sections that begin with a panel: a phone, which shows no rail beside them, shows the page's title above. */
const untitled: ReadonlySet<string> = new Set(["refunds", "security"]);

/** Sections that have a title of their own. */
const titled: ReadonlySet<string> = new Set([
  "transactions",
  "showTransaction",
  "complaints",
  "complaint",
  "openComplaint",
  "reviews",
  "questions",
  "reports",
  "listingReports",
  "bankAccounts",
]);

/** Sections that show one item of a list, which have their own link back, by the section that has the list. */
const within: Readonly<Record<string, string>> = {
  showTransaction: "transactions",
  complaint: "complaints",
  openComplaint: "transactions",
};

type Data = { page: string; title: string; content: unknown };

/** When an action is refused because the order changed meanwhile, the page shows the order as it is now. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}

export const handle: PageHandle<Data> = { layout: "work", head: ({ title }) => ({ title, noindex: true }) };

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data> {
  const page = pageOf(request.url);
  const { title, load } = partOf(page);
  return { page, title, content: await load({ request, context }) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { act } = partOf(pageOf(request.url));
  if (!act) throw new Response(null, { status: 405 });
  return act({ request, context }, await request.formData());
}

/**
 * The result of the last action, which part of it failed (`but`), and a link onward. It has the focus, because the form
 * may be far below.
 */
function DoneNotice({ done }: { done: SectionSuccess }) {
  const { message, but, next } = done;
  const place = useShowRefusal<HTMLDivElement>(done, { alone: true });
  const link = next && (
    <a className="link" href={next.href}>
      {next.label}
    </a>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the message may be out of view; only without scripts
    <div ref={place} tabIndex={-1} className={styles.done} autoFocus>
      <Notice tone={but ? "warning" : "success"} title={but && message} action={link}>
        {but ? (
          <ul>
            {but.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          message
        )}
      </Notice>
    </div>
  );
}

export function Component() {
  const { page, title, content } = useLoaderData() as Data;
  const answer = useActionData() as FormFailure | SectionSuccess | undefined;
  const session = useSession();
  const { refresh } = session;
  const done = answer !== undefined && "done" in answer ? answer : undefined;
  const failure = answer !== undefined && "failed" in answer ? answer : undefined;
  // Refresh the header's name and counts after a change.
  useEffect(() => {
    if (done) refresh();
  }, [done]); // oxlint-disable-line react-hooks/exhaustive-deps
  // On a tablet the rail is a scrolling row, and the current section must be visible in it.
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    const link = element?.querySelector<HTMLElement>("[aria-current]");
    if (element && link) element.scrollLeft = link.offsetLeft - (element.clientWidth - link.offsetWidth) / 2;
  }, [page]);
  const type = session.state === "in" ? session.user.type : undefined;
  const current = within[page] ?? page;
  // The result of a form appears at the top, so no list of links is above it.
  const isMenu = page === "settings" && answer === undefined;
  const link = (entry: Entry, className?: string) => (
    <a
      key={entry.href}
      className={className}
      href={entry.href}
      aria-current={entry.page === current ? "page" : undefined}
    >
      <Icon name={entry.icon} />
      {entry.label}
    </a>
  );
  return (
    <div className={`wrap ${styles.page}`}>
      {!isMenu && within[page] === undefined && (
        <p className={styles.back}>
          <BackLink href={hrefs.profile()}>Akun saya</BackLink>
        </p>
      )}
      {!titled.has(page) && <h1 className={untitled.has(page) ? styles.title : "sr-only"}>{title}</h1>}
      <nav ref={bar} className={classes(styles.rail, !isMenu && styles.part)} aria-label="Akun saya">
        {(type === "pembeli" && isShopOpeningOpen() ? [...rail, openShop] : rail).map((entry) => link(entry))}
        {accountLinks(type).map((entry) => link(entry, styles.phone))}
        <Form method="post" action={hrefs.logout()} className={styles.leave}>
          <button>
            <Icon name="logout" />
            Keluar
          </button>
        </Form>
      </nav>
      <div className={styles.content}>
        {done && <DoneNotice done={done} />}
        {page !== "privacy" && session.state === "in" && session.user.deletion_due_at && (
          <Notice
            tone="warning"
            title={`Akun Anda akan dihapus ${formatLongDate(new Date(session.user.deletion_due_at))}`}
            action={
              <a className="link" href={hrefs.profile("privacy")}>
                Batalkan
              </a>
            }
          />
        )}
        <div key={page} className={styles.section}>
          {partOf(page).view(content, failure)}
        </div>
      </div>
    </div>
  );
}
