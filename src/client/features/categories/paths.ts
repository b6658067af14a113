import { signedInPerson } from '../../api/session.ts';

const area = (): 'admin' | 'user' => (signedInPerson()?.role === 'admin' ? 'admin' : 'user');

/** The page of a category in the viewer's own area (S2C-06). */
export const categoryPath = (id: number): string => `/${area()}/categories/${id}`;

/** The whole catalogue in the viewer's own area. */
export const cataloguePath = (): string => `/${area()}/catalogue`;
