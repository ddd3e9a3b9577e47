import { formatCount } from "#lib/rupiah.ts";
import { Notice } from "#ui/notice.tsx";

/** Warns the seller of a product of which no variant has the pieces of its minimum order. */
export function BelowMinOrder({ minOrder }: { minOrder: number }) {
  return (
    <Notice
      tone="warning"
      title={`Belum ada yang bisa membelinya: stok setiap varian di bawah pembelian minimum ${formatCount(minOrder)} buah.`}
    >
      Tambah stoknya, atau turunkan pembelian minimumnya.
    </Notice>
  );
}
