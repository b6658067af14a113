import type { Insertable } from 'kysely';
import { fold } from '../../contract/search.ts';
import type { Deliveries, Rates } from '../platform/database/schema-shop.ts';

export type PlaceRow = Insertable<Deliveries> & { id: number };
export type RateRow = Insertable<Rates>;

const companies = ['Atlas Livraison', 'Colis Express', 'Rapid Post'];

/** The rates in cents, in the order of the companies; null where a company does not deliver. */
const ratesByCity: Readonly<Record<string, readonly (number | null)[]>> = {
  Agadir: [450, 520, 390],
  Casablanca: [250, 300, 220],
  Fez: [350, 420, 320],
  Marrakesh: [350, 400, 320],
  Oujda: [500, null, 450],
  Rabat: [250, 320, 240],
  Tangier: [380, 450, 350],
  Tetouan: [420, null, 390],
};

/** Makes the delivery companies, the cities, and the rates. */
export function makeDeliveries(now: number): { deliveries: PlaceRow[]; cities: PlaceRow[]; rates: RateRow[] } {
  const placeOf = (title: string, at: number): PlaceRow => ({
    id: at + 1,
    title,
    sort_key: fold(title),
    created_at: now,
    updated_at: now,
  });
  return {
    deliveries: companies.map(placeOf),
    cities: Object.keys(ratesByCity).map(placeOf),
    rates: Object.values(ratesByCity).flatMap((rates, city) =>
      rates.flatMap((cents, company) =>
        cents === null ? [] : [{ delivery_id: company + 1, city_id: city + 1, price_cents: cents, updated_at: now }],
      ),
    ),
  };
}
