import { useLocation } from "react-router";
import { Notice } from "#ui/notice.tsx";

/** The parameter of the page to which a repeated purchase led. */
export const placedBeforeKey = "placed_before";

/** Says that the buyer was led to a purchase that was made before. */
export function PlacedBefore() {
  const { search } = useLocation();
  return (
    new URLSearchParams(search).has(placedBeforeKey) && (
      <Notice title="Pesanan ini sudah dibuat">
        Tidak ada pesanan kedua. Untuk membeli barang yang sama sekali lagi, buka barangnya dan pilih Beli sekarang.
      </Notice>
    )
  );
}
