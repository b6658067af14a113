import {
  createCity,
  createDelivery,
  deleteCity,
  deleteDelivery,
  updateCity,
  updateDelivery,
  type DeliveryTable,
} from '../../../contract/deliveries.ts';
import { call } from '../../api/call.ts';
import { createSaving } from '../../forms/lost-attempt.ts';

/** The companies, or the cities. */
export type PlaceTable = 'deliveries' | 'cities';

/** A delivery company or a city. */
export type Place = DeliveryTable[PlaceTable][number];

/** The action on a company or a city for which a dialog is open. */
export type PlaceAction = { kind: 'create'; table: PlaceTable } | ActionOn<'rename'> | ActionOn<'delete'>;

interface ActionOn<Kind> {
  kind: Kind;
  table: PlaceTable;
  place: Place;
}

const calls = {
  deliveries: { create: createDelivery, rename: updateDelivery, remove: deleteDelivery },
  cities: { create: createCity, rename: updateCity, remove: deleteCity },
};

/** Returns the function with which a dialog names a new company or city (`place` null), or another one. */
export const createPlaceSaving = (table: PlaceTable) =>
  createSaving<string, Place | null, DeliveryTable>({
    send: (title, place, key) =>
      place === null
        ? call(calls[table].create, { title }, { key })
        : call(calls[table].rename, { id: place.id, title }, { key, revision: place.rev }),
    versionIn: (answer, touched) => answer[table].find(({ id }) => touched.includes(`${table}:${id}`)) ?? null,
    hasValues: (place, title) => place?.title === title.trim(),
  });

/** Deletes a company or a city with its rates. Throws CallFailure. */
export const deletePlace = (table: PlaceTable, id: number): Promise<DeliveryTable> => call(calls[table].remove, { id });
