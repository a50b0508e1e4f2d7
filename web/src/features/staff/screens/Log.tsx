import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, Page, QueryStates } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { usePaged } from '@/ui/use-paged';
import { useActPagesInfiniteQuery, type Act } from '../api';
import { LogRow, RowList, RowListSkeleton } from '../components/ReportRows';

/** /staff/log: all staff acts, newest first. Nobody can change the log. */
export function Log() {
  const { t } = useTranslation('staff');
  const query = useActPagesInfiniteQuery(null, { refetchOnMountOrArgChange: true });
  const { more } = usePaged(query);
  const acts: Act[] = query.currentData?.pages.flatMap((page) => page.acts) ?? [];
  return (
    <Page title={t('section.log')} lead={t('logLead')}>
      <QueryStates
        query={query}
        skeleton={<RowListSkeleton />}
        isEmpty={() => acts.length === 0}
        empty={<EmptyState icon={IconHistory}>{t('noActsAtAll')}</EmptyState>}
      >
        {() => (
          <>
            <RowList>
              {acts.map((act) => (
                <LogRow key={act.act_id} act={act} />
              ))}
            </RowList>
            <ShowMore more={more} />
          </>
        )}
      </QueryStates>
    </Page>
  );
}
