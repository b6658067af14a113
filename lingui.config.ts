import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/**
 * The files whose texts only admins see: they are not in the catalogue that every visitor loads.
 * `tests/architecture/catalogues.test.ts` checks that no other file imports them.
 */
export const adminSources = [
  'src/client/features/users',
  'src/client/features/products',
  'src/client/features/categories/{admin-*,category-form*}',
  'src/client/features/dashboard/{admin-dashboard-screen,figures-notice,growth-panel,latest-users-panel,money-panel}.tsx',
  'src/client/features/dashboard/{stat-cards,status-panel,waiting-strip}.tsx',
  'src/client/features/orders/{admin-*,order-bulk-*,export-orders*,order-status-select*,paid-status-*}',
  'src/client/features/orders/{deliver-dialog,delete-order-dialog,proof-field}.tsx',
  'src/client/features/settings/pin-panel.tsx',
  'src/client/features/tickets/{admin-*,bulk-bar*,customer-card*,status-menu*}',
  'src/client/ui/{version-conflict*,chart-*,*-chart*,pin-field*}',
];

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr', 'ar'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: '<rootDir>/locale/{locale}', include: ['src/client'], exclude: adminSources },
    { path: '<rootDir>/locale/admin/{locale}', include: adminSources },
  ],
  format: formatter({ lineNumbers: false }),
});
