import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/**
 * The files whose texts only admins see: they are not in the catalogue that every visitor loads.
 * `tests/architecture/catalogues.test.ts` checks that no other file imports them.
 */
export const adminSources = [
  'src/client/features/audit',
  'src/client/features/dev',
  'src/client/features/users',
  'src/client/features/topup-settings',
  'src/client/features/topups/admin-*',
  'src/client/features/products',
  'src/client/features/categories/{admin-*,category-form*}',
  'src/client/features/dashboard/{admin-*,figures-notice,growth-panel,latest-users-panel,money-panel}.tsx',
  'src/client/features/dashboard/{activity-panel.tsx,buckets.ts,figures.ts,periods.ts}',
  'src/client/features/dashboard/{stat-*,status-panel,waiting-strip}.tsx',
  'src/client/features/help/{admin-help-*,article-form*}',
  'src/client/features/orders/{admin-*,order-bulk-*,export-orders*,order-status-select*,paid-status-*}',
  'src/client/features/orders/{deliver-dialog,delete-order-dialog,proof-field}.tsx',
  'src/client/features/settings/{pin-panel,shop-panel}.tsx',
  'src/client/features/shop',
  'src/client/features/mail',
  'src/client/text/{accent-names,answer-kinds,email-kinds}.ts',
  'src/client/text/audit-*.ts',
  'src/client/features/tickets/{admin-*,canned-*,bulk-bar*,customer-*,queue-*,snooze-times*,status-menu*,ticket-details*,ticket-views*}',
  'src/client/forms/{bulk-bar.tsx,file-drop.tsx,lost-attempt.ts,pin-call.tsx,pin-refusal.tsx,record-form.tsx,save-record.ts,three-languages.tsx,use-record-form.ts}',
  'src/client/lists/{csv-export,own-views,view-name-dialog}.tsx',
  'src/client/ui/{version-conflict*,chart-*,*-chart*,pin-field*,variables*}',
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
