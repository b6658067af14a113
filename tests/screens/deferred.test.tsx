import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Deferred } from '../../src/client/features/dashboard/deferred.tsx';
import { getSystem } from '../../src/client/ui/theme/system.ts';

const status = vi.hoisted(() => ({ isFirstLoad: true }));
vi.mock('../../src/client/sync/use-sync-status.ts', () => ({ useIsFirstLoad: () => status.isFirstLoad }));

/** Reports elements as near the screen only when the test says so. */
class Observer {
  static see: (...changes: boolean[]) => void;
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    Observer.see = (...changes) => report(changes.map((isIntersecting) => ({ isIntersecting })));
  }
  observe = () => undefined;
  disconnect = () => undefined;
}

const panel = () => (
  <ChakraProvider value={getSystem()}>
    <Deferred>
      <p>Panel</p>
    </Deferred>
  </ChakraProvider>
);

test('a panel below the screen waits during the first load, and comes after it also without scrolling', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  status.isFirstLoad = true;
  const { rerender } = render(panel());
  expect(screen.queryByText('Panel')).toBeNull();

  status.isFirstLoad = false;
  rerender(panel());

  expect(await screen.findByText('Panel')).toBeTruthy();
});

test('a panel that comes near the screen is shown during the first load', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  status.isFirstLoad = true;
  render(panel());

  act(() => Observer.see(true));

  expect(await screen.findByText('Panel')).toBeTruthy();
});

test('a panel that came near the screen while the browser was busy is shown: several changes are reported at once', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  status.isFirstLoad = true;
  render(panel());

  act(() => Observer.see(false, true));

  expect(await screen.findByText('Panel')).toBeTruthy();
});

test('panels that were below the screen are drawn one after the other', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  status.isFirstLoad = false;
  const shown: string[] = [];
  const Named = ({ name }: { name: string }) => {
    shown.push(`${name} with ${screen.queryAllByText(/^Panel/).length} before`);
    return <p>Panel {name}</p>;
  };
  render(
    <ChakraProvider value={getSystem()}>
      {['a', 'b', 'c'].map((name) => (
        <Deferred key={name}>
          <Named name={name} />
        </Deferred>
      ))}
    </ChakraProvider>,
  );

  expect(await screen.findByText('Panel c')).toBeTruthy();
  expect(shown).toEqual(['a with 0 before', 'b with 1 before', 'c with 2 before']);
});
