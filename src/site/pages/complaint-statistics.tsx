import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { complaintHrefs } from "#complaint-hrefs.ts";
import type { PublicMonth, PublicStatistics, PublicStatisticsApi } from "#complaints/public-statistics/contract.ts";
import { minPublicCount, publicMonths } from "#complaints/public-statistics/rules.ts";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount } from "#lib/rupiah.ts";
import { longMonthNames } from "#lib/time.ts";
import { ListTable } from "#ui/list-table.tsx";
import { Article, type Chapter } from "../ui/information/article.tsx";

export async function loader(args: LoaderFunctionArgs): Promise<PublicStatistics> {
  return (await pageApi<PublicStatisticsApi>(args)("GET /v1/complaint-statistics")).result;
}

export const handle: PageHandle<PublicStatistics> = {
  layout: "shop",
  tags: () => ["complaint-statistics"],
  head: () => ({
    title: "Statistik Pusat Resolusi",
    description: `Berapa komplain di ${brandName()} selesai setiap bulan, bagaimana, dan berapa lama.`,
    canonical: complaintHrefs.statistics(),
  }),
};

const number = (count: number | null) => (count === null ? `di bawah ${minPublicCount}` : formatCount(count));

function monthName(month: string): string {
  const [year, at] = month.split("-");
  return `${longMonthNames[Number(at) - 1] ?? month} ${year ?? ""}`;
}

function Months({ months, hidden_months: hidden }: PublicStatistics) {
  if (months.length === 0) return <p>Belum ada bulan dengan paling sedikit {minPublicCount} komplain yang selesai.</p>;
  return (
    <>
      {months.map((month) => (
        <Month key={month.month} month={month} />
      ))}
      {hidden > 0 && (
        <p>
          {formatCount(hidden)} bulan lain tidak ditampilkan, karena komplainnya di bawah {minPublicCount}.
        </p>
      )}
    </>
  );
}

function Month({ month: { month, closed, outcomes: ended, median_days: days } }: { month: PublicMonth }) {
  return (
    <>
      <h3>{monthName(month)}</h3>
      <p>
        {formatCount(closed)} komplain selesai. Separuhnya selesai dalam paling lama {formatCount(days)} hari.
      </p>
      <ListTable head={["Cara selesai", "Komplain"]} label={`Komplain yang selesai, ${monthName(month)}`}>
        {ended.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{number(count)}</td>
          </tr>
        ))}
      </ListTable>
    </>
  );
}

const chapters = (statistics: PublicStatistics): readonly Chapter[] => [
  { id: "bulan", title: "Menurut bulan", body: <Months {...statistics} /> },
  ...(statistics.problems.length > 0
    ? [
        {
          id: "masalah",
          title: "Menurut masalah",
          body: (
            <ListTable head={["Masalah", "Komplain"]} label="Komplain menurut masalah">
              {statistics.problems.map(({ label, count }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{number(count)}</td>
                </tr>
              ))}
            </ListTable>
          ),
        },
      ]
    : []),
  {
    id: "cara",
    title: "Cara kami menghitung",
    body: (
      <>
        <p>
          Yang dihitung adalah komplain yang selesai dalam {publicMonths} bulan penuh terakhir, menurut bulan
          selesainya. Bulan yang sedang berjalan belum dihitung. Satu komplain bisa menyebut beberapa masalah.
        </p>
        <p>
          Angka di bawah {minPublicCount} tidak ditampilkan, supaya tidak ada orang atau toko yang bisa dikenali. Bila
          angka itu bisa dihitung dari yang lain, angka terkecil berikutnya juga tidak ditampilkan.
        </p>
        <p>
          Cara komplain berjalan ada di <a href={hrefs.guide()}>Panduan</a>.
        </p>
      </>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="Statistik Pusat Resolusi"
      intro="Berapa komplain selesai setiap bulan, bagaimana, dan berapa lama."
      chapters={chapters(useLoaderData<PublicStatistics>())}
    />
  );
}
