/** Stands in for the module that vite-plugin-pwa makes at build time: no new version ever waits. */
export const useRegisterSW = () => ({
  needRefresh: [false, () => {}] as const,
  offlineReady: [false, () => {}] as const,
});
