import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportFirstLoad } from '../../src/client/base/idle.ts';
import { lazyPart } from '../../src/client/ui/lazy-part.tsx';

const Greeting = ({ name }: { name: string }) => <p>Good morning, {name}</p>;

test('a part is shown in the moment in which its code is loaded, and at once when it was loaded before', async () => {
  let deliver: () => void = () => undefined;
  const load = vi.fn(() => new Promise<typeof Greeting>((resolve) => (deliver = () => resolve(Greeting))));
  const Part = lazyPart(load, <p>Loading</p>);

  const { unmount } = render(<Part name="Amina" />);
  expect(screen.getByText('Loading')).toBeTruthy();
  await act(async () => deliver());
  expect(screen.getByText('Good morning, Amina')).toBeTruthy();

  unmount();
  render(<Part name="Karim" />);
  expect(screen.getByText('Good morning, Karim')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('a part that was loaded ahead is shown with the first paint', async () => {
  const Part = lazyPart(async () => Greeting, <p>Loading</p>);

  await act(async () => Part.preload());
  render(<Part name="Amina" />);

  expect(screen.getByText('Good morning, Amina')).toBeTruthy();
});

test('a late part waits for the end of the first load, for 10 s at most', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    reportFirstLoad(false);
    vi.useRealTimers();
  });
  const isLate = { isLate: true };
  const loadNow = vi.fn(async () => Greeting);
  const loadLater = vi.fn(async () => Greeting);
  const loadNever = vi.fn(async () => Greeting);
  const [Now, Later, Never] = [
    lazyPart(loadNow, null, isLate),
    lazyPart(loadLater, null, isLate),
    lazyPart(loadNever, null, isLate),
  ];

  render(<Now name="Amina" />);
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(screen.getByText('Good morning, Amina')).toBeTruthy();

  reportFirstLoad(true);
  render(<Later name="Karim" />);
  render(<Never name="Nadia" />).unmount();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(loadLater).not.toHaveBeenCalled();
  reportFirstLoad(false);
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(screen.getByText('Good morning, Karim')).toBeTruthy();

  reportFirstLoad(true);
  render(<Never name="Sami" />);
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(loadNever).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(5_500));
  expect(screen.getByText('Good morning, Sami')).toBeTruthy();
});

test('code that cannot be loaded is an error of the page, and the next time it is loaded again', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValueOnce(new Error('no connection'));
  load.mockResolvedValue(Greeting);
  const Part = lazyPart(load);

  const { unmount } = render(<Boundary>{<Part name="Amina" />}</Boundary>, {
    onCaughtError: () => undefined,
  });
  expect(await screen.findByText('Error: no connection')).toBeTruthy();
  unmount();
  render(<Part name="Amina" />);

  expect(await screen.findByText('Good morning, Amina')).toBeTruthy();
});

class Boundary extends Component<{ children: ReactNode }, { failure?: unknown }> {
  override state: { failure?: unknown } = {};
  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }
  override render() {
    return this.state.failure ? <p>{`${this.state.failure as Error}`}</p> : this.props.children;
  }
}
