import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { distinctBy, usePaged, type PagedResult } from './use-paged';

const nothing = () => undefined;
const stateOf = (more: Partial<PagedResult<string>>) => {
  const query = {
    isFetching: false,
    isError: false,
    hasNextPage: true,
    isFetchNextPageError: false,
    fetchNextPage: nothing,
    refetch: nothing,
    ...more,
  };
  return renderHook(() => usePaged(query)).result.current.more.state;
};

describe('what comes after a list in pages', () => {
  it('waits to be asked for, is loading, failed or is over', () => {
    expect(stateOf({})).toBe('waiting');
    expect(stateOf({ isFetching: true })).toBe('loading');
    expect(stateOf({ isFetchNextPageError: true })).toBe('failed');
    expect(stateOf({ isFetchNextPageError: true, isFetching: true })).toBe('loading');
    expect(stateOf({ hasNextPage: false })).toBe('over');
    expect(stateOf({ hasNextPage: false, isFetching: true })).toBe('over');
  });
});

describe('rows of several pages', () => {
  it('stand once, where they come first', () => {
    expect(distinctBy(['a1', 'b1', 'a2'], ([first]) => first ?? '')).toEqual(['a1', 'b1']);
  });
});
