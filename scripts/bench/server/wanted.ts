/** An order to place. */
export interface Wanted {
  user: number;
  product: number;
  cents: number;
}
