import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { AsOf } from './AsOf';
import { EmptyState } from './EmptyState';

/** The part of an RTK Query result that determines the four states. */
export interface QueryResult<T> {
  currentData?: T | undefined;
  isFetching: boolean;
  isError: boolean;
  error?: unknown;
  /** When the server gave the answer, in milliseconds since the epoch. */
  fulfilledTimeStamp?: number | undefined;
  refetch: () => unknown;
}

interface QueryStatesProps<T> {
  query: QueryResult<T>;
  /** Shown while loading. */
  skeleton: ReactNode;
  /** Shown for an empty answer; leave out where that is impossible. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  /** Without a connection, the content says of when it is. */
  dated?: boolean;
  children: (data: T) => ReactNode;
}

function messageOf(error: unknown, fallback: string): string {
  if (typeof error === 'object' && error !== null && 'main_msg' in error) {
    const { main_msg } = error;
    if (typeof main_msg === 'string' && main_msg) return main_msg;
  }
  return fallback;
}

/** Whether the thing does not exist: a retry would find nothing either. */
function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'not_found';
}

/** Renders one of a query's four states: skeleton, content, empty, error with retry (product.md 2.4). */
export function QueryStates<T>({ query, skeleton, empty, isEmpty, dated = false, children }: QueryStatesProps<T>) {
  const { t } = useTranslation('ui');
  const { currentData, isError, error, isFetching, refetch } = query;
  if (currentData !== undefined) {
    const content = isEmpty?.(currentData) ? empty : children(currentData);
    if (!dated) return content;
    return (
      <>
        <AsOf answeredAt={query.fulfilledTimeStamp} />
        {content}
      </>
    );
  }
  if (isError && !isFetching) {
    const again = (
      <Button variant="default" onClick={() => void refetch()}>
        {t('retry')}
      </Button>
    );
    return (
      <div role="alert">
        <EmptyState {...(isMissing(error) ? { icon: IconMoodSad } : { icon: IconCloudOff, action: again })}>
          {messageOf(error, t('errorTitle'))}
        </EmptyState>
      </div>
    );
  }
  return (
    <div aria-busy="true" aria-label={t('loading')} role="status">
      {skeleton}
    </div>
  );
}
