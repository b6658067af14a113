import { configure } from '@testing-library/dom';
import { withoutIsolation } from '../../src/client/text/isolated.ts';

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

// Tests name controls as a screen reader does, which does not speak the characters that isolate a direction; that they
// are there, `journeys/attacks` and `architecture/isolation` check.
const { getAttribute } = Element.prototype;
Element.prototype.getAttribute = function (name) {
  const value = getAttribute.call(this, name);
  return name === 'aria-label' && value !== null ? withoutIsolation(value) : value;
};

/** Replaces the module that vite-plugin-pwa creates at build time: there is never a new version. */
export const useRegisterSW = () => ({
  needRefresh: [false, () => {}] as const,
  offlineReady: [false, () => {}] as const,
});
