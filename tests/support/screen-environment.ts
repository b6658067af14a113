// What browsers have, the components need and happy-dom lacks.
class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoResize;
Element.prototype.scrollTo ??= () => {};
Element.prototype.scrollIntoView ??= () => {};
