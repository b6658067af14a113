import type { Address } from './request.ts';

/** The few calls a service worker makes, without the contract's schemas; a test holds them to the contract. */
export const addresses = {
  csrfCookie: { method: 'GET', path: '/sanctum/csrf-cookie' },
  health: { method: 'GET', path: '/health' },
  ready: { method: 'GET', path: '/ready' },
  logout: { method: 'POST', path: '/api/auth/logout' },
  sync: { method: 'POST', path: '/api/sync' },
  syncEvents: { method: 'GET', path: '/api/sync/events' },
  uploadFile: { method: 'POST', path: '/api/files' },
  cancelOutcome: { method: 'POST', path: '/api/outcomes/cancel' },
} as const satisfies Record<string, Address>;
