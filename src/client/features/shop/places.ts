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

/** Creates a company or a city, or renames it. Throws CallFailure. */
export const savePlace = (
  action: Exclude<PlaceAction, { kind: 'delete' }>,
  { title, key }: { title: string; key: string },
): Promise<DeliveryTable> =>
  action.kind === 'create'
    ? call(calls[action.table].create, { title }, { key })
    : call(calls[action.table].rename, { id: action.place.id, title }, { key, revision: action.place.rev });

/** Deletes a company or a city with its rates. Throws CallFailure. */
export const deletePlace = (table: PlaceTable, id: number): Promise<DeliveryTable> => call(calls[table].remove, { id });
