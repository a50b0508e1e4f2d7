import { useSession } from '@/api';
import { useReportablePagesInfiniteQuery } from '../api';
import { reportedAccount, type Subject } from '../report';

/** The posts of the reported account, page by page, and the viewer's appointments with it. */
export function useReportable(subject: Subject) {
  const { ownerId: viewerId } = useSession();
  const query = useReportablePagesInfiniteQuery({ ownerId: reportedAccount(subject).ownerId, viewerId });
  const { currentData, isFetching, isError, error, refetch, hasNextPage, fetchNextPage } = query;
  return {
    /** The first page: the newest posts, and all appointments. */
    first: { currentData: currentData?.pages[0], isFetching, isError, error, refetch },
    posts: currentData?.pages.flatMap(({ data }) => data.provider_posts) ?? [],
    /** null when there is no further page. */
    more: hasNextPage ? { load: () => void fetchNextPage(), loading: isFetching } : null,
  };
}

export type Reportable = ReturnType<typeof useReportable>;
