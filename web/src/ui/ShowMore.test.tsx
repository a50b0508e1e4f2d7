import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ShowMore } from './ShowMore';
import { usePaged } from './use-paged';

type Report = (entries: { isIntersecting: boolean }[]) => void;

/** The end of the list stays in the viewport: an observer reports it once, when it begins to observe. */
const AlwaysVisible = vi.fn(function (report: Report) {
  return { observe: () => report([{ isIntersecting: true }]), disconnect: () => undefined };
});

function List({ answeredAt, onLoad }: { answeredAt: number; onLoad: () => void }) {
  const query = { isFetching: false, isError: false, hasNextPage: true, isFetchNextPageError: false, fulfilledTimeStamp: answeredAt };
  return <ShowMore more={usePaged({ ...query, fetchNextPage: onLoad, refetch: onLoad }).more} />;
}

afterEach(() => vi.unstubAllGlobals());

it('loads the page after a page that arrived too quickly to be rendered as loading', () => {
  vi.stubGlobal('IntersectionObserver', AlwaysVisible);
  const onLoad = vi.fn();
  const list = (answeredAt: number) => (
    <MantineProvider>
      <List answeredAt={answeredAt} onLoad={onLoad} />
    </MantineProvider>
  );
  const { rerender } = render(list(1));
  expect(onLoad).toHaveBeenCalledTimes(1);
  rerender(list(1));
  expect(onLoad).toHaveBeenCalledTimes(1);
  rerender(list(2));
  expect(onLoad).toHaveBeenCalledTimes(2);
});
