import { addDuration, compactDay, day, hour, minute } from "../../src/lib/time.ts";
import { firstCommission, firstServiceFee } from "../../src/payments/fees/rules.ts";
import { calculateFee, paymentDuration } from "../../src/payments/rules.ts";
import type { ReviewText } from "../demo/content-schema.ts";
import { types, type Cell, type Columns } from "./bulk-insert.ts";
import { idAt, type Random } from "./draw.ts";
import type { Person } from "./make-people.ts";

/** What of a product is ordered. */
export type Sold = {
  productId: string;
  variantId: string;
  shopId: string;
  slug: string;
  name: string;
  variantName: string;
  pictureKey: string | null;
  price: number;
  weight: number;
  minOrder: number;
  createdAt: Date;
};

/** Columns of the table `past` (db/demo/past-orders.ts). */
export const pastColumns: Columns = {
  checkout_id: types.uuid,
  order_id: types.uuid,
  payment_id: types.uuid,
  line_id: types.uuid,
  status: types.text,
  n: types.int,
  buyer_id: types.uuid,
  address: types.jsonb,
  shop_id: types.uuid,
  product_id: types.uuid,
  variant_id: types.uuid,
  product_slug: types.text,
  name: types.text,
  variant_name: types.text,
  picture_key: types.text,
  price: types.bigint,
  quantity: types.int,
  weight_g: types.int,
  invoice: types.text,
  goods: types.bigint,
  shipping: types.bigint,
  fee: types.bigint,
  total: types.bigint,
  commission: types.bigint,
  tracking_number: types.text,
  placed: types.time,
  paid: types.time,
  shipped: types.time,
  delivered: types.time,
  completed: types.time,
  due: types.time,
  stars: types.int,
  text: types.text,
  reviewed: types.time,
};

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const longestPast = 500;
const shippingPrices = [9000, 11_000, 14_000, 18_000, 22_000, 27_000];

export type MadeOrder = { row: Cell[]; pieces: number; stars: number | null };

/**
 * An order of one product: completed if it is old enough, else somewhere on its way; a few were never paid. `n` is its
 * number, different for each order.
 */
export function makeOrder(
  random: Random,
  sold: Sold,
  { n, buyer, today, texts }: { n: number; buyer: Person; today: Date; texts: readonly ReviewText[] },
): MadeOrder {
  const youngest = Math.min(longestPast * day, today.getTime() - sold.createdAt.getTime());
  const placed = addDuration(today, -Math.floor(random.next() ** 1.3 * Math.max(youngest, 2 * hour)) - minute);
  const age = today.getTime() - placed.getTime();
  const isUnpaid = random.next() < 0.03;
  const paid = addDuration(placed, random.int(1, 50) * minute);
  const shipped = addDuration(placed, random.int(8, 30) * hour);
  const delivered = addDuration(placed, random.int(55, 100) * hour);
  const completed = addDuration(placed, random.int(101, 130) * hour);
  const isPaid = !isUnpaid && paid < today;
  const happened = (at: Date) => (isPaid && at < today ? at : null);
  const status =
    isUnpaid && age > paymentDuration()
      ? "cancelled"
      : !isPaid
        ? "awaiting_payment"
        : happened(completed)
          ? "completed"
          : happened(delivered)
            ? "delivered"
            : happened(shipped)
              ? "shipped"
              : age > 4 * hour
                ? "processing"
                : "awaiting_confirmation";
  const isFinal = status === "completed" || status === "cancelled";
  const quantity = sold.minOrder > 1 ? sold.minOrder : random.next() < 0.75 ? 1 : random.int(2, 4);
  const goods = sold.price * quantity;
  const shipping = random.pick(shippingPrices);
  const total = goods + shipping + firstServiceFee.flat;
  const reviewed = addDuration(completed, random.int(2, 12) * hour);
  const isReviewed = status === "completed" && reviewed < today && random.next() < 0.45;
  const stars = isReviewed ? starsOf(random) : null;
  const said = stars === null ? [] : texts.filter((one) => one.stars === stars);
  const { place } = buyer;
  const address = {
    recipient: buyer.name,
    phone: buyer.phone,
    street: buyer.street,
    village: place.village,
    district: place.district,
    regency: place.regency,
    province: place.province,
    postcode: place.postcode,
    provinceCode: place.province_code,
    label: "Rumah",
    note: "",
  };
  const at = placed.getTime();
  const row: Cell[] = [
    idAt(random, at, n),
    idAt(random, at, n),
    idAt(random, at, n),
    idAt(random, at, n),
    status,
    n,
    buyer.id,
    JSON.stringify(address),
    sold.shopId,
    sold.productId,
    sold.variantId,
    sold.slug,
    sold.name,
    sold.variantName,
    sold.pictureKey,
    sold.price,
    quantity,
    sold.weight,
    `INV/${compactDay(placed)}/S${codeOf(n)}`,
    goods,
    shipping,
    firstServiceFee.flat,
    total,
    calculateFee(firstCommission, goods),
    `JNES${String(n).padStart(12, "0")}`,
    placed,
    isPaid ? paid : null,
    happened(shipped),
    happened(delivered),
    happened(completed),
    isFinal
      ? null
      : status === "awaiting_payment"
        ? addDuration(placed, paymentDuration())
        : addDuration(today, random.int(6, 48) * hour),
    stars,
    said.length > 0 && random.next() < 0.8 ? random.pick(said).text : "",
    isReviewed ? reviewed : null,
  ];
  return { row, pieces: status === "completed" ? quantity : 0, stars };
}

/** Nine letters and digits, different for each number. */
function codeOf(n: number): string {
  let code = "";
  for (let rest = n, place = 0; place < 9; place += 1) {
    code += letters[(rest + place * 7) % letters.length];
    rest = Math.floor(rest / letters.length);
  }
  return code;
}

function starsOf(random: Random): 1 | 2 | 3 | 4 | 5 {
  const draw = random.next();
  if (draw < 0.66) return 5;
  if (draw < 0.88) return 4;
  return draw < 0.95 ? 3 : draw < 0.975 ? 2 : 1;
}
