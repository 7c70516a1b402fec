import type { OrderMoney } from "@/lib/orders/order/order-money";

/** The money of an order of which nothing goes back. */
export const noMoney: OrderMoney = {
  owedCents: 0,
  heldCents: 0,
  onItsWayCents: 0,
  bouncedCents: 0,
  declinedCents: 0,
  otherWayCents: 0,
  bank: null,
  bankCents: 0,
  isWhole: false,
  isOpen: false,
};
