import { configure } from '@testing-library/dom';

/** In ms; the default of one second is too short beside other work. */
configure({ asyncUtilTimeout: 20_000 });

// Browser APIs that the components need and happy-dom lacks.
class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoResize;
Element.prototype.scrollTo ??= () => {};
Element.prototype.scrollIntoView ??= () => {};

/** Replaces the module that vite-plugin-pwa creates at build time: there is never a new version. */
export const useRegisterSW = () => ({
  needRefresh: [false, () => {}] as const,
  offlineReady: [false, () => {}] as const,
});
